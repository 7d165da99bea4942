import { createRequire } from "node:module";
import {
  type ParamsSchema,
  paramsSchema as paramsSchemaOf,
  schemaFamily,
  schemaIn,
} from "@nexus-core/service/params/schemas";
import type { AnySchemaObject, ErrorObject } from "ajv/dist/2020.js";
import { TOOL_NAMES, type ToolName } from "../generated/register.js";

const load = createRequire(import.meta.url) as (path: string) => AnySchemaObject;

/** A schema as the contract has it. */
export function contractSchema(
  folder: "tool-schemas" | "event-schemas" | "state-schemas",
  file: string,
): AnySchemaObject {
  return load(`nexus-core/conformance/${folder}/${file}`);
}

/**
 * The contract's own schemas for the parameters of what is called or sent, by name.
 * @param others schemas that they refer to
 */
export function inputsOf<Name extends string>(
  folder: "tool-schemas" | "event-schemas",
  names: readonly Name[],
  others: readonly AnySchemaObject[] = [],
): (name: Name) => ParamsSchema {
  const inputs = schemaFamily([...others, ...names.map((name) => contractSchema(folder, `${name}.input.json`))]);
  return (name) => paramsSchemaOf(schemaIn(inputs, `${name}.input.json`));
}

/** Where files break their schemas first, by name; fields that a schema does not know are no breach. */
export function breachesOf<Name extends string>(
  names: readonly Name[],
): (name: Name, value: unknown) => readonly ErrorObject[] {
  const files = names.map((name) => withNewerFields(contractSchema("state-schemas", `${name}.schema.json`)));
  const schemas = schemaFamily(files);
  return (name, value) => {
    const check = schemaIn(schemas, `${name}.schema.json`);
    return check(value) === true ? [] : (check.errors ?? []);
  };
}

const STATES = ["plan", "tasks", "history"] as const;

/** For the parameters of a tool. */
export const paramsSchema: (tool: ToolName) => ParamsSchema = inputsOf(
  "tool-schemas",
  TOOL_NAMES,
  STATES.map((name) => contractSchema("state-schemas", `${name}.schema.json`)),
);

/** For a state file. */
export const stateBreaches: (name: (typeof STATES)[number], value: unknown) => readonly ErrorObject[] =
  breachesOf(STATES);

/**
 * The form of a schema that readers go by: a newer minor version may have added fields, and they must not be refused
 * (`core.state.newer-fields-accepted`).
 */
export function withNewerFields<Value>(schema: Value): Value {
  if (Array.isArray(schema)) return schema.map(withNewerFields) as Value;
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => key !== "additionalProperties" || value !== false)
      .map(([key, value]) => [key, withNewerFields(value)]),
  ) as Value;
}
