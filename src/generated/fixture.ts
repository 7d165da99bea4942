/* Generated from conformance/schema/fixture.schema.json by `npm run generate`. */

export type FixtureCase = {
  /**
   * Never changes once published.
   */
  test_id: string;
  description: string;
  /**
   * Ids of the requirements that the case observes.
   *
   * @minItems 1
   */
  verifies?: string[];
  covers?: Covers;
  uncovered_params?: string[];
  precondition?: {
    state_files?: GivenFiles;
  };
  action?: Action;
  event?: Event;
  /**
   * @minItems 1
   */
  steps?: FixtureStep[];
  postcondition?: {
    description?: string;
    return_value?: Assertions;
    state_files?: FileAssertions;
    /**
     * true: the call must be refused; false: it must not.
     */
    error?: boolean;
    /**
     * Text within the refusal; implies error.
     */
    error_contains?: string;
    assert_error?: ErrorAssertion;
  };
} & {
  [k: string]: unknown;
};
export type FixtureStep = Step & Step1;
export type Step = {
  [k: string]: unknown;
};

export interface Covers {
  description?: string;
  state_schemas?: CoveredPaths;
  return_value?: CoveredPaths;
}
export interface CoveredPaths {
  [k: string]: string[];
}
/**
 * Path to content. null: must not exist. {"text": …}: written as it is. Anything else: written as JSON.
 */
export interface GivenFiles {
  [k: string]: unknown;
}
export interface Action {
  /**
   * Abstract tool name.
   */
  tool: string;
  params?: {};
  description?: string;
}
export interface Event {
  type: string;
  params?: {};
  description?: string;
}
export interface Step1 {
  description?: string;
  action?: Action;
  event?: Event;
  write_files?: GivenFiles1;
  /**
   * Somebody else deletes these files.
   *
   * @minItems 1
   */
  delete_files?: string[];
  assert_return?: Assertions;
  assert_error?: ErrorAssertion;
  assert_state?: FileAssertions;
}
/**
 * Path to content. null: must not exist. {"text": …}: written as it is. Anything else: written as JSON.
 */
export interface GivenFiles1 {
  [k: string]: unknown;
}
/**
 * Path to the expected value.
 */
export interface Assertions {
  [k: string]: Expected;
}
/**
 * A value, compared whole, or a matcher. null: null or absent. To compare an object whole, write {"equals": …}.
 */
export interface Expected {
  [k: string]: unknown;
}
/**
 * true: refused. Otherwise what the refusal says.
 */
export interface ErrorAssertion {
  [k: string]: unknown;
}
/**
 * Path to what must hold. null: absent. {}: exists. {"text": …}: the raw text. Otherwise paths into the JSON, or into the array of lines of a .jsonl file.
 */
export interface FileAssertions {
  [k: string]: {
    [k: string]: unknown;
  };
}
