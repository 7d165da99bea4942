import { readSync } from "node:fs";

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

/**
 * Reads the elements of a list that is a member of the object in a JSON file, one after another, and never holds more
 * than one of them. It finds where elements begin and end, whatever the layout; whether they are JSON is for JSON.parse
 * to say, and so it is for the frame, which comes last: no text that is not JSON has elements and a frame that all are.
 * @param member the name of the list in the outermost object
 */
export function* readJsonList(descriptor: number, member: string): Generator<JsonElement, JsonFrame, void> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const frame = new Collected();
  const element = new Collected();
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let isBehindKey = false;
  let isInList = false;
  let listStart: number | undefined;
  let elementStart = 0;

  const takeElement = (): JsonElement => {
    const [, lead = "", text = ""] = /^([\t\n\r ]*)(.*?)[\t\n\r ]*$/su.exec(element.take()) ?? [];
    const start = elementStart + lead.length;
    return { text, start, end: start + Buffer.byteLength(text) };
  };

  for (let offset = 0; ; ) {
    const length = readSync(descriptor, chunk, 0, CHUNK_BYTES, offset);
    if (length === 0) break;
    let from = 0;
    const collect = (to: number) => {
      (isInList ? element : frame).add(chunk.subarray(from, to));
      from = to;
    };
    for (let index = 0; index < length; index += 1) {
      const byte = chunk[index];
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInString = false;
      } else if (byte === QUOTE) {
        isInString = true;
      } else if (byte === BRACE_OPEN || byte === BRACKET_OPEN) {
        depth += 1;
        if (depth === 2 && isBehindKey && byte === BRACKET_OPEN) {
          collect(index + 1);
          isInList = true;
          listStart = elementStart = offset + index + 1;
        }
      } else if (byte === BRACE_CLOSE || byte === BRACKET_CLOSE) {
        depth -= 1;
        if (depth === 1 && isInList) {
          collect(index);
          const last = takeElement();
          if (last.text !== "" || elementStart !== listStart) yield last;
          isInList = false;
        }
      } else if (byte === COMMA && depth === 2 && isInList) {
        collect(index);
        yield takeElement();
        from = index + 1;
        elementStart = offset + from;
      } else if (depth === 1 && byte === COMMA) {
        isBehindKey = false;
      } else if (depth === 1 && byte === COLON) {
        collect(index);
        isBehindKey = frame.endsWithKey(member);
      }
    }
    collect(length);
    offset += length;
  }
  if (isInList) yield takeElement();
  return { text: frame.take(), listStart };
}

/** Bytes that come in pieces; a character may be cut between two of them. */
class Collected {
  private pieces: Buffer[] = [];

  add(piece: Buffer): void {
    // The caller reads the next chunk into the same memory.
    if (piece.length > 0) this.pieces.push(Buffer.from(piece));
  }

  take(): string {
    const text = Buffer.concat(this.pieces).toString("utf8");
    this.pieces = [];
    return text;
  }

  /** Whether the last string so far is that key, however it is escaped. */
  endsWithKey(key: string): boolean {
    this.pieces = [Buffer.concat(this.pieces)];
    const [text] = /"(?:[^"\\]|\\.)*"[\t\n\r ]*$/su.exec(this.pieces[0]?.toString("utf8") ?? "") ?? ["null"];
    try {
      return JSON.parse(text) === key;
    } catch {
      return false;
    }
  }
}
