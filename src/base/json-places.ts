import { createScanner } from "jsonc-parser";
import { pointerTokens } from "./json-pointer.js";

/** Where the values of a JSON text are. */
export interface JsonPlaces {
  /** The offset of the value at a JSON pointer or of its nearest ancestor. A member of an object is placed at its key. */
  readonly offsetOf: (pointer: string) => number;
  /** The first key that repeats an earlier one of its object, as written. */
  readonly repeatedKey: { readonly name: string; readonly at: number } | undefined;
}

/** A value with the places inside it. A map of all pointers would cost more: few of them are ever asked for. */
interface Place {
  readonly at: number;
  readonly inside: Map<string, Place> | Place[] | undefined;
}

/** The library exports these as a `const enum`, which single files cannot import. */
const TOKEN = { openObject: 1, closeObject: 2, openList: 3, closeList: 4, comma: 5, colon: 6, end: 17 };

/**
 * Finds the values of a text that JSON.parse has accepted. Every run places thousands of values, and the tree of
 * jsonc-parser takes three times as long as its tokens. Values may also nest deeper than calls can.
 */
export function jsonPlaces(text: string): JsonPlaces {
  const scanner = createScanner(text, true);
  const around: NonNullable<Place["inside"]>[] = [];
  let root: Place = { at: 0, inside: undefined };
  let key: { readonly name: string; readonly at: number } | undefined;
  let repeatedKey: JsonPlaces["repeatedKey"];
  for (let token: number = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
    if (token === TOKEN.comma || token === TOKEN.colon) continue;
    if (token === TOKEN.closeObject || token === TOKEN.closeList) {
      around.pop();
      continue;
    }
    const at = scanner.getTokenOffset();
    const container = around.at(-1);
    if (container instanceof Map && key === undefined) {
      key = { name: scanner.getTokenValue(), at };
      if (container.has(key.name)) repeatedKey ??= { name: text.slice(at, scanner.getPosition()), at };
      continue;
    }
    const inside = token === TOKEN.openObject ? new Map<string, Place>() : token === TOKEN.openList ? [] : undefined;
    const place: Place = { at: key?.at ?? at, inside };
    if (container === undefined) root = place;
    else if (Array.isArray(container)) container.push(place);
    else container.set(key?.name ?? "", place);
    key = undefined;
    if (inside !== undefined) around.push(inside);
  }
  return { offsetOf: (pointer) => offsetIn(root, pointer), repeatedKey };
}

function offsetIn(root: Place, pointer: string): number {
  let place = root;
  for (const token of pointerTokens(pointer)) {
    const { inside } = place;
    const inner = Array.isArray(inside) ? itemAt(inside, token) : inside?.get(token);
    if (inner === undefined) break;
    place = inner;
  }
  return place.at;
}

function itemAt(items: readonly Place[], token: string): Place | undefined {
  return /^(?:0|[1-9]\d*)$/u.test(token) ? items[Number(token)] : undefined;
}
