/** Turns a predicted value into assertions, with matchers for unpredictable parts. */

import { escapePointer } from "../../base/json-pointer.js";
import { pathOf } from "../notation/path-of.js";
import type { ExpectedValues } from "./model.js";

/** Placeholder in a predicted value for an unpredictable part, such as a time. */
export class Matching {
  constructor(readonly matcher: Readonly<Record<string, unknown>>) {}
}

/** A part of a predicted value that must match instead of being equal. */
export function matching(matcher: Readonly<Record<string, unknown>>): Matching {
  return new Matching(matcher);
}

/**
 * Assertions for this value. Members of objects are asserted one by one, so that extra members are allowed. Lists are
 * asserted as a whole, unless they contain a matcher. A member that is undefined must be absent.
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

/**
 * Assertions for a list of which some items are incomplete: only the members that those have are asserted, because more
 * may be filled in.
 */
export function itemsAt<Item>(
  pointer: string,
  items: readonly Item[],
  isComplete: (item: Item) => boolean,
): ExpectedValues {
  if (items.every(isComplete)) return exactly(items, pointer);
  const each = items.map((item, index) => exactly(item, `${pointer}/${index}`));
  return Object.assign({ [`${pathOf(pointer)}.length`]: items.length }, ...each) as ExpectedValues;
}

function isKnown(value: unknown): boolean {
  if (value === undefined || value instanceof Matching) return false;
  return typeof value !== "object" || value === null || Object.values(value).every(isKnown);
}
