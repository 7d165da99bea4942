/* Generated from conformance/schema/adapter-protocol.schema.json by `npm run generate`. */

/**
 * What the kit says.
 */
export type Request = Hello | Open | Call | Emit | Advance | Close;
/**
 * Names the request; its response carries the same.
 */
export type Id = number;

/**
 * The result of hello.
 */
export interface Welcome {
  /**
   * Name of the implementation, for the report.
   */
  name: string;
  /**
   * Version of the implementation.
   */
  version?: string;
  /**
   * Harness id that it writes into its state.
   */
  harness_id?: string;
  /**
   * Tools that it offers; all of the contract's where absent.
   */
  tools?: string[];
  /**
   * Events that it takes; all of the contract's where absent.
   */
  events?: string[];
  /**
   * Surfaces of the contract that it offers; tools where absent.
   */
  surfaces?: string[];
  /**
   * The implementation's clock can be moved, by advance.
   */
  clock?: boolean;
  /**
   * The program keeps nothing in memory from one case to the next, so one process may serve many cases.
   */
  pool?: boolean;
}
/**
 * Said once to each process, before anything else. Its result is a welcome.
 */
export interface Hello {
  id: Id;
  cmd: "hello";
  /**
   * Version of this protocol.
   */
  protocol: 1;
  /**
   * Id of the contract that is judged by.
   */
  contract: string;
  contract_version: string;
}
/**
 * Begins a case. Its result is not looked at.
 */
export interface Open {
  id: Id;
  cmd: "open";
  /**
   * Absolute path of the folder of this case.
   */
  workspace: string;
  /**
   * Harness id for files below the state folder.
   */
  harness_id: string;
  /**
   * Environment variables that the case asks for; the process has them already.
   */
  environment: {
    [k: string]: string;
  };
}
/**
 * Calls a tool. Its result is the tool's answer.
 */
export interface Call {
  id: Id;
  cmd: "call";
  tool: string;
  params: {};
  /**
   * The agent that acts, where a case has several.
   */
  as?: string;
  /**
   * The token with which that agent proves who it is, where the contract has credentials.
   */
  credential?: string;
}
/**
 * Delivers a lifecycle event. Its result is the answer of the implementation, if it has one.
 */
export interface Emit {
  id: Id;
  cmd: "emit";
  event: string;
  params: {};
  as?: string;
  credential?: string;
}
/**
 * Moves the clock of the implementation forward, where the welcome said that it has one. Its result is not looked at.
 */
export interface Advance {
  id: Id;
  cmd: "advance";
  milliseconds: number;
}
/**
 * Ends a case. Its result is not looked at. Another open may follow when the welcome said so.
 */
export interface Close {
  id: Id;
  cmd: "close";
}
/**
 * What the program says: one response to each request, in any order.
 */
export interface Response {
  id: Id;
  /**
   * The answer, as any JSON value.
   */
  result?: {
    [k: string]: unknown;
  };
  refusal?: Refusal;
  /**
   * The adapter program could not ask the implementation. The case cannot be judged.
   */
  failure?: string;
}
/**
 * The implementation refused.
 */
export interface Refusal {
  message: string;
  code?: string;
  /**
   * Whatever else the implementation says about it.
   */
  details?: {
    [k: string]: unknown;
  };
}
