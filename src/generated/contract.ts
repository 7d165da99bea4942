/* Generated from conformance/schema/contract.schema.json by `npm run generate`. */

export type Name = string;
export type RequirementId = string;

/**
 * What an implementation must do, as data: tools, events, state files, profiles and numbered requirements.
 */
export interface Contract {
  id: Name;
  /**
   * Version of the contract, which changes apart from the version of the package.
   */
  version: string;
  title: string;
  /**
   * Where the facts of this contract come from.
   */
  source: string;
  /**
   * The ways in which an implementation can be reached. An adapter declares which it offers; requirements of the rest are not applicable.
   *
   * @minItems 1
   */
  surfaces: Name[];
  /**
   * From the smallest to the largest; each includes those before it.
   *
   * @minItems 1
   */
  profiles: Name[];
  envelope?: Envelope;
  /**
   * Globs of the fixture files, beside contract.yml. Where absent: every .json below tools, lifecycle, decisions and scenarios.
   *
   * @minItems 1
   */
  fixtures?: string[];
  /**
   * What the token {STATE_ROOT} stands for in fixture paths.
   */
  state_root?: string;
  /**
   * What every case finds before its own precondition.
   */
  workspace?: {
    /**
     * Globs of paths, tokens allowed, that every call may touch.
     */
    ignore?: string[];
    /**
     * Environment variables that the implementation is started with in every case; those of the case win. {CONTRACT} stands for the absolute folder of this file.
     */
    environment?: {
      [k: string]: string;
    };
  };
  tools: {
    [k: string]: Tool;
  };
  events?: {
    [k: string]: Event;
  };
  state?: StateFile[];
  /**
   * The requirement that an oracle's finding violates.
   */
  oracles?: {
    output?: RequirementId;
    /**
     * Of a refusal that breaks envelope.error.schema.
     */
    error?: string;
    state?: RequirementId;
    tree?: RequirementId;
    /**
     * Of a call that changes something around the workspace; that of tree where absent.
     */
    outside?: string;
    /**
     * Of a call that waits for a pipe or a device which a case has put into the workspace.
     */
    wait?: string;
  };
  /**
   * The module that exports the model of this contract as default, as a path from the folder of contract.yml. nexus-conformance fuzz needs it.
   */
  model?: string;
  /**
   * The file of the tokens with which the actors of fixtures prove who they are, beside contract.yml; conformance/schema/credentials.schema.json is its schema.
   */
  credentials?: string;
  /**
   * What holds of a list in a state file after every call, whatever the call was.
   */
  invariants?: Invariant[];
  /**
   * Decision tables: every combination of a value of each axis is one cell that a case has to ask for.
   */
  tables?: {
    [k: string]: Table;
  };
  /**
   * What no case can assert, and why: counted apart by nexus-conformance coverage.
   */
  unasserted?: Unasserted[];
  /**
   * @minItems 1
   */
  requirements: Requirement[];
}
/**
 * How an answer is told apart: value or error. An error that is thrown is always an error.
 */
export interface Envelope {
  /**
   * Path of the value within the answer; the whole answer where absent.
   */
  value?: string;
  error?: {
    /**
     * A path that is present and not null, or PATH == JSON.
     */
    when: string;
    code?: string;
    message?: string;
    details?: string;
    /**
     * JSON Schema of a refusal, whole as it is answered, beside contract.yml.
     */
    schema?: string;
  };
}
export interface Tool {
  profile: Name;
  /**
   * The surface on which the tool is offered; tools where absent.
   */
  surface?: string;
  /**
   * JSON Schema of the parameters, beside contract.yml.
   */
  input?: string;
  /**
   * JSON Schema of the return value, beside contract.yml.
   */
  output?: string;
  /**
   * State files that the tool needs; one of these that is broken hinders it, and no other does.
   */
  reads?: string[];
  /**
   * Globs of the files that the tool may create, change or delete.
   */
  writes?: string[];
}
export interface Event {
  profile: Name;
  /**
   * JSON Schema of the parameters, beside contract.yml.
   */
  input?: string;
  /**
   * JSON Schema of the answer, beside contract.yml. An event may be answered by nothing.
   */
  output?: string;
  writes?: string[];
}
export interface StateFile {
  /**
   * Glob of the files from the workspace.
   */
  path: string;
  format?: "json" | "jsonl";
  schema: string;
}
export interface Invariant {
  id: Name;
  /**
   * The requirement that a breach violates.
   */
  requirement: string;
  /**
   * grows: items are added behind those that were there, which stay equal. unique: no two items have the same key. rises: every key is larger than the one before it.
   */
  rule: "grows" | "unique" | "rises";
  /**
   * Path from the workspace, tokens allowed.
   */
  file: string;
  /**
   * Path of the list in the file; the lines of a .jsonl file are $.
   */
  list: string;
  /**
   * Member of each item that unique and rises compare.
   */
  key?: string;
}
export interface Table {
  /**
   * What decides: a tool, or an event after the word event.
   */
  of: string;
  /**
   * By name: the values of the axis, each by its name with what must hold of the parameters of a call, path to expected value as in a fixture.
   */
  axes: {
    [k: string]: {
      [k: string]: {
        [k: string]: unknown;
      };
    };
  };
}
export interface Unasserted {
  kind: "answers" | "state" | "values" | "parameters" | "choices" | "tables";
  /**
   * As the coverage names it: a tool, an event after the word event, a state schema, a table.
   */
  of: string;
  /**
   * One field, such as issues[].status; all of them where absent.
   */
  path?: string;
  /**
   * One value of the field; all of them where absent.
   */
  value?: string | number | boolean | null;
  reason: string;
}
export interface Requirement {
  id: RequirementId;
  level: "MUST" | "SHOULD" | "MAY";
  profile: Name;
  text: string;
  /**
   * It says that something is refused. A text is the whole text of the error, with <name> for what differs from call to call.
   */
  refusal?: true | string;
  /**
   * Why no fixture can observe it.
   */
  untested?: string;
  /**
   * Contract version that withdrew it; its id is never used again.
   */
  withdrawn_in?: string;
}
