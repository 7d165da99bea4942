import { createRequire } from "node:module";
import { Ajv2020, type AnySchemaObject, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { StateName, ToolName } from "./tool.js";
import { TOOL_NAMES } from "./tools.js";

const load = createRequire(import.meta.url) as (path: string) => AnySchemaObject;

export interface ParamsSchema {
  /** The parameters in the order in which the contract lists them, each with its schema. */
  readonly properties: Readonly<Record<string, AnySchemaObject>>;
  readonly check: ValidateFunction;
}

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
  const inputs = family([...others, ...names.map((name) => contractSchema(folder, `${name}.input.json`))]);
  return (name) => {
    const check = schemaOf(inputs, `${name}.input.json`);
    const { properties = {} } = check.schema as AnySchemaObject;
    return { properties: properties as ParamsSchema["properties"], check };
  };
}

/**
 * Where files break their schemas first, by name; fields that a schema does not know are no breach. Nobody tells more
 * than the first, and to collect all of them takes time with the square of their number.
 */
export function breachesOf<Name extends string>(
  names: readonly Name[],
): (name: Name, value: unknown) => readonly ErrorObject[] {
  const files = names.map((name) => withNewerFields(contractSchema("state-schemas", `${name}.schema.json`)));
  const schemas = family(files, { allErrors: false });
  return (name, value) => {
    const check = schemaOf(schemas, `${name}.schema.json`);
    return check(value) === true ? [] : (check.errors ?? []);
  };
}

const STATES = ["plan", "tasks", "history"] as const satisfies readonly StateName[];

/** For the parameters of a tool. */
export const paramsSchema: (tool: ToolName) => ParamsSchema = inputsOf(
  "tool-schemas",
  TOOL_NAMES,
  STATES.map((name) => contractSchema("state-schemas", `${name}.schema.json`)),
);

/** For a state file. */
export const stateBreaches: (name: StateName, value: unknown) => readonly ErrorObject[] = breachesOf(STATES);

/** Schemas that may refer to each other. Each is compiled when it is first used. */
function family(schemas: readonly AnySchemaObject[], { allErrors = true } = {}): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors,
    strictRequired: false,
    strictTypes: false,
    allowUnionTypes: true,
    // The schemas ship with the contract, which holds them to the meta-schema; without both a start takes half as long.
    validateSchema: false,
    code: { optimize: false },
  });
  addFormats.default(ajv);
  for (const schema of schemas) ajv.addSchema(schema);
  return ajv;
}

/** The check of one of them. */
function schemaOf(ajv: Ajv2020, id: string): ValidateFunction {
  const validate = ajv.getSchema(id);
  if (validate === undefined) throw new Error(`the contract has no schema ${id}`);
  return validate as ValidateFunction;
}

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
