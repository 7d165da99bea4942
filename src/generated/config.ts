/* Generated from conformance/schema/config.schema.json by `npm run generate`. */

/**
 * nexus-conformance.config.yml, .yaml, .json, .js, .mjs or .ts: what every run in this folder and below it uses. A flag on the command line wins over it. Paths are taken from the folder of the file.
 */
export interface Config {
  $schema?: string;
  /**
   * How to reach the implementation: module:PATH, lines:COMMAND, mcp-stdio:COMMAND or mcp-http:URL.
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
   * How many cases are judged at a time; 1 by default.
   */
  jobs?: number;
  /**
   * Time limit of each call in milliseconds.
   */
  timeout?: number;
  /**
   * Record what every step asked, was answered and changed.
   */
  trace?: boolean;
  mapping?: Mapping;
}
/**
 * How the names and forms of the contract become those of the implementation.
 */
export interface Mapping {
  /**
   * Stands before the contract's name of every tool.
   */
  prefix?: string;
  /**
   * The implementation's name of a tool, by the contract's name. Wins over the prefix.
   */
  tools?: {
    [k: string]: string;
  };
  /**
   * For each tool or event: the implementation's name of a parameter, by the contract's name. Where the value stands deeper, a path such as $.owner.role.
   */
  params?: {
    [k: string]: Names;
  };
  /**
   * For each tool: the implementation's name of a field of the answer, by the contract's name. Where a value stands deeper, on either side, a path such as $.issue.title.
   */
  result?: {
    [k: string]: Names;
  };
  /**
   * For each tool: values of optional parameters, by the contract's names, for calls that lack them; for an implementation that demands what the contract leaves open.
   */
  supply?: {
    [k: string]: {};
  };
  /**
   * In which form refusals come. thrown and mcp (isError) are always understood; error-field: an answer with the field error; json-text: an answer that is a text holding JSON, with the field error when it is a refusal.
   */
  errors?: "thrown" | "mcp" | "error-field" | "json-text";
  /**
   * How the implementation learns the folder of a case: cwd (its working folder), none, an environment variable, or a parameter of every call.
   */
  workspace?: ("cwd" | "none") | ByEnvironment | ByParameter;
  /**
   * How the implementation learns which agent acts, in cases with several: by a parameter of every call and event, by an environment variable of every hook process, or by both.
   */
  agent?: {
    param?: string;
    env?: string;
  };
  /**
   * Where the credential of who acts is handed over, in contracts that have credentials: a parameter of every call and event, a header of every HTTP request (one other than Authorization holds the bare token), or a member of the _meta of an MCP request.
   */
  credential?: CredentialParameter | CredentialHeader | CredentialMeta;
  /**
   * The command of the hook process that delivers an event: it reads JSON on standard input, and its standard output or its exit code is the answer.
   */
  events?: {
    [k: string]: string;
  };
  /**
   * Tools that the implementation offers, by the contract's names; what the adapter says where absent.
   */
  offers?: string[];
  /**
   * Surfaces of the contract that the implementation offers; what the adapter says where absent.
   */
  surfaces?: string[];
  /**
   * Harness id that the implementation writes into its state.
   */
  harness_id?: string;
  /**
   * The implementation reads its state from disk at every call, so one process may serve many cases. Needs a workspace that is handed over as a parameter, or a lines: program.
   */
  pool?: boolean;
}
export interface Names {
  [k: string]: string;
}
export interface ByEnvironment {
  env: string;
}
export interface ByParameter {
  param: string;
}
export interface CredentialParameter {
  param: string;
}
export interface CredentialHeader {
  header: string;
}
export interface CredentialMeta {
  meta: string;
}
