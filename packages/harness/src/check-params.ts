import type { ErrorObject } from "ajv";
import type { AnySchemaObject } from "ajv/dist/2020.js";
import { definedOnly } from "nexus-core/base";
import { placeOf, problemOf } from "./problem.js";
import { type ParamsSchema, paramsSchema } from "./schemas.js";
import type { ToolName, ToolTypes } from "./tool.js";
import { ToolError } from "./tool-error.js";

/**
 * The parameters of a call, checked against the contract's schema of the tool. A member that is undefined counts as
 * absent, and digits may stand for an id (`core.params.digit-ids`).
 * @throws ToolError for what is wrong first: an unknown parameter, then a missing one, then a value that does not fit,
 * each in the order of the contract
 */
export function checkParams<Name extends ToolName>(tool: Name, given: unknown): ToolTypes[Name]["params"] {
  return checkAgainst(tool, paramsSchema(tool), given) as ToolTypes[Name]["params"];
}

/**
 * The same for anything that a contract has a schema of.
 * @throws ToolError as {@link checkParams} does
 */
export function checkAgainst(tool: string, schema: ParamsSchema, given: unknown): Readonly<Record<string, unknown>> {
  const params = idsAsNumbers(membersOf(tool, given), schema.properties);
  if (!schema.check(params)) throw refusalOf(tool, schema, schema.check.errors ?? []);
  return params;
}

function membersOf(tool: string, given: unknown): Readonly<Record<string, unknown>> {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw ToolError.of("INVALID_PARAMETER", { tool, parameter: "params", problem: "the parameters must be an object" });
  }
  return definedOnly(given as Readonly<Record<string, unknown>>);
}

type Properties = ParamsSchema["properties"];

function idsAsNumbers(
  params: Readonly<Record<string, unknown>>,
  properties: Properties,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, idsIn(value, properties[name])]));
}

function idsIn(value: unknown, schema: AnySchemaObject | undefined): unknown {
  if (schema?.["type"] === "array" && Array.isArray(value)) return value.map((item) => idsIn(item, schema["items"]));
  return schema?.["type"] === "integer" && typeof value === "string" && /^\d{1,15}$/u.test(value)
    ? Number(value)
    : value;
}

function refusalOf(tool: string, { properties }: ParamsSchema, errors: readonly ErrorObject[]): ToolError {
  const names = Object.keys(properties);
  const unknown = errors.find(({ keyword }) => keyword === "additionalProperties");
  if (unknown !== undefined) {
    const known = names.length === 0 ? "It has none" : `It takes ${names.join(", ")}`;
    return ToolError.of("UNKNOWN_PARAMETER", { tool, parameter: unknown.params["additionalProperty"], known });
  }
  const missing = errors.filter(({ keyword, instancePath }) => keyword === "required" && instancePath === "");
  const parameter = names.find((name) => missing.some(({ params }) => params["missingProperty"] === name));
  if (parameter !== undefined) return ToolError.of("MISSING_PARAMETER", { tool, parameter });

  if (tool === "plan_update" && errors.some(({ instancePath }) => instancePath === "/action")) {
    return ToolError.of("UNKNOWN_ACTION", {});
  }
  const byOrder = names.flatMap((name) => errors.filter(({ instancePath }) => instancePath.split("/")[1] === name));
  const [first] = byOrder;
  if (first === undefined) throw new Error(`${tool} was refused without a reason`);
  return ToolError.of("INVALID_PARAMETER", { tool, parameter: placeOf(first), problem: problemOf(first) });
}
