import type { SchemaIssue } from "../../base/json-schema.js";

/** What a matcher says of a value: nothing when it holds, otherwise the problem in a few words. */
export type Test = (value: unknown) => string | undefined;

/** What lies outside a matcher and can be named in one. Both throw a NexusError for a name that nothing has. */
export interface MatchContext {
  /** A value that an earlier step has kept. */
  captured(name: string): unknown;
  /** A schema of the contract, by its path beside contract.yml. */
  schema(path: string): (value: unknown) => readonly SchemaIssue[];
}

/** One operator of the matcher language; the fixture schema has checked the type of its operand. */
export interface Operator<Operand> {
  readonly name: string;
  /** @throws Error when the operand cannot be used */
  compile(operand: Operand, context: MatchContext): Test;
}
