/** Reads one state file: holds it against its schema, the rules of its lists, and what the contract adds. */

import { join } from "node:path";
import { compileGlob } from "../../base/glob.js";
import { lookup } from "../../base/json-path.js";
import { type SchemaIssue, show } from "../../base/json-schema.js";
import type { Contract, Invariant, StateFile } from "../contract/contract.js";
import { fillTokens } from "../notation/file-path.js";
import { fieldOf } from "../oracles/state-issues.js";
import type { Collected } from "./collected.js";
import type { Inspection, Inspector, Noticed } from "./inspection.js";
import { Closed, type ReadText, readJson, readJsonLines, streamList, textOf, Unreadable } from "./state-text.js";

/** A longer file is read item by item where it holds a list that only grows, and otherwise not at all. */
const MOST_BYTES = 16 * 1024 * 1024;

/** The state files of a contract at one path, with what holds for them. */
export interface KnownState {
  readonly matches: (path: string) => boolean;
  readonly file: StateFile;
  /** Name of the list that only grows. */
  readonly growing?: string;
  readonly unique: readonly (Invariant & { readonly rule: "unique" | "rises" })[];
}

export function statesOf({ state, invariants, stateRoot, namespace }: Contract): readonly KnownState[] {
  const anyone = namespace === undefined ? {} : { [namespace.token]: "*" };
  const plain = (path: string) => fillTokens(path, { STATE_ROOT: stateRoot, ...anyone });
  return state.map((file) => {
    const own = invariants.filter((invariant) => plain(invariant.file) === plain(file.path));
    const growing = own.find(({ rule }) => rule === "grows")?.list.text.replace(/^\$\./u, "");
    return {
      matches: compileGlob(plain(file.path)),
      file,
      ...(growing === undefined ? {} : { growing }),
      unique: own.filter((invariant) => invariant.rule !== "grows"),
    };
  });
}

export interface Reading {
  readonly root: string;
  readonly path: string;
  readonly bytes: number;
  readonly state: KnownState;
  readonly inspection: Pick<Inspection, "limits" | "needs">;
  readonly inspector: Pick<Inspector, "document" | "item" | "isOfAnotherVersion">;
  readonly collected: Collected;
}

/** The line of the value at a pointer, where it is known. */
export type Place = (pointer: string) => number | undefined;

const NOWHERE: Place = () => undefined;

/**
 * What cannot be read is one finding, and what was read before the fault counts.
 * @returns where the values of the file are
 */
export function readState(reading: Reading): Place {
  const { root, path, bytes, state, collected } = reading;
  const { growing } = state;
  try {
    if (growing !== undefined && bytes > MOST_BYTES) {
      const frame = streamList(join(root, path), growing, (index, item) => readItem(reading, growing, index, item));
      readFrame(reading, frame, NOWHERE);
      return NOWHERE;
    }
    return readWhole(reading, textOf(join(root, path), limitOf(reading)));
  } catch (thrown) {
    if (!(thrown instanceof Unreadable)) throw thrown;
    const rule = thrown instanceof Closed ? "files/closed" : "state/unreadable";
    collected.add({ rule, file: path, message: `it ${thrown.message}` }, thrown.line);
    return NOWHERE;
  }
}

function limitOf({ path, inspection }: Reading): number {
  const own = Object.entries(inspection.limits).find(([glob]) => compileGlob(glob)(path));
  return own?.[1] ?? MOST_BYTES;
}

function readWhole(reading: Reading, text: string): Place {
  const { path, state, collected, inspector } = reading;
  if (state.file.format === "jsonl") {
    const { value, lineAt } = readJsonLines(text);
    const lines = value as readonly unknown[];
    lines.forEach((line, index) => {
      const issues = state.file.check(line).map((issue) => ({ ...issue, pointer: `/${index}${issue.pointer}` }));
      noteIssues(reading, issues, line, lineAt);
    });
    for (const noticed of inspector.document(path, lines)) addAt(collected, noticed, lineAt);
    return lineAt;
  }
  const { value, lineAt, repeated }: ReadText = readJson(text);
  if (repeated !== undefined) collected.add({ rule: "state/repeated", file: path, message: repeated });
  const { growing } = state;
  if (growing === undefined || !isObject(value) || !Array.isArray(value[growing])) {
    readFrame(reading, value, lineAt);
    return lineAt;
  }
  const items: readonly unknown[] = value[growing];
  readFrame(reading, { ...value, [growing]: [] }, lineAt);
  items.forEach((item, index) => {
    readItem(reading, growing, index, item, lineAt);
  });
  return lineAt;
}

/** The whole value, without the items of a list that only grows. */
function readFrame(reading: Reading, value: unknown, lineAt: Place): void {
  const { path, state, collected, inspection, inspector } = reading;
  const list = inspection.needs[path];
  // One that is missing is read as an empty one.
  if (list !== undefined && !(isObject(value) && Array.isArray(value[list] ?? []))) {
    collected.add({ rule: "state/no-list", file: path, message: `"${list}" is no list in it` });
    return;
  }
  noteIssues(reading, state.file.check(value), value, lineAt);
  for (const invariant of state.unique) {
    for (const noticed of repeatedIn(path, invariant, value)) addAt(collected, noticed, lineAt);
  }
  for (const noticed of inspector.document(path, value)) addAt(collected, noticed, lineAt);
}

function readItem(reading: Reading, member: string, index: number, item: unknown, lineAt = NOWHERE): void {
  const { path, state, collected, inspector } = reading;
  const issues = state.file.check({ [member]: [item] }).map((issue) => ({
    ...issue,
    pointer: issue.pointer.replace(`/${member}/0`, `/${member}/${index}`),
  }));
  noteIssues(reading, issues, item, lineAt);
  for (const noticed of inspector.item(path, index, item)) addAt(collected, noticed, lineAt);
}

/** @param value what the issues are in */
function noteIssues(
  { path, collected, inspector }: Reading,
  issues: readonly SchemaIssue[],
  value: unknown,
  lineAt: Place,
): void {
  if (issues.length === 0) return;
  const rule = inspector.isOfAnotherVersion(path, value) ? "state/other-form" : "state/schema";
  for (const issue of issues) {
    const { pointer, message, keyword } = issue;
    addAt(collected, { rule, file: path, pointer, message, kind: `${keyword} ${fieldOf(issue)}` }, lineAt);
  }
}

function repeatedIn(
  file: string,
  { list: path, key }: Invariant & { readonly key: string },
  value: unknown,
): readonly Noticed[] {
  const looked = lookup(path, value);
  const list = looked.found ? looked.value : undefined;
  if (!Array.isArray(list)) return [];
  const known = new Set<unknown>();
  const base = path.text.slice(1).replaceAll(".", "/");
  return list.flatMap((item: unknown, index): readonly Noticed[] => {
    const id = isObject(item) ? item[key] : undefined;
    if (typeof id !== "string" && typeof id !== "number") return [];
    // Earlier versions wrote numbers as texts, and tools take both for the same.
    const isRepeated = known.has(String(id));
    known.add(String(id));
    if (!isRepeated) return [];
    return [
      { rule: "state/repeated", file, pointer: `${base}/${index}`, message: `${key} ${show(id)} is given twice` },
    ];
  });
}

export function addAt(collected: Collected, noticed: Noticed, lineAt = NOWHERE): void {
  collected.add(noticed, noticed.pointer === undefined ? undefined : lineAt(noticed.pointer));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
