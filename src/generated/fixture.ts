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
  /**
   * Environment variables that the implementation is started with.
   */
  environment?: {
    [k: string]: string;
  };
  /**
   * Surfaces of the contract that the case needs; without them it is not applicable.
   *
   * @minItems 1
   */
  surfaces?: string[];
  covers?: Covers;
  uncovered_params?: string[];
  precondition?: {
    state_files?: GivenFiles;
    /**
     * Files of a user around the workspace, by their path from the guarded folder three levels above it: text as {"text": …}, anything else as JSON.
     */
    guarded_files?: {
      [k: string]: unknown;
    };
    git?: GivenRepository;
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
    git?: Assertions;
    /**
     * true: the call must be refused; false: it must not.
     */
    error?: boolean;
    /**
     * Text within the refusal; implies error.
     */
    error_contains?: string;
    assert_error?: ErrorAssertion;
    assert_either?: EitherAssertion;
  };
} & {
  [k: string]: unknown;
};
export type FixtureStep = Step & Step1;
export type Step = {
  [k: string]: unknown;
};
/**
 * The agent that acts, where a case has several.
 */
export type Agent = string;
/**
 * A call that is running meanwhile; what it answers does not matter.
 */
export type Call = {
  as?: Agent;
  action?: Action;
  event?: Event;
} & {
  [k: string]: unknown;
};
export type Call1 = {
  as?: Agent;
  action?: Action;
  event?: Event;
} & Call2;
export type Call2 = {
  [k: string]: unknown;
};
export type ConcurrentCalls = {
  /**
   * @minItems 2
   */
  calls?: Call1[];
  times?: number;
  each?: Call3;
  /**
   * So many sessions of the implementation share the workspace and the calls; 1 where absent.
   */
  processes?: number;
} & ConcurrentCalls1;
/**
 * One call; {{n}} counts from 1.
 */
export type Call3 = {
  as?: Agent;
  action?: Action;
  event?: Event;
} & {
  [k: string]: unknown;
};
export type ConcurrentCalls1 = {
  [k: string]: unknown;
};
/**
 * An ISO 8601 date and time that lies so many seconds after a captured one.
 */
export type SecondsAfter = {
  [k: string]: unknown;
} & {
  of: string;
  min?: number;
  max?: number;
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
 * Path to content. null: must not exist. {"text": …}: written as it is. {"symlink": …}: a symbolic link to a path from the folder it stands in, up to three levels above the workspace, or to {HOME}/…. {"fifo": true}: a named pipe. {"device": "zero"} or "null": a link to that device. Anything else: written as JSON.
 */
export interface GivenFiles {
  [k: string]: unknown;
}
/**
 * true, or an object that says more: the workspace is a git repository whose only commit holds the given files. false: it is in no repository. Where git is not installed, the case is not applicable.
 */
export interface GivenRepository {
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
  as?: Agent;
  action?: Action;
  event?: Event;
  /**
   * Keeps values of the answer: name to path. Later, {{name}} stands for the value.
   */
  capture?: {
    [k: string]: string;
  };
  /**
   * Name of a shared opening in the contract's openings.json, whose steps come in this place.
   */
  use?: string;
  write_files?: GivenFiles1;
  /**
   * Somebody else deletes these files.
   *
   * @minItems 1
   */
  delete_files?: string[];
  concurrent?: Concurrent;
  restart?: Restart;
  wait?: Wait;
  assert_return?: Assertions;
  assert_error?: ErrorAssertion;
  assert_either?: EitherAssertion;
  assert_outcomes?: Outcomes;
  assert_state?: FileAssertions;
  assert_git?: Assertions;
}
/**
 * Path to content. null: must not exist. {"text": …}: written as it is. {"symlink": …}: a symbolic link to a path from the folder it stands in, up to three levels above the workspace, or to {HOME}/…. {"fifo": true}: a named pipe. {"device": "zero"} or "null": a link to that device. Anything else: written as JSON.
 */
export interface GivenFiles1 {
  [k: string]: unknown;
}
/**
 * Calls that are made at the same time.
 */
export interface Concurrent {
  [k: string]: unknown;
}
/**
 * Ends the implementation with a signal and opens it again over the same files.
 */
export interface Restart {
  signal: "SIGTERM" | "SIGKILL";
  during?: Call;
  /**
   * first-write, the default: as soon as the call has changed a file. A number: so many milliseconds.
   */
  after?: {
    [k: string]: unknown;
  };
}
/**
 * Milliseconds in real time, or a time by which the implementation's clock moves.
 */
export interface Wait {
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
 * The call may be answered or refused.
 */
export interface EitherAssertion {
  /**
   * Texts that neither the answer nor the refusal holds.
   *
   * @minItems 1
   */
  conceals?: string[];
}
/**
 * How many of the calls were accepted and refused. Where absent, all must be accepted.
 */
export interface Outcomes {
  ok?: Count;
  /**
   * A number of refusals, or a count for each code (for each text where there is no code), and no others.
   */
  errors?: {
    [k: string]: unknown;
  };
  /**
   * Paths at which all accepted calls were answered with the same value; $ is the whole answer.
   *
   * @minItems 1
   */
  alike?: string[];
  /**
   * Paths at which no two accepted calls were answered with the same value.
   *
   * @minItems 1
   */
  distinct?: string[];
}
export interface Count {
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
/**
 * openings.json of a contract: steps that several cases begin with, by name.
 */
export interface Openings {
  /**
   * @minItems 1
   */
  [k: string]: FixtureStep[];
}
export interface FixtureRepository {
  /**
   * The branch that is checked out; main where absent.
   */
  branch?: string;
  /**
   * No branch is checked out, but the commit itself.
   */
  detached?: true;
  /**
   * There is no commit yet.
   */
  commit?: false;
  /**
   * Given files that git does not know.
   *
   * @minItems 1
   */
  uncommitted?: string[];
  /**
   * Given files that are staged and in no commit.
   *
   * @minItems 1
   */
  staged?: string[];
  /**
   * What is under way.
   */
  in_progress?: "merge" | "rebase" | "cherry-pick" | "revert";
  /**
   * Shell scripts by the names of the hooks that run them.
   */
  hooks?: {
    [k: string]: string;
  };
  /**
   * Nobody has said who commits.
   */
  identity?: false;
}
export interface Matcher {
  type?: "iso8601" | "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";
  min?: number;
  max?: number;
  minLength?: number;
  maxLength?: number;
  length?: number;
  pattern?: string;
  /**
   * @minItems 1
   */
  one_of?: unknown[];
  /**
   * A part of a string, or an item of an array.
   */
  contains?: {
    [k: string]: unknown;
  };
  /**
   * Nothing at this path; stands alone.
   */
  absent?: true;
  /**
   * An ISO 8601 date and time at most so many seconds ago.
   */
  recent?: number;
  /**
   * Name of a captured value that this one equals.
   */
  same_as?: string;
  /**
   * Name of a captured value that this one must not equal.
   */
  differs_from?: string;
  seconds_after?: SecondsAfter;
  /**
   * JSON Schema of the contract that the value keeps to, beside contract.yml.
   */
  schema?: string;
  equals?: unknown;
}
