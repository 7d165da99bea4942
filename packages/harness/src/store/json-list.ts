import { fstatSync, readSync } from "node:fs";

/** One element of a list in a JSON text, without surrounding white space. */
export interface JsonElement {
  readonly text: string;
  /** Offset of its first byte in the file. */
  readonly start: number;
  /** Offset after its last byte. */
  readonly end: number;
}

/** A JSON text without the elements of one of its lists. */
export interface JsonFrame {
  /** The text with the list emptied. */
  readonly text: string;
  /** Offset after the list's opening bracket; undefined if the text has no such list. */
  readonly listStart: number | undefined;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BRACKET_OPEN = 0x5b;
const BACKSLASH = 0x5c;
const BRACKET_CLOSE = 0x5d;
const BRACE_OPEN = 0x7b;
const BRACE_CLOSE = 0x7d;

const CHUNK_BYTES = 1 << 18;

/** Size limit of an element: more than a plan and its tasks can have together, even if widely indented. */
export const LONGEST_BYTES = 64 * 1024 * 1024;

/** An element of the list, or the text around the list, exceeds the size limit. */
export class TooLong extends Error {}

/**
 * Reads a list in a JSON file one element at a time, so that only one element is in memory. It only finds where elements
 * begin and end, in any layout; the caller parses them. If all elements and the frame, which comes last, are valid JSON,
 * then so is the whole file.
 * @param member name of the list in the outermost object
 */
export function* readJsonList(descriptor: number, member: string): Generator<JsonElement, JsonFrame, void> {
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, fstatSync(descriptor).size + 1));
  const frame = new Collected();
  const element = new Collected();
  const place: Place = { depth: 0, isInString: false, isEscaped: false };
  // Stop reading keys at the first invalid one. The text is not JSON then, and each further failure would cost time.
  let isJson = true;
  let isBehindKey = false;
  let isInList = false;
  let listStart: number | undefined;
  let elementStart = 0;

  for (let offset = 0; ; ) {
    const length = readSync(descriptor, chunk, 0, chunk.length, offset);
    if (length === 0) break;
    let from = 0;
    const collect = (to: number) => {
      (isInList ? element : frame).add(chunk.subarray(from, to));
      from = to;
    };
    for (let index = nextMark(chunk, 0, length, place); index < length; ) {
      const byte = chunk[index];
      if (byte === BRACKET_OPEN && place.depth === 2 && isBehindKey) {
        collect(index + 1);
        isInList = true;
        listStart = elementStart = offset + index + 1;
      } else if ((byte === BRACKET_CLOSE || byte === BRACE_CLOSE) && place.depth === 1 && isInList) {
        collect(index);
        const last = elementOf(element.take(), elementStart);
        if (last.text !== "" || elementStart !== listStart) yield last;
        isInList = false;
      } else if (byte === COMMA && place.depth === 2 && isInList) {
        collect(index);
        yield elementOf(element.take(), elementStart);
        from = index + 1;
        elementStart = offset + from;
      } else if (byte === COMMA && place.depth === 1) {
        collect(index + 1);
        frame.next();
        isBehindKey = false;
      } else if (byte === COLON && place.depth === 1) {
        collect(index);
        const key: unknown = isJson ? keyIn(frame.next()) : undefined;
        isJson = key !== undefined;
        isBehindKey = key === member;
      }
      index = nextMark(chunk, index + 1, length, place);
    }
    collect(length);
    offset += length;
  }
  if (isInList) yield elementOf(element.take(), elementStart);
  return { text: frame.take().toString("utf8"), listStart };
}

/** The state of a reader within the text. */
interface Place {
  /** Number of open lists and objects. */
  depth: number;
  isInString: boolean;
  isEscaped: boolean;
}

/**
 * Advances to the next byte that may separate elements, or to the end of the chunk, and updates the place. Nearly all
 * bytes of a long file pass through this loop, so it uses only local variables.
 * @returns the offset in the chunk
 */
function nextMark(chunk: Buffer, from: number, length: number, place: Place): number {
  let { depth, isInString, isEscaped } = place;
  let index = from;
  for (; index < length; index += 1) {
    if (isEscaped) {
      isEscaped = false;
      continue;
    }
    if (isInString) {
      index = nextInString(chunk, index, length);
      isEscaped = index < length && chunk[index] === BACKSLASH;
      isInString = isEscaped || index >= length;
      continue;
    }
    const byte = chunk[index];
    if (byte === QUOTE) {
      isInString = true;
    } else if (byte === BRACE_OPEN || byte === BRACKET_OPEN) {
      depth += 1;
      if (depth === 2) break;
    } else if (byte === BRACE_CLOSE || byte === BRACKET_CLOSE) {
      depth -= 1;
      if (depth === 1) break;
    } else if (depth <= 2 && (byte === COMMA || byte === COLON)) {
      break;
    }
  }
  place.depth = depth;
  place.isInString = isInString;
  place.isEscaped = isEscaped;
  return index;
}

/**
 * The offset of the next quote or backslash, or the end. Most strings are too short for a native search to be faster.
 */
function nextInString(chunk: Buffer, from: number, length: number): number {
  let index = from;
  while (index < length && chunk[index] !== QUOTE && chunk[index] !== BACKSLASH) index += 1;
  return index;
}

/** @param offset of the first byte in the file */
function elementOf(bytes: Buffer, offset: number): JsonElement {
  let from = 0;
  let to = bytes.length;
  while (from < to && isSpace(bytes[from])) from += 1;
  while (to > from && isSpace(bytes[to - 1])) to -= 1;
  return { text: bytes.toString("utf8", from, to), start: offset + from, end: offset + to };
}

/** White space in JSON, which is less than what String.trim removes. */
function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** The unescaped key at the end of a text; undefined if there is none. */
function keyIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('"')));
  } catch {
    return undefined;
  }
}

/** Collects bytes from pieces. A character may be split between two of them. */
class Collected {
  private bytes: Buffer = Buffer.alloc(0);
  private length = 0;
  private told = 0;

  /** @throws TooLong */
  add(piece: Buffer): void {
    const length = this.length + piece.length;
    if (length > LONGEST_BYTES) throw new TooLong(`it holds more than ${LONGEST_BYTES / 1024 / 1024} MiB`);
    // Doubling avoids copying everything again for each small piece.
    if (length > this.bytes.length) this.bytes = Buffer.concat([this.bytes], Math.max(length, 2 * this.bytes.length));
    piece.copy(this.bytes, this.length);
    this.length = length;
  }

  take(): Buffer {
    const bytes = Buffer.from(this.bytes.subarray(0, this.length));
    this.length = 0;
    this.told = 0;
    return bytes;
  }

  /** The text added since the previous call, so that every byte is decoded once. */
  next(): string {
    const text = this.bytes.toString("utf8", this.told, this.length);
    this.told = this.length;
    return text;
  }
}
