/* Generated from conformance/schema/config.schema.json by `npm run generate`. */

/**
 * nexus-conformance.config.yml, .yaml, .json, .js, .mjs or .ts: what every run in this folder and below it uses. A flag on the command line wins over it. Paths are taken from the folder of the file.
 */
export interface Config {
  $schema?: string;
  /**
   * How to reach the implementation: module:PATH.
   */
  adapter?: string;
  /**
   * Id of a contract of the package, or the path of a folder with a contract.yml.
   */
  contract?: string;
  /**
   * The largest profile to judge.
   */
  profile?: string;
  /**
   * The weakest level to judge.
   */
  level?: "must" | "should" | "may";
  /**
   * Globs of cases to leave out; they count as not observed.
   */
  skip?: string[];
  /**
   * Fixture files, folders or globs to judge by instead of the contract's own.
   *
   * @minItems 1
   */
  fixtures?: string[];
  /**
   * File of cases that are known not to pass.
   */
  baseline?: string;
  /**
   * Folder for a record of each failing case, which replay runs again.
   */
  store?: string;
  /**
   * FORMAT or FORMAT:FILE, any number of them.
   *
   * @minItems 1
   */
  reporter?: string[];
  /**
   * Notes and violated SHOULD requirements fail the run.
   */
  strict?: boolean;
  /**
   * Time limit of each call in milliseconds.
   */
  timeout?: number;
}
