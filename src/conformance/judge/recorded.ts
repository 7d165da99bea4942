/** What the steps of a case really asserted while it ran: read when the case has passed. */

import type { Lookup, Path } from "../../base/json-path.js";
import type { Answer } from "../contract/envelope.js";
import type { ErrorExpectation, Params } from "../fixture/case.js";

/** An expectation that was held against a value, and the value. */
export interface HeldValue {
  readonly path: Path;
  /** As the fixture has it, with what the case had kept. */
  readonly expected: unknown;
  readonly actual: Lookup;
  /** What the path starts from. */
  readonly root: unknown;
}

export interface RecordedCall {
  /** As messages name it: a tool, or an event after the word event. */
  readonly operation: string;
  readonly params: Params;
  readonly answer: Answer;
}

export interface RecordedFile {
  readonly file: string;
  /** Whether a call of this case has written it, by then: what the fixture put there says nothing. */
  readonly isWritten: boolean;
  /** Empty where only its being there, or not, was asserted. */
  readonly values: readonly HeldValue[];
}

export interface RecordedStep {
  readonly calls: readonly RecordedCall[];
  readonly returns: readonly HeldValue[];
  readonly error?: ErrorExpectation;
  readonly files: readonly RecordedFile[];
  /** Of the repository that the workspace is. */
  readonly git: readonly HeldValue[];
  /** Whether it counted how many calls at the same time were accepted. */
  readonly countsOutcomes: boolean;
  /** Of a call that may be answered or refused: the texts that neither may hold. */
  readonly either?: { readonly conceals: readonly string[] };
  /** The files that its calls wrote, as JSON. */
  readonly written: readonly { readonly file: string; readonly value: unknown }[];
}
