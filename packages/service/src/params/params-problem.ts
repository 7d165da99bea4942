import { definedOnly } from "nexus-core/base";
import { visibleLine } from "nexus-core/visible-text";
import type { RefusalRow } from "../refusal.js";
import { pointerTo, schemaProblem } from "./schema-problem.js";
import type { ParamsSchema } from "./schemas.js";

/** How every server words its refusal of parameters; a package puts these rows into its own table. */
export const PARAMETER_REFUSALS = {
  NO_PARAMETERS: { message: "The parameters of {tool} must be a JSON object.", remedy: "Call again with one." },
  UNKNOWN_PARAMETER: { message: '{tool} has no parameter "{parameter}".', remedy: "{known}." },
  MISSING_PARAMETER: { message: '{tool} needs the parameter "{parameter}".', remedy: "Call again with it." },
  INVALID_PARAMETER: { message: '{tool} cannot use the parameter "{parameter}": {problem}.' },
} as const satisfies Readonly<Record<string, RefusalRow>>;

/** What is wrong with parameters: a row of the table, and the place for programs. */
export interface ParamsProblem {
  readonly row: keyof typeof PARAMETER_REFUSALS;
  readonly values: Readonly<Record<string, string>>;
  /** JSON Pointer into the parameters. */
  readonly pointer: string;
  /** The keyword of the schema that does not hold. */
  readonly keyword: string;
}

/** Callers choose the names of members, which may have any length. */
const LONGEST_NAME = 200;

/** The members of an object that have a value; undefined for what is no object. */
export function membersOf(given: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return undefined;
  return definedOnly(given as Readonly<Record<string, unknown>>);
}

/** The problem with parameters that are no object. */
export function noParameters(tool: string): ParamsProblem {
  return { row: "NO_PARAMETERS", values: { tool }, pointer: "", keyword: "type" };
}

/**
 * What is wrong first with parameters that their schema has just refused: one that is unknown, then one that is
 * missing, then a value that does not fit; each in the order of the contract.
 */
export function paramsProblem(tool: string, schema: ParamsSchema, params: object): ParamsProblem {
  const names = Object.keys(schema.properties);
  const unknown = schema.isClosed ? Object.keys(params).find((name) => !names.includes(name)) : undefined;
  if (unknown !== undefined) {
    const known = names.length === 0 ? "It has none" : `It takes ${names.join(", ")}`;
    const values = { tool, parameter: shownName(unknown), known };
    return { row: "UNKNOWN_PARAMETER", values, pointer: pointerTo(unknown), keyword: "additionalProperties" };
  }
  const missing = names.find((name) => schema.required.includes(name) && !Object.hasOwn(params, name));
  if (missing !== undefined) return missingParameter(tool, missing);

  const [error] = schema.check.errors ?? [];
  if (error === undefined) throw new Error(`${tool} was refused without a reason`);
  const { place, pointer, keyword, problem } = schemaProblem(error);
  // Some parameters are required only beside certain values of others.
  if (keyword === "required" && error.instancePath === "") return missingParameter(tool, place);
  return { row: "INVALID_PARAMETER", values: { tool, parameter: shownName(place), problem }, pointer, keyword };
}

function missingParameter(tool: string, parameter: string): ParamsProblem {
  return { row: "MISSING_PARAMETER", values: { tool, parameter }, pointer: pointerTo(parameter), keyword: "required" };
}

/** The name of a member in a message: in one line, and not in full length. */
export function shownName(name: string): string {
  const shown = visibleLine(name.slice(0, LONGEST_NAME));
  return name.length > LONGEST_NAME ? `${shown}…` : shown;
}
