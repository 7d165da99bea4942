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

/** A schema file of the contract. */
export function contractSchema(
  folder: "tool-schemas" | "event-schemas" | "state-schemas",
  file: string,
): AnySchemaObject {
  return load(`nexus-core/conformance/${folder}/${file}`);
}

/**
 * The contract's parameter schemas of tools or events, by name.
 * @param others schemas that these refer to
 */
export function inputsOf<Name extends string>(
  folder: "tool-schemas" | "event-schemas",
  names: readonly Name[],
  others: readonly AnySchemaObject[] = [],
): (name: Name) => ParamsSchema {
  const inputs = schemaFamily([...others, ...names.map((name) => contractSchema(folder, `${name}.input.json`))]);
  return (name) => paramsSchemaOf(schemaIn(inputs, `${name}.input.json`));
}

/** Validators for files by schema name. They report the first breach; unknown fields are allowed. */
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

/** The schema of a tool's parameters. */
export const paramsSchema: (tool: ToolName) => ParamsSchema = inputsOf(
  "tool-schemas",
  TOOL_NAMES,
  STATES.map((name) => contractSchema("state-schemas", `${name}.schema.json`)),
);

/** Where a state file breaks its schema. */
export const stateBreaches: (name: (typeof STATES)[number], value: unknown) => readonly ErrorObject[] =
  breachesOf(STATES);

/**
 * The schema for reading: it also accepts fields that a newer minor version has added
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
