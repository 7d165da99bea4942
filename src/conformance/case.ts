/** A case as the engine runs it: every form of a fixture, brought into one. */

import type { Bindings } from "./bindings.js";
import type { Match } from "./matchers/match.js";
import type { Path } from "./path.js";

/** Parameters of a tool call or an event, as JSON. */
export type Params = Readonly<Record<string, unknown>>;

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
  /** Of what the envelope calls the details. */
  readonly details?: readonly ValueAssertion[];
  /** Whether the files must be as before the call. */
  readonly leaves: "unchanged" | "anything";
}

export interface Expectations {
  readonly returns: readonly ValueAssertion[];
  /** Absent: the call must be accepted. */
  readonly error?: ErrorExpectation;
  /** The call may be answered or refused, and neither may hold one of these texts. */
  readonly either?: { readonly conceals: readonly string[] };
  readonly files: readonly FileAssertion[];
  /** Of the repository that the workspace is. */
  readonly git: readonly ValueAssertion[];
}

/** The git repository that the workspace is before the case. */
export interface GivenRepository {
  readonly branch: string;
  readonly isDetached: boolean;
  readonly hasCommit: boolean;
  /** Files that git does not know; the paths may carry tokens. */
  readonly uncommitted: readonly string[];
  /** Files that are staged and in no commit; the paths may carry tokens. */
  readonly staged: readonly string[];
  readonly inProgress?: "merge" | "rebase" | "cherry-pick" | "revert";
  /** Shell scripts by the names of the hooks. */
  readonly hooks: Readonly<Record<string, string>>;
  /** Whether it says who commits. */
  readonly hasIdentity: boolean;
}

/**
 * `null`: must not exist. A text: written as it is. A link: a symbolic one, to a path from the folder it stands in, or to
 * one below `{HOME}`. A pipe: a named one that nobody else opens. A device: a link to the one of this name in `/dev`.
 */
export type GivenFile = { readonly file: string } & (
  | { readonly text: string | null }
  | { readonly link: string }
  | { readonly pipe: true }
  | { readonly device: Device }
);

/** `zero` gives bytes without an end, `null` none. */
export type Device = "zero" | "null";

export type GivenFiles = readonly GivenFile[];

/** Something that is asked of the implementation. */
export type Call = {
  readonly params: Params;
  /** The agent that acts. */
  readonly as?: string;
} & ({ readonly kind: "action"; readonly tool: string } | { readonly kind: "event"; readonly event: string });

/** A value of an answer that later steps use. */
export interface Capture {
  readonly name: string;
  readonly path: Path;
}

/** How many calls must be accepted and refused; what is absent is not looked at. */
export interface OutcomeExpectation {
  readonly ok?: Match;
  readonly errors?: Match;
  /** By code, or by text where there is no code; no others may come. */
  readonly errorsByCode?: ReadonlyMap<string, Match>;
  /** Where all accepted calls must have got the same value, and where each one of its own. */
  readonly alike: readonly Path[];
  readonly distinct: readonly Path[];
  /** Whether any call is expected to be accepted, and any to be refused. */
  readonly someAccepted: boolean;
  readonly someRefused: boolean;
  /** As the fixture has it, for the report. */
  readonly expected: unknown;
}

export type CallStep = Call & { readonly captures: readonly Capture[]; readonly expect: Expectations };

export interface ConcurrentStep {
  readonly kind: "concurrent";
  readonly calls: readonly Call[];
  /** Sessions of the implementation that share the calls. */
  readonly processes: number;
  readonly outcomes: OutcomeExpectation;
  readonly expect: Expectations;
}

export interface RestartStep {
  readonly kind: "restart";
  readonly signal: "SIGTERM" | "SIGKILL";
  readonly during?: Call;
  /** When to end it during the call: once a file has changed, or after so many milliseconds. */
  readonly after: "first-write" | number;
  readonly expect: Expectations;
}

export interface WaitStep {
  readonly kind: "wait";
  readonly milliseconds: number;
  /** Whether the implementation's clock moves, rather than the real one. */
  readonly clock: boolean;
  readonly expect: Expectations;
}

export type Step = {
  readonly description?: string;
  /** The same step with what the case has kept by then; absent where nothing could be kept before it. */
  readonly fill?: (bindings: Bindings) => Step;
} & (
  | CallStep
  | ConcurrentStep
  | RestartStep
  | WaitStep
  | { readonly kind: "write_files"; readonly files: GivenFiles; readonly expect: Expectations }
  | { readonly kind: "delete_files"; readonly files: readonly string[]; readonly expect: Expectations }
);

/** What a fixture says in `covers`: that it asserts this field. */
export interface Claim {
  readonly kind: "answers" | "state";
  /** The tool or the state schema, as the fixture has it. */
  readonly of: string;
  readonly path: string;
  /** Where it stands, with file, line and JSON pointer. */
  readonly place: string;
}

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
  /** Surfaces that it needs: those of its tools and events, and what it asks for besides. */
  readonly surfaces: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly given: GivenFiles;
  /** Files of a user around the workspace, by their path from the guarded folder. */
  readonly guarded: readonly { readonly file: string; readonly text: string }[];
  /** What is there before the case, with what it has kept before its first step; absent where it uses nothing of that. */
  readonly fill?: (bindings: Bindings) => Pick<Case, "given" | "repository">;
  /** `none`: the workspace is in no repository, though there is git. Absent: nothing is said. */
  readonly repository?: GivenRepository | "none";
  readonly steps: readonly Step[];
  /** Held against what the assertions touched, where coverage is asked for. */
  readonly claims: readonly Claim[];
}

/**
 * The tools whose part in a case proves nothing by itself: they are to be refused somewhere, or ended in mid-call with
 * their answer unheard.
 */
export function refusedTools(testCase: Case): ReadonlySet<string> {
  return toolsWhere(testCase, (step) => {
    if (step.kind === "restart") return true;
    return step.kind === "concurrent" ? step.outcomes.someRefused : !mustBeAnswered(step);
  });
}

/** The tools from which a case expects a good answer. */
export function answeringTools(testCase: Case): ReadonlySet<string> {
  return toolsWhere(testCase, (step) => {
    if (step.kind === "restart") return false;
    return step.kind === "concurrent" ? step.outcomes.someAccepted : mustBeAnswered(step);
  });
}

/** The events that a case fires and expects to be taken. */
export function acceptedEvents({ steps }: Case): ReadonlySet<string> {
  return new Set(
    steps.flatMap((step) => (step.kind === "event" && step.expect.error === undefined ? [step.event] : [])),
  );
}

function mustBeAnswered({ expect: { error, either } }: Step): boolean {
  return error === undefined && either === undefined;
}

function toolsWhere(testCase: Case, holds: (step: Step) => boolean): ReadonlySet<string> {
  return new Set(
    testCase.steps
      .filter(holds)
      .flatMap(callsOf)
      .flatMap((call) => (call.kind === "action" ? [call.tool] : [])),
  );
}

/** Everything that a step asks of the implementation. */
export function callsOf(step: Step): readonly Call[] {
  switch (step.kind) {
    case "action":
    case "event":
      return [step];
    case "concurrent":
      return step.calls;
    case "restart":
      return step.during === undefined ? [] : [step.during];
    default:
      return [];
  }
}

/** The operations that a case needs the implementation to offer. */
export function operationsOf(testCase: Case): {
  readonly tools: readonly string[];
  readonly events: readonly string[];
} {
  const calls = testCase.steps.flatMap(callsOf);
  return {
    tools: calls.flatMap((call) => (call.kind === "action" ? [call.tool] : [])),
    events: calls.flatMap((call) => (call.kind === "event" ? [call.event] : [])),
  };
}
