import type { AnySchemaObject } from "ajv/dist/2020.js";
import type { MethodContext } from "../methods/method.js";

/** A tool that this service offers beside the methods of the contract. */
export interface Extension<Params = never> {
  /** Tells agents what the tool does and when to call it. */
  readonly description: string;
  readonly isReadOnly?: true;
  readonly isIdempotent?: true;
  /** Schemas of the parameters and the answer. They may refer to `common.json` of the contract. */
  readonly input: AnySchemaObject;
  readonly output: AnySchemaObject;
  /**
   * Runs the tool.
   * @throws ThreadError if the call is refused; nothing changes then
   */
  run(params: Params, context: MethodContext): Promise<object>;
}

/** The schema of an object with these members and no others. */
export function closedObject(properties: AnySchemaObject, required: readonly string[] = []): AnySchemaObject {
  return { type: "object", additionalProperties: false, properties, required };
}
