import { membersOf as membersIn, noParameters, paramsProblem } from "@nexus-core/service/params/params-problem";
import type { ParamsSchema } from "@nexus-core/service/params/schemas";
import type { AnySchemaObject } from "ajv/dist/2020.js";
import type { ToolName, ToolTypes } from "../generated/register.js";
import { paramsSchema } from "./schemas.js";
import { ToolError } from "./tool-error.js";

/**
 * The parameters of a call, checked against the tool's schema. An undefined member counts as absent, and an id may be a
 * string of digits (`core.params.digit-ids`).
 * @throws ToolError for the first problem: an unknown parameter, then a missing one, then a value that does not fit
 */
export function checkParams<Name extends ToolName>(tool: Name, given: unknown): ToolTypes[Name]["params"] {
  return checkAgainst(tool, paramsSchema(tool), given) as ToolTypes[Name]["params"];
}

/**
 * Like {@link checkParams}, against any schema.
 * @throws ToolError as {@link checkParams} does
 */
export function checkAgainst(tool: string, schema: ParamsSchema, given: unknown): Readonly<Record<string, unknown>> {
  const params = idsAsNumbers(membersOf(tool, given), schema.properties);
  if (!schema.check(params)) throw refusalOf(tool, schema, params);
  return params;
}

function membersOf(tool: string, given: unknown): Readonly<Record<string, unknown>> {
  const members = membersIn(given);
  if (members === undefined) throw ToolError.ofParameters(noParameters(tool));
  return members;
}

type Properties = ParamsSchema["properties"];

function idsAsNumbers(
  params: Readonly<Record<string, unknown>>,
  properties: Properties,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, idsIn(value, schemaOf(properties, name))]),
  );
}

/** The schema of a parameter. Ignores inherited members, so that `__proto__` finds none. */
function schemaOf(properties: Properties, name: string): AnySchemaObject | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function idsIn(value: unknown, schema: AnySchemaObject | undefined): unknown {
  if (schema?.["type"] === "array" && Array.isArray(value)) return value.map((item) => idsIn(item, schema["items"]));
  return schema?.["type"] === "integer" && typeof value === "string" && /^\d{1,15}$/u.test(value)
    ? Number(value)
    : value;
}

function refusalOf(tool: string, schema: ParamsSchema, params: object): ToolError {
  const problem = paramsProblem(tool, schema, params);
  if (tool === "plan_update" && problem.row === "INVALID_PARAMETER" && problem.pointer === "/action") {
    return ToolError.of("UNKNOWN_ACTION", {});
  }
  return ToolError.ofParameters(problem);
}

/**
 * A text that is to be a file of its own. JSON can hold half of a surrogate pair, and UTF-8 cannot.
 * @throws ToolError for a text that would come back changed
 */
export function checkFileText(tool: string, parameter: string, text: string): void {
  if (!/\p{Surrogate}/u.test(text)) return;
  const problem = "it holds half of a surrogate pair, which no text file can hold";
  throw ToolError.of("INVALID_PARAMETER", { tool, parameter, problem });
}
