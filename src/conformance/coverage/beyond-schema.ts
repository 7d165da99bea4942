/** Decides whether an expectation says more about a field than its schema. Only then is the field asserted. */

import type { SchemaDocument } from "../contract/schemas.js";

/** Operators that only repeat the check against the schema. */
const FORM = new Set(["type", "schema"]);

/** Different texts of several lengths. A pattern that matches all of them is taken to match every text. */
const PROBES = ["", "\u0001", "zzzzzzzz", "0123456789", "- -"];

/** The only value that an expectation allows, if there is exactly one. */
export function onlyValue(expected: unknown): { readonly value: unknown } | undefined {
  if (typeof expected !== "object" || expected === null || Array.isArray(expected)) return { value: expected };
  for (const name of ["equals", "same_as"] as const) {
    if (Object.hasOwn(expected, name)) return { value: (expected as Readonly<Record<string, unknown>>)[name] };
  }
  const { one_of: choices, type } = expected as { readonly one_of?: readonly unknown[]; readonly type?: string };
  if (type === "null") return { value: null };
  return choices?.length === 1 ? { value: choices[0] } : undefined;
}

/**
 * Whether an expectation rules out values that the schemas allow.
 * @param schemas all schemas that apply to the field; empty if it has none
 */
export function goesBeyondSchema(expected: unknown, schemas: readonly SchemaDocument[]): boolean {
  if (onlyValue(expected) !== undefined) return true;
  const operands = Object.entries(expected as Readonly<Record<string, unknown>>);
  // {} allows everything: an operator that always holds does not count, even without a schema.
  return operands.some(
    ([operator, operand]) => ![{}, ...schemas].some((schema) => isImplied(operator, operand, schema)),
  );
}

function isImplied(operator: string, operand: unknown, schema: SchemaDocument): boolean {
  if (FORM.has(operator)) return true;
  const { minLength = 0 } = schema as { readonly minLength?: number };
  const bound = (keyword: string) => schema[keyword] as number | undefined;
  switch (operator) {
    case "min":
      return (bound("minimum") ?? Number.NEGATIVE_INFINITY) >= Number(operand);
    case "max":
      return (bound("maximum") ?? Number.POSITIVE_INFINITY) <= Number(operand);
    case "minLength":
      return minLength >= Number(operand);
    case "maxLength":
      return (bound("maxLength") ?? Number.POSITIVE_INFINITY) <= Number(operand);
    case "pattern":
      return schema["pattern"] === operand || holdsForAnything(String(operand), minLength);
    case "contains":
      return operand === "";
    case "one_of":
      return (
        ((schema["enum"] as readonly unknown[] | undefined) ?? []).length > 0 && includesAll(operand, schema["enum"])
      );
    default:
      return false;
  }
}

function includesAll(list: unknown, values: unknown): boolean {
  return (values as readonly unknown[]).every((value) => (list as readonly unknown[]).includes(value));
}

function holdsForAnything(source: string, minLength: number): boolean {
  try {
    const expression = new RegExp(source, "u");
    return PROBES.filter((probe) => probe.length >= minLength).every((probe) => expression.test(probe));
  } catch {
    return false;
  }
}
