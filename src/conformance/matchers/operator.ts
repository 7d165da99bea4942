import type { SchemaIssue } from "../../base/json-schema.js";

/** Returns the problem in a few words, or undefined if the value matches. */
export type Test = (value: unknown) => string | undefined;

/** What a matcher can refer to by name. Both methods throw a NexusError for an unknown name. */
export interface MatchContext {
  /** A value that an earlier step captured. */
  captured(name: string): unknown;
  /** A schema of the contract, by its path beside contract.yml. */
  schema(path: string): (value: unknown) => readonly SchemaIssue[];
}

/** One operator of the matcher language. The fixture schema has checked the type of its operand. */
export interface Operator<Operand> {
  readonly name: string;
  /** @throws Error when the operand cannot be used */
  compile(operand: Operand, context: MatchContext): Test;
}
