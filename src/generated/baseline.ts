/* Generated from conformance/schema/baseline.schema.json by `npm run generate`. */

/**
 * These cases fail. One that passes is stale, and fails the run.
 */
export type Entries = BaselineEntryData[] | null;
/**
 * These cases pass at some times and fail at others.
 */
export type Entries1 = BaselineEntryData[] | null;

/**
 * Cases that are known not to pass, each with its reason. The file of --baseline.
 */
export interface Baseline {
  $schema?: string;
  failing?: Entries;
  flaky?: Entries1;
}
export interface BaselineEntryData {
  /**
   * The test_id.
   */
  case: string;
  /**
   * The step that fails, as an index from 0, like in the JSON report. Where it is absent, any step may.
   */
  step?: number;
  /**
   * Why it does not pass.
   */
  reason: string;
  /**
   * Where the work on it is followed.
   */
  issue?: string;
  /**
   * The last day on which the entry counts, as YYYY-MM-DD.
   */
  expires?: string;
}
