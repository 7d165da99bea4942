/* Generated from conformance/state-schemas/memory-access.schema.json by `npm run generate`. */

/**
 * One line of a harness's memory-access.jsonl: how often and by whom one file of .nexus/memory/ was read. A file has one line.
 */
export interface MemoryAccess {
  schema_version?: string;
  /**
   * The file that was read, from the root of the project, with forward slashes.
   */
  path: string;
  /**
   * Time of the last read.
   */
  last_accessed_ts: string;
  /**
   * Reads so far; the first makes it 1.
   */
  access_count: number;
  /**
   * Who read it last.
   */
  last_agent: string;
}
