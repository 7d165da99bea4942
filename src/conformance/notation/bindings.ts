/** Values that a case captures under a name, and the texts that use them: `{{name}}`. */

import { NexusError } from "../../base/errors.js";
import { escapePointer } from "../../base/json-pointer.js";
import { didYouMean } from "../../base/nearest.js";
import type { Place } from "../../base/place.js";

/** The values that a case has captured so far, by name. While a fixture is only loaded, each value is a placeholder. */
export type Bindings = ReadonlyMap<string, unknown>;

/** Placeholder for a value that is not known before the run. It is valid as a text, a file name, a member and an index. */
export const NOT_YET_KNOWN = "0";

/** Name of a text that is unique to each run of each case. */
export const CASE = "case";

/** Name of the number of a repeated call, counted from 1. */
export const NUMBER = "n";

/** Bindings of a fixture in which braces are plain text. */
export const LITERAL: Bindings = new Map();

/** A backslash in front makes it plain text. */
const USE = /(?<escaped>\\?)\{\{(?<name>[^{}]*)\}\}/gu;

/** A cheap test: most texts contain no use. */
const OPENING = "{{";

/** Turns a JSON pointer into the place that an error names. */
export type PlaceOf = (pointer: string) => Place;

/** @throws NexusError NXC_FIXTURE_UNKNOWN_CAPTURE */
export function lookUpCapture(name: string, bindings: Bindings, where: Place): unknown {
  if (bindings.has(name)) return bindings.get(name);
  const hint = didYouMean(name, bindings.keys());
  throw NexusError.of("NXC_FIXTURE_UNKNOWN_CAPTURE", { name, hint }, where);
}

/**
 * Fills in every use in a JSON value, member names included. A text that consists of one use becomes the captured value
 * with its type. A value without a use is returned as it is, not copied.
 * @throws NexusError NXC_FIXTURE_UNKNOWN_CAPTURE
 */
export function fillCaptures(value: unknown, bindings: Bindings, at: PlaceOf, pointer: string): unknown {
  return holdsUse(value) ? filled(value, bindings, at, pointer) : value;
}

/** Checked first, because few values contain a use and building pointers costs time. */
function holdsUse(value: unknown): boolean {
  if (typeof value === "string") return value.includes(OPENING);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsUse);
  return Object.entries(value).some(([key, item]) => key.includes(OPENING) || holdsUse(item));
}

function filled(value: unknown, bindings: Bindings, at: PlaceOf, pointer: string): unknown {
  if (typeof value === "string") {
    if (!value.includes(OPENING)) return value;
    const [use] = bindings === LITERAL ? [] : value.matchAll(USE);
    return use !== undefined && use[0] === value && use[1] === ""
      ? lookUpCapture(use[2] ?? "", bindings, at(pointer))
      : fillText(value, bindings, at(pointer));
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => filled(item, bindings, at, `${pointer}/${index}`));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => {
      const inner = `${pointer}/${escapePointer(key)}`;
      const name = key.includes(OPENING) ? fillText(key, bindings, at(inner)) : key;
      return [name, filled(item, bindings, at, inner)];
    }),
  );
}

/** @throws NexusError NXC_FIXTURE_UNKNOWN_CAPTURE */
export function fillText(text: string, bindings: Bindings, where: Place): string {
  if (bindings === LITERAL) return text;
  return text.replace(USE, (use: string, escaped: string, name: string) => {
    if (escaped !== "") return use.slice(1);
    const value = lookUpCapture(name, bindings, where);
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}
