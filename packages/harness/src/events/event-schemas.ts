import { createRequire } from "node:module";
import type { ErrorObject, ValidateFunction } from "ajv";
import type { AnySchemaObject } from "ajv/dist/2020.js";
import { family, schemaOf, withNewerFields } from "../schemas.js";
import type { EventName } from "./event.js";
import { EVENT_NAMES } from "./events.js";

const load = createRequire(import.meta.url) as (path: string) => AnySchemaObject;

const inputs = family(EVENT_NAMES.map((name) => load(`nexus-core/conformance/event-schemas/${name}.input.json`)));

const files = family(
  ["agent-tracker", "memory-access"]
    .map((name) => load(`nexus-core/conformance/state-schemas/${name}.schema.json`))
    .map(withNewerFields),
);

/** The contract's own schema for the parameters of an event. */
export function eventSchema(event: EventName): ValidateFunction {
  return schemaOf(inputs, `${event}.input.json`);
}

/** How a file of the namespace breaks its schema; fields that the schema does not know are no breach. */
export function namespaceBreaches(name: "agent-tracker" | "memory-access", value: unknown): readonly ErrorObject[] {
  const check = schemaOf(files, `${name}.schema.json`);
  return check(value) === true ? [] : (check.errors ?? []);
}
