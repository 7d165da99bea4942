import { createRequire } from "node:module";
import {
  type ParamsSchema,
  paramsSchema as paramsSchemaOf,
  schemaFamily,
  schemaIn,
} from "@nexus-core/service/params/schemas";
import type { AnySchemaObject } from "ajv/dist/2020.js";
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

const STATES = ["plan", "tasks", "history"] as const;

/** The schema of a tool's parameters. */
export const paramsSchema: (tool: ToolName) => ParamsSchema = inputsOf(
  "tool-schemas",
  TOOL_NAMES,
  STATES.map((name) => contractSchema("state-schemas", `${name}.schema.json`)),
);

/** What a schema of answers demands of values that another version may have written into the files. */
const OF_THIS_VERSION = ["minLength", "minimum", "enum", "format"];

/**
 * The schema of answers for clients, which refuse an answer that does not fit. Answers pass on what the files hold, and
 * another version may have written it: further fields (`core.state.newer-fields-accepted`), empty texts, other statuses.
 */
export function withOtherVersions<Value>(schema: Value): Value {
  if (Array.isArray(schema)) return schema.map(withOtherVersions) as Value;
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => key !== "additionalProperties" || value !== false)
      .filter(([key, value]) => !OF_THIS_VERSION.includes(key) || isObject(value))
      .map(([key, value]) => [key, withOtherVersions(value)]),
  ) as Value;
}

/** A property that has the name of a keyword is a schema, and no keyword. */
function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
