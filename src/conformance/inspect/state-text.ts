/** Reads state files: whole where they are short, and a list that only grows item by item. */

import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { JSONParser } from "@streamparser/json";
import { NexusError } from "../../base/errors.js";
import { isUtf16 } from "../../base/is-utf16.js";
import { parseJson } from "../../base/located-document.js";
import { reasonOf } from "../../base/reason-of.js";

/** Why a file cannot be read as what it should be, as the end of a sentence. */
export class Unreadable extends Error {
  constructor(
    reason: string,
    readonly line?: number,
  ) {
    super(reason);
  }
}

/** A file that this user may not read. */
export class Closed extends Unreadable {}

const CHUNK_BYTES = 1 << 16;

/**
 * Calls `use` with the descriptor of a regular file. Between listing and opening it may have become a link or a pipe:
 * neither is followed or waited for.
 * @throws Unreadable
 */
function withFile<Result>(path: string, use: (descriptor: number) => Result): Result {
  let descriptor: number;
  try {
    // Windows has neither flag.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (thrown) {
    const { code = reasonOf(thrown) } = thrown as NodeJS.ErrnoException;
    if (code === "EACCES" || code === "EPERM") throw new Closed("cannot be read by this user");
    throw new Unreadable(`cannot be opened: ${code}`);
  }
  try {
    if (!fstatSync(descriptor).isFile()) throw new Unreadable("is no regular file");
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function* chunksOf(descriptor: number): Generator<Buffer, void, void> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let length = readSync(descriptor, chunk); length > 0; length = readSync(descriptor, chunk))
    yield chunk.subarray(0, length);
}

/** @throws Unreadable for a longer file, and for one that is not UTF-8 */
export function textOf(path: string, most: number): string {
  return withFile(path, (descriptor) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    for (const chunk of chunksOf(descriptor)) {
      bytes += chunk.length;
      if (bytes > most) throw new Unreadable(`is longer than ${shownBytes(most)}, so a tool need not read it`);
      parts.push(Buffer.from(chunk));
    }
    const whole = Buffer.concat(parts);
    if (isUtf16(whole)) throw new Unreadable("is in UTF-16 and not in UTF-8");
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(whole);
    } catch {
      throw new Unreadable("is not UTF-8");
    }
  });
}

function shownBytes(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`;
}

/** A JSON text with the places of its values; of a repeated key the last one counts, as it does for a tool. */
export interface ReadText {
  readonly value: unknown;
  /** The line of the value at a pointer. */
  readonly lineAt: (pointer: string) => number | undefined;
  /** What the text says twice. */
  readonly repeated?: string;
}

/** @throws Unreadable with the line */
export function readJson(text: string): ReadText {
  try {
    const { value, at } = parseJson(text, "");
    return { value, lineAt: (pointer) => at(pointer).line };
  } catch (thrown) {
    // The parser also refuses what JSON.parse reads.
    return { value: parsed(text, lineOf(thrown)), lineAt: () => undefined, repeated: reasonOf(thrown) };
  }
}

function lineOf(thrown: unknown): number | undefined {
  const line = thrown instanceof NexusError ? Number(thrown.where?.split(":")[1]) : Number.NaN;
  return Number.isNaN(line) ? undefined : line;
}

/** One value a line; the array of them. @throws Unreadable with the line */
export function readJsonLines(text: string): ReadText {
  const lines = text.split("\n").flatMap((line, index) => (line.trim() === "" ? [] : [{ line, number: index + 1 }]));
  return {
    value: lines.map(({ line, number }) => parsed(line, number)),
    lineAt: (pointer) => lines[Number(pointer.split("/")[1])]?.number,
  };
}

function parsed(text: string, line?: number): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (thrown) {
    throw new Unreadable(`is not valid JSON: ${reasonOf(thrown)}`, line);
  }
}

/**
 * Reads a long file without holding it: calls `item` for each item of one list.
 * @param member name of the list in the outermost object
 * @returns the outermost object with the items left out; undefined where the text holds no object
 * @throws Unreadable, after the items before the fault
 */
export function streamList(path: string, member: string, item: (index: number, value: unknown) => void): unknown {
  return withFile(path, (descriptor) => {
    const parser = new JSONParser({ paths: ["$.*", "$.*.*"], keepStack: false });
    const frame: Record<string, unknown> = {};
    let isObject = false;
    let items = 0;
    parser.onValue = ({ value, key, parent, stack }) => {
      if (stack.length === 1) {
        isObject ||= typeof key === "string";
        Object.defineProperty(frame, String(key), { value, enumerable: true, configurable: true, writable: true });
        if (key === member && Array.isArray(value)) frame[member] = [];
        return;
      }
      if (stack[1]?.key !== member || !Array.isArray(parent) || typeof key !== "number") return;
      item(key, value);
      items += 1;
      // The parser would keep it until the list ends.
      parent[key] = undefined as never;
    };
    let fault: Error | undefined;
    parser.onError = (error) => {
      fault ??= error;
    };
    for (const chunk of chunksOf(descriptor)) {
      parser.write(chunk);
      if (fault !== undefined) break;
    }
    if (fault === undefined && !parser.isEnded) parser.end();
    if (fault !== undefined)
      throw new Unreadable(`is not valid JSON behind ${items} items of "${member}": ${fault.message}`);
    return isObject ? frame : undefined;
  });
}
