/** Whether a matcher says more of a field than its schema does: only then has a fixture asserted the field. */

import type { SchemaDocument } from "../contract/schemas.js";

/** Operators that only repeat what every schema check has looked at. */
const FORM = new Set(["type", "schema"]);

/** What any expression that holds for anything holds for, whatever the shortest text that the schema lets pass. */
const PROBES = ["", "\u0001", "zzzzzzzz", "0123456789", "- -"];

/** The value that an expectation leaves as the only one: itself, or the operand of a matcher. */
export function onlyValue(expected: unknown): { readonly value: unknown } | undefined {
  if (typeof expected !== "object" || expected === null || Array.isArray(expected)) return { value: expected };
  for (const name of ["equals", "same_as"] as const) {
    if (Object.hasOwn(expected, name)) return { value: (expected as Readonly<Record<string, unknown>>)[name] };
  }
  const { one_of: choices, type } = expected as { readonly one_of?: readonly unknown[]; readonly type?: string };
  if (type === "null") return { value: null };
  return choices?.length === 1 ? { value: choices[0] } : undefined;
}

/** @param says everything that the schema says of the field; nothing where it is none of a schema */
export function saysMore(expected: unknown, says: readonly SchemaDocument[]): boolean {
  if (onlyValue(expected) !== undefined) return true;
  const operands = Object.entries(expected as Readonly<Record<string, unknown>>);
  // What holds for anything says no more than no schema either.
  return operands.some(([operator, operand]) => ![{}, ...says].some((schema) => isImplied(operator, operand, schema)));
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
