import { isDeepStrictEqual } from "node:util";
import { isOfType } from "./type.js";

/**
 * Whether two JSON values are the same: deep equality, regardless of key order. Two spellings of one moment, such as
 * `2026-03-01T09:00:00.000Z` and `2026-03-01T09:00:00+00:00`, are the same time.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (isDeepStrictEqual(one, other)) return true;
  if (typeof one === "string" && typeof other === "string") return isSameMoment(one, other);
  if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}

function isSameMoment(one: string, other: string): boolean {
  return isOfType("iso8601", one) && isOfType("iso8601", other) && Date.parse(one) === Date.parse(other);
}

export function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
