import { fstatSync, readSync } from "node:fs";

/** One element of a list inside a JSON text, without the white space around it. */
export interface JsonElement {
  readonly text: string;
  /** Offset of its first byte in the file. */
  readonly start: number;
  /** Offset behind its last byte. */
  readonly end: number;
}

/** A JSON text apart from the elements of one list in it. */
export interface JsonFrame {
  /** The text with that list empty. */
  readonly text: string;
  /** Offset behind the bracket that opens the list; undefined where the text has no such list. */
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

/** More than a plan and its tasks may hold together, with the blanks of another layout. */
export const LONGEST_BYTES = 64 * 1024 * 1024;

/** An element of the list, or the text around the list, is longer than any real one. */
export class TooLong extends Error {}

/**
 * Reads the elements of a list that is a member of the object in a JSON file, one after another, and never holds more
 * than one of them. It finds where elements begin and end, whatever the layout; whether they are JSON is for JSON.parse
 * to say, and so it is for the frame, which comes last: no text that is not JSON has elements and a frame that all are.
 * @param member the name of the list in the outermost object
 */
export function* readJsonList(descriptor: number, member: string): Generator<JsonElement, JsonFrame, void> {
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, fstatSync(descriptor).size + 1));
  const frame = new Collected();
  const element = new Collected();
  const place: Place = { depth: 0, isInString: false, isEscaped: false };
  // Keys are read up to the first that is none: the text is no JSON then, and each failure would take its time.
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

/** How far a reader has come in the text. */
interface Place {
  /** How many lists and objects are open. */
  depth: number;
  isInString: boolean;
  isEscaped: boolean;
}

/**
 * Goes on to the next byte that may divide elements, or to the end of the chunk, and takes the place along. All but a
 * few bytes of a long file are passed here, in a loop that touches nothing but its own variables.
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

/** The offset of the next quote or backslash, or the end. Most strings are too short for a native search to pay. */
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

/** White space as JSON has it, which is less than what a text may trim. */
function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** The key that a text ends with, however it is escaped; undefined where it is none. */
function keyIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('"')));
  } catch {
    return undefined;
  }
}

/** Bytes that come in pieces; a character may be cut between two of them. */
class Collected {
  private bytes: Buffer = Buffer.alloc(0);
  private length = 0;
  private told = 0;

  /** @throws TooLong */
  add(piece: Buffer): void {
    const length = this.length + piece.length;
    if (length > LONGEST_BYTES) throw new TooLong(`it holds more than ${LONGEST_BYTES / 1024 / 1024} MiB`);
    // Twice as much each time, or many small pieces would be copied again and again.
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

  /** What has come since this was asked last: so often as it is asked, each byte is read once. */
  next(): string {
    const text = this.bytes.toString("utf8", this.told, this.length);
    this.told = this.length;
    return text;
  }
}
