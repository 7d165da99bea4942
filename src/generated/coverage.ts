/* Generated from conformance/schema/coverage.schema.json by `npm run generate`. */

export type CoverageKind =
  "requirements" | "refusals" | "answers" | "state" | "values" | "parameters" | "choices" | "tables";

/**
 * What the cases of one run have really asserted of a contract.
 */
export interface CoverageReport {
  coverage_version: "1.1";
  kit_version: string;
  contract: string;
  contract_version: string;
  profile: string;
  implementation: {
    name: string;
    version?: string;
  };
  adapter: string;
  /**
   * Of the run; cases that did not pass cover nothing.
   */
  verdict: "conforms" | "does-not-conform" | "nothing-judged" | "adapter-error";
  /**
   * Each kind of unit, counted.
   */
  kinds: KindCount[];
  units: CoverageUnit[];
  claims: ClaimCounts;
  /**
   * Claims that nothing asserted, and entries of unasserted in contract.yml that are no longer true.
   */
  findings: CoverageFinding[];
}
export interface KindCount {
  kind: CoverageKind;
  /**
   * What can be covered: without what is listed as unasserted, and without what does not apply.
   */
  total: number;
  covered: number;
  /**
   * With one decimal, rounded down; 100 where there is nothing to cover.
   */
  percent: number;
  /**
   * Those not covered whose form was looked at, by a matcher or by a schema.
   */
  form_only: number;
  /**
   * Listed in contract.yml with a reason.
   */
  unasserted: number;
  /**
   * On surfaces that the adapter does not offer.
   */
  not_applicable: number;
}
export interface CoverageUnit {
  kind: CoverageKind;
  /**
   * All that names it within its kind, for people.
   */
  name: string;
  /**
   * A requirement, a tool, an event after the word event, a state schema or a table.
   */
  of: string;
  /**
   * The field or parameter, or the cell of the table.
   */
  path?: string;
  /**
   * The value, where the unit is one.
   */
  value?: string | number | boolean | null;
  status: "covered" | "form_only" | "uncovered" | "unasserted" | "not_applicable";
  /**
   * Those that passed and asserted it.
   */
  cases: string[];
  /**
   * Those that came near, where none asserted it.
   */
  near: string[];
  /**
   * Of a requirement: whether its own cases have found a mutant that breaks it; absent where no campaign is known, or nothing can judge it.
   */
  proved?: boolean;
  /**
   * Why it is counted apart.
   */
  reason?: string;
}
/**
 * What fixtures say in covers.
 */
export interface ClaimCounts {
  total: number;
  held: number;
  /**
   * Those of cases that did not pass, or did not run.
   */
  unchecked: number;
}
export interface CoverageFinding {
  code: string;
  place: string;
  message: string;
  remedy: string;
}
