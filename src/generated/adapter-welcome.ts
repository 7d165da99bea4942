/* Generated from conformance/schema/adapter-protocol.schema.json by `npm run generate`. */

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
   * Surfaces of the contract that it offers; tools where absent.
   */
  surfaces?: string[];
  /**
   * The program keeps nothing in memory from one case to the next, so one process may serve many cases.
   */
  pool?: boolean;
}
