import { createRequire } from "node:module";
import { Ajv2020, type AnySchemaObject, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { StateName, ToolName } from "./tool.js";
import { TOOL_NAMES } from "./tools.js";

const load = createRequire(import.meta.url) as (path: string) => AnySchemaObject;

const STATES = ["plan", "tasks", "history"] as const satisfies readonly StateName[];

const states = STATES.map((name) => load(`nexus-core/conformance/state-schemas/${name}.schema.json`));
const inputs = TOOL_NAMES.map((name) => load(`nexus-core/conformance/tool-schemas/${name}.input.json`));

const forCallers = family([...states, ...inputs]);
const forReaders = family(states.map(withNewerFields));

export interface ParamsSchema {
  /** The parameters in the order in which the contract lists them, each with its schema. */
  readonly properties: Readonly<Record<string, AnySchemaObject>>;
  readonly check: ValidateFunction;
}

/** The contract's own schema for the parameters of a tool. */
export function paramsSchema(tool: ToolName): ParamsSchema {
  const check = schemaOf(forCallers, `${tool}.input.json`);
  const { properties = {} } = check.schema as AnySchemaObject;
  return { properties: properties as ParamsSchema["properties"], check };
}

/** How a state file breaks its schema; fields that the schema does not know are no breach. */
export function stateBreaches(name: StateName, value: unknown): readonly ErrorObject[] {
  const check = schemaOf(forReaders, `${name}.schema.json`);
  return check(value) === true ? [] : (check.errors ?? []);
}

/** Schemas that may refer to each other. Each is compiled when it is first used. */
export function family(schemas: readonly AnySchemaObject[]): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
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
export function schemaOf(ajv: Ajv2020, id: string): ValidateFunction {
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
