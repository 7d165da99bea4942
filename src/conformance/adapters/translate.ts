/** Translates single values, such as the words for a status, between the contract and an implementation. */

import { changedAt, lookup, type Path, parsePath } from "../../base/json-path.js";
import type { Rename } from "./rename.js";

/** By name or path in the contract: the implementation's text for each text of the contract. */
export type Values = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** @throws NexusError NXC_FIXTURE_BAD_PATH */
export function translateParams(values: Values, where: string): Rename {
  return translating(values, where, (words) => new Map(Object.entries(words)));
}

/** Translates an answer that has the names of the contract. */
export function translateAnswer(values: Values, where: string): Rename {
  return translating(values, where, (words) => new Map(Object.entries(words).map(([ours, own]) => [own, ours])));
}

function translating(
  values: Values,
  where: string,
  tableOf: (words: Values[string]) => ReadonlyMap<string, string>,
): Rename {
  const entries = Object.entries(values).map(([name, words]) => [pathTo(name, where), tableOf(words)] as const);
  return <T>(whole: T): T =>
    entries.reduce<unknown>((result, [path, table]) => {
      const at = lookup(path, result);
      const translated = at.found && typeof at.value === "string" ? table.get(at.value) : undefined;
      return translated === undefined ? result : (changedAt(result, path, { value: translated })?.value ?? result);
    }, whole) as T;
}

function pathTo(name: string, where: string): Path {
  return name.startsWith("$") ? parsePath(name, where) : { text: name, segments: [name] };
}
