import { escapePointer } from "./json-pointer.js";

/** Where the values of a JSON text stand. */
export interface JsonPlaces {
  /** The offset of every value by its JSON pointer; a member of an object is placed at its key. */
  readonly offsets: ReadonlyMap<string, number>;
  /** The first key, as it is written, that its object has already. */
  readonly repeatedKey: { readonly name: string; readonly at: number } | undefined;
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gu;

interface Container {
  readonly pointer: string;
  /** The keys so far of an object; a list has none. */
  readonly keys: Set<string> | undefined;
  key: { readonly name: string; readonly at: number } | undefined;
  next: number;
}

/**
 * Finds the values of a text that JSON.parse has accepted: nothing here says what is wrong with any other.
 */
export function jsonPlaces(text: string): JsonPlaces {
  const offsets = new Map<string, number>();
  const containers: Container[] = [];
  let repeatedKey: JsonPlaces["repeatedKey"];
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (token === "," || token === ":") continue;
    if (token === "}" || token === "]") {
      containers.pop();
      continue;
    }
    const container = containers.at(-1);
    if (container?.keys !== undefined && container.key === undefined) {
      const name = JSON.parse(token) as string;
      if (container.keys.has(name)) repeatedKey ??= { name: token, at: index };
      container.keys.add(name);
      container.key = { name, at: index };
      continue;
    }
    const pointer =
      container === undefined ? "" : `${container.pointer}/${escapePointer(container.key?.name ?? container.next++)}`;
    offsets.set(pointer, container?.key?.at ?? index);
    if (container !== undefined) container.key = undefined;
    if (token === "{") containers.push({ pointer, keys: new Set(), key: undefined, next: 0 });
    if (token === "[") containers.push({ pointer, keys: undefined, key: undefined, next: 0 });
  }
  return { offsets, repeatedKey };
}
