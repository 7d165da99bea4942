import { isDeepStrictEqual } from "node:util";
import { listMember, member, textsMember } from "../../base/members.js";
import { type Change, change } from "./kinds.js";

/** What has changed among the schemas by which harnesses validate. */
export function diffSchemas(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): readonly Change[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((file): readonly Change[] => {
    if (!after.has(file)) return [change("schema-removed", file, { id: file })];
    if (!before.has(file)) return [change("schema-added", file, { id: file })];
    const [old, now] = [before.get(file), after.get(file)];
    const found = compared(old, now, "");
    const told = (kind: "schema-tighter" | "schema-wider", names: readonly string[]) =>
      names.map((name) => change(kind, file, { id: file, name }));
    const all = [...told("schema-tighter", found.tighter), ...told("schema-wider", found.wider)];
    return all.length > 0 || isDeepStrictEqual(old, now) ? all : [change("schema-changed", file, { id: file })];
  });
}

interface Found {
  readonly tighter: readonly string[];
  readonly wider: readonly string[];
}

/** Members that hold one schema which a value has to meet, and members that hold several by name. */
const SINGLE = ["items", "additionalProperties", "contains", "propertyNames", "then", "else"];
const NAMED = ["properties", "$defs"];

/** Members that say nothing about what is valid. */
const PROSE = ["$comment", "$id", "$schema", "title", "description", "examples", "default", "deprecated"];

/** Compares keyword by keyword. A change of another keyword counts as tighter, because that is the safer mistake. */
function compared(old: unknown, now: unknown, at: string): Found {
  const parts: Found[] = [];
  const note = (tighter: readonly string[], wider: readonly string[]) =>
    parts.push({
      tighter: tighter.map((text) => `${at || "/"} ${text}`),
      wider: wider.map((text) => `${at || "/"} ${text}`),
    });
  const names = new Set([old, now].flatMap((each) => Object.keys((each as object | null | undefined) ?? {})));
  for (const name of names) {
    const [was, is] = [member(old, name), member(now, name)];
    if (PROSE.includes(name) || isDeepStrictEqual(was, is)) continue;
    if (name === "required") {
      const [before, after] = [old, now].map((each) => textsMember(each, name).map(({ text }) => text));
      note(
        (after ?? []).filter((text) => before?.includes(text) !== true).map((text) => `requires ${text}`),
        (before ?? []).filter((text) => after?.includes(text) !== true).map((text) => `no longer requires ${text}`),
      );
    } else if (name === "enum") {
      const [before, after] = [old, now].map((each) => listMember(each, name).map(({ item }) => JSON.stringify(item)));
      note(
        (before ?? []).filter((text) => after?.includes(text) !== true).map((text) => `no longer takes ${text}`),
        (after ?? []).filter((text) => before?.includes(text) !== true).map((text) => `takes ${text}`),
      );
    } else if (NAMED.includes(name)) {
      // In an open object a new property limits what was free before, and elsewhere it allows something new.
      const isOpen = name === "properties" && member(now, "additionalProperties") !== false;
      const keys = new Set([was, is].flatMap((each) => Object.keys((each as object | undefined) ?? {})));
      for (const key of keys) {
        const [before, after] = [member(was, key), member(is, key)];
        if (before !== undefined && after !== undefined) parts.push(compared(before, after, `${at}/${name}/${key}`));
        else if (before === undefined) note(isOpen ? [`limits ${key}`] : [], isOpen ? [] : [`has ${key}`]);
        else note(isOpen ? [] : [`has no ${key}`], isOpen ? [`leaves ${key} open`] : []);
      }
    } else if (name === "additionalProperties" && (is === false || was === false)) {
      note(is === false ? ["refuses other members"] : [], is === false ? [] : ["takes other members"]);
    } else if (SINGLE.includes(name) && typeof was === "object" && typeof is === "object") {
      parts.push(compared(was, is, `${at}/${name}`));
    } else if (is === undefined) {
      note([], [`has no ${name}`]);
    } else {
      const said = [`${name} is ${JSON.stringify(is).slice(0, 60)}`];
      if (isLooser(name, was, is)) note([], said);
      else note(said, []);
    }
  }
  return { tighter: parts.flatMap(({ tighter }) => tighter), wider: parts.flatMap(({ wider }) => wider) };
}

/** Whether a bound such as minLength or maximum lets more through than before. */
function isLooser(name: string, was: unknown, is: unknown): boolean {
  if (typeof was !== "number" || typeof is !== "number") return false;
  return (/^(?:min|exclusiveMin)/u.test(name) && is < was) || (/^(?:max|exclusiveMax)/u.test(name) && is > was);
}
