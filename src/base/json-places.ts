import { pointerTokens } from "./json-pointer.js";

/** Where the values of a JSON text stand. */
export interface JsonPlaces {
  /**
   * The offset of the value at a JSON pointer, or of its nearest ancestor that is there; a member of an object is placed
   * at its key.
   */
  readonly offsetOf: (pointer: string) => number;
  /** The first key, as it is written, that its object has already. */
  readonly repeatedKey: { readonly name: string; readonly at: number } | undefined;
}

/** A value, with the places of what is in it. No pointers are kept: few values are ever asked for, of very many. */
interface Place {
  readonly at: number;
  readonly inside: Map<string, Place> | Place[] | undefined;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = codesOf('"\\,:');
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = codesOf("{}[]");
const SPACE = 0x20;

/**
 * Finds the values of a text that JSON.parse has accepted: nothing here says what is wrong with any other. Every run
 * reads fixtures of a megabyte or more, which is why this looks at one sign after the other.
 */
export function jsonPlaces(text: string): JsonPlaces {
  const around: NonNullable<Place["inside"]>[] = [];
  let root: Place = { at: 0, inside: undefined };
  let key: { readonly name: string; readonly at: number } | undefined;
  let repeatedKey: JsonPlaces["repeatedKey"];
  for (let next = 0; next < text.length; ) {
    const at = next;
    const sign = text.charCodeAt(at);
    next += 1;
    // Everything up to the space is a space of JSON.
    if (sign <= SPACE || sign === COMMA || sign === COLON) continue;
    if (sign === CLOSE_OBJECT || sign === CLOSE_LIST) {
      around.pop();
      continue;
    }
    if (sign === QUOTE) next = endOfText(text, at);
    const container = around.at(-1);
    if (container instanceof Map && key === undefined) {
      const token = text.slice(at, next);
      key = { name: token.includes("\\") ? (JSON.parse(token) as string) : token.slice(1, -1), at };
      if (container.has(key.name)) repeatedKey ??= { name: token, at };
      continue;
    }
    const inside = sign === OPEN_OBJECT ? new Map<string, Place>() : sign === OPEN_LIST ? [] : undefined;
    const place: Place = { at: key?.at ?? at, inside };
    if (container === undefined) root = place;
    else if (Array.isArray(container)) container.push(place);
    else container.set(key?.name ?? "", place);
    key = undefined;
    if (inside !== undefined) around.push(inside);
    else if (sign !== QUOTE) next = endOfWord(text, at);
  }
  return { offsetOf: (pointer) => offsetIn(root, pointer), repeatedKey };
}

function codesOf(signs: string): readonly number[] {
  return [...signs].map((sign) => sign.charCodeAt(0));
}

/** Behind the quotation mark that closes the text which opens here. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end + 1;
  }
}

/** Behind the number, `true`, `false` or `null` that begins here. */
function endOfWord(text: string, start: number): number {
  for (let end = start + 1; end < text.length; end += 1) {
    const sign = text.charCodeAt(end);
    if (sign <= SPACE || sign === COMMA || sign === CLOSE_OBJECT || sign === CLOSE_LIST) return end;
  }
  return text.length;
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
