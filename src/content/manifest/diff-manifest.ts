import { compareText } from "../../base/finding.js";
import { member, textMember } from "../../base/members.js";

/** One entry in which two manifests differ. */
export interface Drift {
  /** A path of `files`, or the way to a value: `agents.engineer.category`. */
  readonly entry: string;
  readonly change: "added" | "missing" | "changed";
  /** The whole in plain words: `agents.engineer.category: "do" → "check"`. */
  readonly text: string;
}

/**
 * Every entry in which a manifest differs from what it should be a picture of. A hash that differs only because a file
 * does is not named a second time.
 * @param expected what the manifest on disk records; of any shape, since it may have been edited by hand
 * @param actual what the files yield now
 */
export function diffManifest(expected: unknown, actual: unknown): readonly Drift[] {
  const files = diffValues(member(expected, "files"), member(actual, "files"), "files").map(
    ({ entry, change }): Drift => {
      const path = entry.replace(/^files\.?/, "") || "files";
      return { entry: path, change, text: `${path}: ${change}` };
    },
  );
  const follows = new Set(files.map(({ entry }) => entry));
  const others = diffValues(without(expected, "files"), without(actual, "files"), "").filter(({ entry }) => {
    const [, kind, id, part] =
      /^(agents|skills)\.(.*)\.(body|ground_rules|report_form|composed)_hash$/.exec(entry) ?? [];
    if (part === "body") return !follows.has(`${kind}/${id}/body.md`);
    // What is composed rests on several files.
    return entry === "content_hash" || part !== undefined ? files.length === 0 : true;
  });
  return [...others, ...files];
}

function without(value: unknown, key: string): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)) : value;
}

function diffValues(expected: unknown, actual: unknown, entry: string): readonly Drift[] {
  const [left, right] = [membersOf(expected), membersOf(actual)];
  if (left === undefined || right === undefined) {
    if (JSON.stringify(expected) === JSON.stringify(actual)) return [];
    if (expected === undefined) return [drift(entry, "added")];
    if (actual === undefined) return [drift(entry, "missing")];
    return [{ entry, change: "changed", text: `${entry}: ${show(expected)} → ${show(actual)}` }];
  }
  const keys = [...new Set([...left.keys(), ...right.keys()])].sort(compareText);
  const inner = keys.flatMap((key) =>
    diffValues(left.get(key), right.get(key), entry === "" ? key : `${entry}.${key}`),
  );
  const moved =
    inner.length === 0 && Array.isArray(actual) && [...left.keys()].join("\n") !== [...right.keys()].join("\n");
  return moved ? [{ entry, change: "changed", text: `${entry}: order changed` }] : inner;
}

function drift(entry: string, change: "added" | "missing"): Drift {
  return { entry, change, text: `${entry}: ${change}` };
}

/**
 * The members of an object by key, and those of a list by the ids or names of its entries. Undefined for any other
 * value, and for a list in which these are missing or repeated: such a list is compared as a whole.
 */
function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (isObject(value)) return new Map(Object.entries(value));
  if (!Array.isArray(value)) return undefined;
  const members = new Map<string, unknown>();
  for (const item of value as readonly unknown[]) {
    const key = textMember(item, "id") ?? textMember(item, "name");
    if (key === undefined || members.has(key)) return undefined;
    members.set(key, item);
  }
  return members;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value in a line: short, and with its difference in sight in most cases. */
function show(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
