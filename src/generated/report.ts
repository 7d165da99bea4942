/* Generated from conformance/schema/report.schema.json by `npm run generate`. */

export type Count = number;

/**
 * What a conformance run found. A run validates what it writes against this schema.
 */
export interface Report {
  /**
   * Version of this form; the second number rises when fields are added.
   */
  report_version: "1.0";
  /**
   * Version of nexus-core that judged.
   */
  kit_version?: string;
  contract: string;
  contract_version: string;
  profile: string;
  implementation: {
    name: string;
    version?: string;
  };
  /**
   * The adapter as it was named on the command line.
   */
  adapter: string;
  /**
   * The number that decided the order in which the cases were judged; absent where it was that of the files.
   */
  seed?: number;
  /**
   * The mapping of the configuration file, where there was one: what it supplies and moves is no doing of the implementation.
   */
  mapping?: {};
  verdict: "conforms" | "does-not-conform" | "nothing-judged" | "adapter-error";
  summary: {
    cases: CaseCounts;
    requirements: {
      MUST: RequirementCounts;
      SHOULD: RequirementCounts;
      MAY: RequirementCounts;
    };
  };
  baseline?: BaselineResult;
  /**
   * What several cases have in common that speaks of the adapter rather than of the implementation behind it; absent where there is nothing of the kind.
   *
   * @minItems 1
   */
  symptoms?: Symptom[];
  requirements: RequirementResult[];
  cases: CaseResult[];
}
export interface CaseCounts {
  total: Count;
  passed: Count;
  /**
   * The implementation answered wrongly.
   */
  failed: number;
  /**
   * The case could not be judged: a hang, a crash, a broken adapter.
   */
  errored: number;
  /**
   * Not run: not applicable to this implementation, or left out.
   */
  skipped: number;
  /**
   * Failed or could not be judged, as the baseline says.
   */
  known_failing: number;
  /**
   * Passed, although the baseline lists it as failing.
   */
  unexpectedly_passing: number;
}
/**
 * total = conforming + violated + not_observed + not_applicable. Untested requirements are counted apart.
 */
export interface RequirementCounts {
  total: Count;
  conforming: Count;
  violated: Count;
  not_observed: Count;
  not_applicable: Count;
  untested: Count;
}
/**
 * What a baseline of known failures meant for this run. It excuses the exit code, never the verdict.
 */
export interface BaselineResult {
  file: string;
  /**
   * Number of entries.
   */
  failing: number;
  /**
   * Number of entries.
   */
  flaky: number;
  /**
   * Whether nothing but what the baseline lists stands against the implementation, and no entry is stale, expired or unknown.
   */
  holds: boolean;
  findings: BaselineFinding[];
}
export interface BaselineFinding {
  code: string;
  /**
   * Baseline file with the line of the entry.
   */
  place: string;
  message: string;
  remedy: string;
}
export interface Symptom {
  kind: "dropped-calls" | "swallowed-refusals" | "swapped-answers" | "invented-fields";
  /**
   * What was seen, and where to look.
   */
  text: string;
  /**
   * Ids of the cases that show it.
   *
   * @minItems 1
   */
  cases: string[];
}
export interface RequirementResult {
  id: string;
  level: "MUST" | "SHOULD" | "MAY";
  text?: string;
  /**
   * conforming: at least one case that observes it passed and none failed. not_observed: no case came to a judgement. not_applicable: it speaks of a surface that the implementation does not offer. untested: no fixture can observe it.
   */
  status: "conforming" | "violated" | "not_observed" | "not_applicable" | "untested";
  /**
   * Whether every case that stands against it is listed in the baseline. Its status is never conforming.
   */
  known?: true;
  /**
   * Ids of the cases that verify it.
   */
  cases: string[];
}
export interface CaseResult {
  id: string;
  /**
   * What --run and --skip compare.
   */
  name?: string;
  /**
   * Fixture file with its line.
   */
  file: string;
  description?: string;
  verifies?: string[];
  /**
   * How many steps it has.
   */
  steps?: number;
  status: "passed" | "failed" | "errored" | "skipped" | "known_failing" | "unexpectedly_passing";
  /**
   * Why it was skipped.
   */
  reason?: string;
  known?: KnownCase;
  duration_ms: number;
  failures: Failure[];
  /**
   * Seen, and no reason to fail: fields that the contract does not have.
   */
  notes?: string[];
  /**
   * What the failing step did to the files.
   */
  changes?: FileTexts[];
  /**
   * Every step that was taken, with --trace.
   */
  trace?: TracedStep[];
  /**
   * The kept folder of the case.
   */
  workspace?: string;
  /**
   * Runs this case alone.
   */
  repro: string;
}
/**
 * What the baseline says of this case.
 */
export interface KnownCase {
  list: "failing" | "flaky";
  /**
   * Baseline file with the line of the entry.
   */
  place: string;
  reason: string;
  issue?: string;
  expires?: string;
}
export interface Failure {
  code: string;
  message: string;
  /**
   * Index from 0.
   */
  step: number;
  /**
   * Workspace file.
   */
  file?: string;
  /**
   * Path into the answer or the file.
   */
  path?: string;
  expected?: unknown;
  actual?: unknown;
  /**
   * What an oracle's finding violates.
   */
  requirement?: string;
}
/**
 * A file before and after a step; null where it did not exist. Very long texts are cut.
 */
export interface FileTexts {
  file: string;
  before: string | null;
  after: string | null;
}
export interface TracedStep {
  /**
   * Index from 0.
   */
  step: number;
  /**
   * The tool or event, or what else was done.
   */
  kind: string;
  calls: TracedCall[];
  changes: FileTexts[];
}
/**
 * A call without answer and refusal never got one.
 */
export interface TracedCall {
  /**
   * The tool or event.
   */
  call: string;
  /**
   * The agent that acted.
   */
  as?: string;
  params: unknown;
  answer?: unknown;
  refusal?: {
    message: string;
    code?: string;
    details?: unknown;
  };
}
