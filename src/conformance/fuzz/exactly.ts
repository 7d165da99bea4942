/** Turns a value that a model predicts into assertions, around the parts of it that nobody can predict. */

import { escapePointer } from "../../base/json-pointer.js";
import { pathOf } from "../oracles/output.js";
import type { ExpectedValues } from "./model.js";

/** Stands in a predicted value for one of which only a matcher is known, such as a time. */
export class Matching {
  constructor(readonly matcher: Readonly<Record<string, unknown>>) {}
}

/** A part of a predicted value for which this matcher must hold. */
export function matching(matcher: Readonly<Record<string, unknown>>): Matching {
  return new Matching(matcher);
}

/**
 * Assertions that hold for this value: the members of objects are asserted one by one, so that one more does no harm,
 * and lists as a whole unless something in them is not known. A member that is undefined must be absent.
 */
export function exactly(value: unknown, pointer = ""): ExpectedValues {
  const path = pathOf(pointer);
  if (value instanceof Matching) return { [path]: value.matcher };
  if (value === undefined) return { [path]: { absent: true } };
  if (value === null) return { [path]: { type: "null" } };
  if (typeof value !== "object" || (Array.isArray(value) && isKnown(value))) return { [path]: value };
  const members = Object.entries(value).map(([name, member]) => exactly(member, `${pointer}/${escapePointer(name)}`));
  const whole = Array.isArray(value) ? { [`${path}.length`]: value.length } : { [path]: { type: "object" } };
  return Object.assign(whole, ...members) as ExpectedValues;
}

function isKnown(value: unknown): boolean {
  if (value === undefined || value instanceof Matching) return false;
  return typeof value !== "object" || value === null || Object.values(value).every(isKnown);
}
