import { constructFromEvents, EVENT_ID, type Event, getScalarValue, parseEvents, YAMLException } from "js-yaml";
import { NexusError } from "./errors.js";
import { jsonPlaces } from "./json-places.js";
import { escapePointer } from "./json-pointer.js";
import { reasonOf } from "./reason-of.js";

/** A place in a text file. Both numbers count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A parsed document that still knows where each of its values stood. */
export interface LocatedDocument {
  readonly file: string;
  readonly value: unknown;
  /** The position of the value at a JSON pointer, or of the nearest ancestor that exists. */
  at(pointer: string): Position;
}

/** Anchors are refused: content needs none, and nested aliases can expand without bound. */
const YAML_OPTIONS = { maxAliases: 0 };

/**
 * Parses one YAML document under the core schema.
 * @throws NexusError NXC_YAML_SYNTAX with file, line and column
 */
export function parseYaml(text: string, file: string): LocatedDocument {
  try {
    const events = parseEvents(text, {});
    const documents = constructFromEvents(events, { source: text, ...YAML_OPTIONS });
    if (documents.length > 1) throw new Error("the file holds more than one document");
    return { file, value: documents[0] ?? null, at: locator(text, events) };
  } catch (thrown) {
    throw yamlError(file, thrown);
  }
}

/**
 * Parses JSON. Refuses repeated keys, because JSON.parse silently keeps the last one.
 * @throws NexusError NXC_JSON_SYNTAX with file, line and column
 */
export function parseJson(source: string, file: string): LocatedDocument {
  const text = source.replace(/^\uFEFF/u, "");
  const starts = lineStarts(text);
  const fail = (reason: string, offset: number) => {
    const { line, column } = positionOf(starts, offset);
    return NexusError.of("NXC_JSON_SYNTAX", { reason }, `${file}:${line}:${column}`);
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    const offset = /position (\d+)/.exec(reasonOf(thrown))?.[1];
    throw fail(reasonOf(thrown), offset === undefined ? text.length : Number(offset));
  }
  const { offsetOf, repeatedKey } = jsonPlaces(text);
  if (repeatedKey !== undefined) throw fail(`${repeatedKey.name} appears twice in one object`, repeatedKey.at);
  return { file, value, at: (pointer) => positionOf(starts, offsetOf(pointer)) };
}

/**
 * A value whose text is byte for byte as this package writes it; undefined for every other text. Such a text repeats no
 * key and holds nothing that has to be located, and looking for that takes ten times as long.
 * @param isSound decides before the value is written out again, since others may nest without end
 */
export function ownJson(text: string, isSound: (value: unknown) => boolean): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isSound(value) && `${JSON.stringify(value, null, 2)}\n` === text ? value : undefined;
  } catch {
    return undefined;
  }
}

function yamlError(file: string, thrown: unknown): NexusError {
  const mark = thrown instanceof YAMLException ? thrown.mark : undefined;
  const where = mark === undefined ? file : `${file}:${mark.line + 1}:${mark.column + 1}`;
  const reason = thrown instanceof YAMLException ? plainReason(thrown.reason) : reasonOf(thrown);
  return NexusError.of("NXC_YAML_SYNTAX", { reason }, where);
}

function plainReason(reason: string): string {
  return reason.includes("maxAliases") ? "aliases (*name) are not allowed, write the value out" : reason;
}

/** Finds positions by JSON pointer. The first request computes all offsets. */
function locator(text: string, events: readonly Event[]): (pointer: string) => Position {
  const starts = lineStarts(text);
  let offsets: ReadonlyMap<string, number> | undefined;
  return (pointer) => {
    offsets ??= offsetsByPointer(text, events);
    for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
      const offset = offsets.get(at);
      if (offset !== undefined) return positionOf(starts, offset);
      if (at === "") return { line: 1, column: 1 };
    }
  };
}

/** The offset of every value, by JSON pointer; a member of a mapping is placed at its key. */
function offsetsByPointer(text: string, events: readonly Event[]): ReadonlyMap<string, number> {
  type Frame = {
    readonly pointer: string;
    next: number;
    key: { readonly name: string; readonly at: number } | undefined;
    readonly mapping: boolean;
  };
  const offsets = new Map<string, number>();
  const frames: Frame[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      frames.pop();
      continue;
    }
    if (event.type === EVENT_ID.DOCUMENT) {
      frames.push({ pointer: "", next: 0, key: undefined, mapping: false });
      continue;
    }
    const frame = frames.at(-1);
    const start = startOf(event);
    if (frame?.mapping === true && frame.key === undefined) {
      frame.key = { name: event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : "", at: start };
      continue;
    }
    const pointer =
      frame === undefined || frames.length === 1
        ? ""
        : `${frame.pointer}/${escapePointer(frame.key?.name ?? frame.next++)}`;
    offsets.set(pointer, frame?.key?.at ?? start);
    if (frame !== undefined) frame.key = undefined;
    if (event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.MAPPING) {
      frames.push({ pointer, next: 0, key: undefined, mapping: event.type === EVENT_ID.MAPPING });
    }
  }
  return offsets;
}

function startOf(event: Exclude<Event, { type: typeof EVENT_ID.POP | typeof EVENT_ID.DOCUMENT }>): number {
  if ("start" in event) return event.start;
  return "valueStart" in event ? event.valueStart : event.anchorStart;
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function positionOf(starts: readonly number[], offset: number): Position {
  // The last line that starts at the offset or before it; fixture files have thousands, and every case asks.
  let [line, end] = [1, starts.length];
  while (line < end) {
    const middle = (line + end + 1) >> 1;
    if ((starts[middle - 1] ?? 0) <= offset) line = middle;
    else end = middle - 1;
  }
  return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
}
