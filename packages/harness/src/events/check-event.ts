import type { AnySchemaObject } from "ajv/dist/2020.js";
import { placeOf, problemOf } from "../problem.js";
import { ToolError } from "../tool-error.js";
import type { EventName, EventTypes } from "./event.js";
import { eventSchema } from "./event-schemas.js";

/**
 * The parameters of an event with the id of the harness whose namespace it takes place in. Parameters that the contract
 * does not know are let through: hooks pass on whatever their harness gives them (`core.events.unknown-params`).
 * @param harnessId stands where the event names no harness
 * @throws ToolError for what is wrong first: a parameter that is missing, then a value that does not fit
 */
export function checkEvent<Name extends EventName>(
  event: Name,
  given: unknown,
  harnessId: string,
): EventTypes[Name]["params"] & { readonly harness_id: string } {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    const problem = "the parameters must be an object";
    throw ToolError.of("INVALID_PARAMETER", { tool: event, parameter: "params", problem });
  }
  const members = Object.entries(given).filter(([, value]) => value !== undefined);
  const params = { harness_id: harnessId, ...Object.fromEntries(members) };
  const check = eventSchema(event);
  if (check(params)) return params as EventTypes[Name]["params"] & { readonly harness_id: string };

  const names = Object.keys((check.schema as AnySchemaObject)["properties"]);
  const errors = check.errors ?? [];
  const missing = errors.filter(({ keyword, instancePath }) => keyword === "required" && instancePath === "");
  const parameter = names.find((name) => missing.some(({ params }) => params["missingProperty"] === name));
  if (parameter !== undefined) throw ToolError.of("MISSING_PARAMETER", { tool: event, parameter });
  const [first] = names.flatMap((name) => errors.filter(({ instancePath }) => instancePath.split("/")[1] === name));
  if (first === undefined) throw new Error(`${event} was refused without a reason`);
  throw ToolError.of("INVALID_PARAMETER", { tool: event, parameter: placeOf(first), problem: problemOf(first) });
}
