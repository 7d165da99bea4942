/** Holds a value, or what stands at a pointer of one, against what a scenario asks for. */

import { compileMatch } from "../../src/conformance/matchers/match.js";

/** Why a value lacks what is asked for at these pointers; nothing when it has all of it. */
export function fieldsProblem(fields: Readonly<Record<string, unknown>>, item: unknown): string | undefined {
  for (const [pointer, wanted] of Object.entries(fields)) {
    const problem = valueProblem(wanted, lookUp(item, pointer));
    if (problem !== undefined) return `${pointer} has ${problem}`;
  }
  return undefined;
}

/** What stands at a pointer. */
export type Found = { readonly found: true; readonly value: unknown } | { readonly found: false };

/** What stands at a JSON pointer of the value. */
export function lookUp(value: unknown, pointer: string): Found {
  let at = value;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return { found: false };
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return { found: true, value: at };
}

/** The matchers are those of fixtures; what they keep between steps has no meaning here. */
export function valueProblem(wanted: unknown, found: Found): string | undefined {
  const none = (name: string) => {
    throw new Error(`"${name}" has no meaning in a scenario`);
  };
  return compileMatch(wanted, "scenario", { captured: none, schema: none })(found);
}
