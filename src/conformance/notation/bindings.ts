/** Values that a case keeps under a name, and the texts that use them: `{{name}}`. */

import { NexusError } from "../../base/errors.js";
import { escapePointer } from "../../base/json-pointer.js";
import { didYouMean } from "../../base/nearest.js";

/** What a case has kept so far. While it is only loaded, every name stands for a placeholder. */
export type Bindings = ReadonlyMap<string, unknown>;

/** Stands for a value that only the run will bring; it can be a text, a file name, a member and an index. */
export const NOT_YET_KNOWN = "0";

/** The name under which every case finds a text of its own, another one each time that it runs. */
export const CASE = "case";

/** The name under which a repeated call finds its own number. */
export const NUMBER = "n";

/** In place of bindings: braces are text like any other. */
export const LITERAL: Bindings = new Map();

/** A backslash before it makes a use a text. */
const USE = /(?<escaped>\\?)\{\{(?<name>[^{}]*)\}\}/gu;

/** Texts without it are by far the most, and hold no use. */
const OPENING = "{{";

/** Where errors point: the place of a JSON pointer in its file. */
export type PlaceOf = (pointer: string) => string;

/** @throws NexusError NXC_FIXTURE_UNKNOWN_CAPTURE */
export function captured(name: string, bindings: Bindings, where: string): unknown {
  if (bindings.has(name)) return bindings.get(name);
  const hint = didYouMean(name, bindings.keys());
  throw NexusError.of("NXC_FIXTURE_UNKNOWN_CAPTURE", { name, hint }, where);
}

/**
 * Any JSON value with every use filled in, in member names too; without a use it is the value itself. A text that is one
 * use and nothing else becomes the kept value itself, whatever its type.
 * @throws NexusError NXC_FIXTURE_UNKNOWN_CAPTURE
 */
export function fillCaptures(value: unknown, bindings: Bindings, at: PlaceOf, pointer: string): unknown {
  return holdsUse(value) ? filled(value, bindings, at, pointer) : value;
}

/** Few values do, and where the others stand need not be known. */
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
      ? captured(use[2] ?? "", bindings, at(pointer))
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
export function fillText(text: string, bindings: Bindings, where: string): string {
  if (bindings === LITERAL) return text;
  return text.replace(USE, (use: string, escaped: string, name: string) => {
    if (escaped !== "") return use.slice(1);
    const value = captured(name, bindings, where);
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}
