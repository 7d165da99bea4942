/** What the steps of a case asserted during the run. Coverage reads this for cases that passed. */

import type { Lookup, Path } from "../../base/json-path.js";
import type { Answer } from "../contract/envelope.js";
import type { ErrorExpectation, Params } from "../fixture/case.js";

/** An expectation, and the value that it was compared with. */
export interface CheckedValue {
  readonly path: Path;
  /** As written in the fixture, with captured values filled in. */
  readonly expected: unknown;
  readonly actual: Lookup;
  /** The value that the path starts from. */
  readonly root: unknown;
}

export interface RecordedCall {
  /** The name in messages: a tool, or `event` and the name of an event. */
  readonly operation: string;
  readonly params: Params;
  readonly answer: Answer;
}

export interface RecordedFile {
  readonly file: string;
  /** Whether a call of this case has written it so far. Content that the fixture wrote proves nothing. */
  readonly isWritten: boolean;
  /** Empty if only its existence or absence was asserted. */
  readonly values: readonly CheckedValue[];
}

export interface RecordedStep {
  readonly calls: readonly RecordedCall[];
  readonly returns: readonly CheckedValue[];
  /** The parts of an expected refusal. */
  readonly errors: readonly ErrorExpectation[];
  readonly files: readonly RecordedFile[];
  /** Values in the view of the workspace's git repository. */
  readonly git: readonly CheckedValue[];
  /** Whether it asserted the number of accepted concurrent calls. */
  readonly countsOutcomes: boolean;
  /** For a call that may be accepted or refused: the texts that the response must not contain. */
  readonly either?: { readonly conceals: readonly string[] };
  /** The JSON files that its calls wrote. */
  readonly written: readonly { readonly file: string; readonly value: unknown }[];
}
