import type { Operator } from "./operator.js";

const ISO_8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;

const CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  iso8601: (value) => typeof value === "string" && ISO_8601.test(value) && !Number.isNaN(Date.parse(value)),
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  null: (value) => value === null,
};

/** Whether a value is of a type of the matcher. */
export function isOfType(name: string, value: unknown): boolean {
  return CHECKS[name]?.(value) === true;
}

/** `{"type": "string"}`: a JSON type. `iso8601` is a date and time with a zone. */
export const type: Operator<string> = {
  name: "type",
  compile: (name) => (value) => (isOfType(name, value) ? undefined : `no ${name}`),
};
