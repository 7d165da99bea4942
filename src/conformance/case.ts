/** A case as the engine runs it: every form of a fixture, brought into one. */

import type { Params } from "./adapter.js";
import type { Match } from "./matchers/match.js";
import type { Path } from "./path.js";

/** One value that must hold, at a path into an answer or a file. */
export interface ValueAssertion {
  readonly path: Path;
  readonly match: Match;
  /** As the fixture has it, for the report. */
  readonly expected: unknown;
}

/** What must hold of one file; the path may carry tokens. */
export type FileAssertion = { readonly file: string } & (
  | { readonly kind: "absent" }
  | { readonly kind: "exists" }
  | { readonly kind: "text"; readonly match: Match; readonly expected: unknown }
  | { readonly kind: "json"; readonly values: readonly ValueAssertion[] }
);

/** That a call must be refused, and in which words. */
export interface ErrorExpectation {
  readonly code?: string;
  readonly message?: string;
  readonly contains?: string;
  readonly mentions?: readonly string[];
  /** Whether the files must be as before the call. */
  readonly leaves: "unchanged" | "anything";
}

export interface Expectations {
  readonly returns: readonly ValueAssertion[];
  /** Absent: the call must be accepted. */
  readonly error?: ErrorExpectation;
  readonly files: readonly FileAssertion[];
}

/** `null`: must not exist. A string: written as it is. */
export type GivenFiles = readonly { readonly file: string; readonly text: string | null }[];

export type Step = { readonly description?: string } & (
  | { readonly kind: "action"; readonly tool: string; readonly params: Params; readonly expect: Expectations }
  | { readonly kind: "event"; readonly event: string; readonly params: Params; readonly expect: Expectations }
  | { readonly kind: "write_files"; readonly files: GivenFiles; readonly expect: Expectations }
  | { readonly kind: "delete_files"; readonly files: readonly string[]; readonly expect: Expectations }
);

export interface Case {
  /** The immutable test_id. */
  readonly id: string;
  /** What selection compares: contract, file and id, divided by `/`. */
  readonly name: string;
  readonly description: string;
  /** The fixture file, as a reader finds it. */
  readonly file: string;
  readonly line: number;
  /** Requirement ids. */
  readonly verifies: readonly string[];
  readonly given: GivenFiles;
  readonly steps: readonly Step[];
}

/** The tools that a case expects to be refused somewhere. */
export function refusedTools(testCase: Case): ReadonlySet<string> {
  return toolsWhere(testCase, true);
}

/** The tools from which a case expects a good answer. */
export function answeringTools(testCase: Case): ReadonlySet<string> {
  return toolsWhere(testCase, false);
}

function toolsWhere(testCase: Case, refused: boolean): ReadonlySet<string> {
  return new Set(
    testCase.steps.flatMap((step) =>
      step.kind === "action" && (step.expect.error !== undefined) === refused ? [step.tool] : [],
    ),
  );
}

/** The operations that a case needs the implementation to offer. */
export function operationsOf(testCase: Case): {
  readonly tools: readonly string[];
  readonly events: readonly string[];
} {
  return {
    tools: testCase.steps.flatMap((step) => (step.kind === "action" ? [step.tool] : [])),
    events: testCase.steps.flatMap((step) => (step.kind === "event" ? [step.event] : [])),
  };
}
