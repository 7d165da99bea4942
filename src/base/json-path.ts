/**
 * The path dialect of fixtures: `$`, `.name`, `['name']`, `[0]`, `[-1]` from the end, and `.length`, which counts an
 * array. Nothing else: a path names one value, so that a failure can name it too.
 */

import { NexusError } from "./errors.js";
import type { Place } from "./place.js";

type Segment = string | number;

export interface Path {
  /** As it was written. */
  readonly text: string;
  readonly segments: readonly Segment[];
}

/** The value at a path. A missing value differs from one that is undefined. */
export type Lookup = { readonly found: true; readonly value: unknown } | { readonly found: false };

const SEGMENT = /\.(?<name>[^.[\]\s'"*?]+)|\[(?<index>-?\d+)\]|\['(?<quoted>(?:[^'\\]|\\.)*)'\]/uy;

/**
 * @param where the place of the path in its fixture, for the error
 * @throws NexusError NXC_FIXTURE_BAD_PATH
 */
export function parsePath(text: string, where: Place): Path {
  const fail = (reason: string) => NexusError.of("NXC_FIXTURE_BAD_PATH", { path: text, reason }, where);
  if (!text.startsWith("$")) throw fail("it does not start with $");
  const segments: Segment[] = [];
  let at = 1;
  while (at < text.length) {
    SEGMENT.lastIndex = at;
    const groups = SEGMENT.exec(text)?.groups;
    if (groups === undefined) throw fail(`"${text.slice(at)}" is no part of a path`);
    segments.push(
      groups["name"] ?? (groups["index"] === undefined ? unquote(groups["quoted"] ?? "") : Number(groups["index"])),
    );
    at = SEGMENT.lastIndex;
  }
  return { text, segments };
}

function unquote(text: string): string {
  return text.replace(/\\(.)/gu, "$1");
}

/** Follows a path through own properties only: what an object inherits is no part of an answer. */
export function lookup(path: Pick<Path, "segments">, root: unknown): Lookup {
  let value = root;
  for (const segment of path.segments) {
    if (typeof segment === "number") {
      const item = Array.isArray(value) ? value.at(segment) : undefined;
      if (item === undefined) return { found: false };
      value = item;
    } else if (Array.isArray(value)) {
      if (segment !== "length") return { found: false };
      value = value.length;
    } else {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, segment)) return { found: false };
      value = (value as Readonly<Record<string, unknown>>)[segment];
    }
  }
  return value === undefined ? { found: false } : { found: true, value };
}

type Members = Readonly<Record<string, unknown>>;

/** A copy with the value at that path of members; objects that are missing on the way are made. */
export function withValueAt(whole: Members, { segments }: Pick<Path, "segments">, value: unknown): Members {
  const [first, ...rest] = segments;
  if (first === undefined) return whole;
  const name = String(first);
  const inner = Object.hasOwn(whole, name) ? whole[name] : undefined;
  const isObject = typeof inner === "object" && inner !== null && !Array.isArray(inner);
  const item = rest.length === 0 ? value : withValueAt(isObject ? (inner as Members) : {}, { segments: rest }, value);
  return { ...whole, [name]: item };
}

/**
 * A copy with another value at a path, or without what is there. Undefined if the path leads nowhere.
 * @param change the new value; undefined takes the member or the item away
 */
export function changedAt(
  whole: unknown,
  { segments: [first, ...rest] }: Pick<Path, "segments">,
  change: { readonly value: unknown } | undefined,
): { readonly value: unknown } | undefined {
  if (first === undefined) return change;
  const isLast = rest.length === 0;
  if (Array.isArray(whole)) {
    const index = typeof first === "number" && first < 0 ? whole.length + first : Number(first);
    const isThere = index >= 0 && (index < whole.length || (isLast && change !== undefined && index === whole.length));
    const item = isThere ? changedAt(whole[index], { segments: rest }, change) : undefined;
    if (item !== undefined) return { value: whole.toSpliced(index, 1, item.value) };
    return isThere && isLast ? { value: whole.toSpliced(index, 1) } : undefined;
  }
  if (typeof whole !== "object" || whole === null) return undefined;
  const name = String(first);
  const item = changedAt((whole as Members)[name], { segments: rest }, change);
  // Object.fromEntries keeps a member called __proto__.
  const others = Object.entries(whole);
  if (item === undefined)
    return isLast ? { value: Object.fromEntries(others.filter(([key]) => key !== name)) } : undefined;
  const isNew = !Object.hasOwn(whole, name);
  const members = others.map(([key, value]) => [key, key === name ? item.value : value] as const);
  return { value: Object.fromEntries(isNew ? [...members, [name, item.value]] : members) };
}
