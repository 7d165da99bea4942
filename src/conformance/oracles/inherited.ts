import { createHash } from "node:crypto";
import { pointerTokens } from "../../base/json-pointer.js";
import type { SchemaIssue } from "../../base/json-schema.js";
import type { Snapshot } from "../workspace/snapshot.js";
import { parseStateFile } from "./state-file.js";
import { fieldOf, type StateIssue } from "./state-issues.js";

/**
 * Tells which issues a step found rather than made, because older files may lack what the schema demands today:
 *
 * - an issue that was at the same place before;
 * - an issue within an object or a list that was anywhere in the files before, because an archive moves whole parts;
 * - a flaw that another file had in the same field, because an archive also copies single fields and adapts parts;
 * - a wrong value that the file had in the same field at least as often, because removing an item moves those after it;
 * - a field that the schema does not have and that some file had before.
 *
 * @param before the files before the step
 * @param found the issues in them
 * @param now the issues of the files that the step has written
 */
export function inheritedFrom(
  before: Snapshot,
  found: readonly StateIssue[],
  now: readonly StateIssue[],
): (issue: StateIssue) => boolean {
  const places = new Set(found.map(({ file, issue }) => placeKey(file, issue)));
  const fields = new Map<string, Set<string>>();
  for (const { file, issue } of found) {
    const key = valueKey(issue);
    fields.set(key, (fields.get(key) ?? new Set()).add(file));
  }
  const countOf = (issues: readonly StateIssue[], { file, issue }: StateIssue) =>
    issues.filter((each) => each.file === file && valueKey(each.issue) === valueKey(issue)).length;
  const digests = new Digests();
  const parts = new Set<string>();
  for (const [file, text] of before) digests.collect(parseStateFile(file, text)?.value, parts);
  return (each) => {
    const { file, root, issue } = each;
    const files = fields.get(valueKey(issue)) ?? new Set();
    if (issue.unknownProperty !== undefined) return files.size > 0;
    const isCopied = [...files].some((other) => other !== file);
    const hasMoved = issue.missingProperty === undefined && countOf(now, each) <= countOf(found, each);
    return (
      places.has(placeKey(file, issue)) ||
      isCopied ||
      hasMoved ||
      partsAround(root, issue.pointer).some((part) => parts.has(digests.of(part)))
    );
  };
}

function placeKey(file: string, { pointer, keyword, message }: SchemaIssue): string {
  return JSON.stringify([file, pointer, keyword, message]);
}

/** Identifies a flaw wherever it is; the message quotes a wrong value. */
function valueKey(issue: SchemaIssue): string {
  return issue.unknownProperty === undefined ? JSON.stringify([fieldOf(issue), issue.message]) : fieldOf(issue);
}

/** The objects and lists that contain a place, without the content of the file as a whole. */
function partsAround(root: unknown, pointer: string): readonly object[] {
  const parts: object[] = [];
  let value = root;
  for (const token of pointerTokens(pointer)) {
    value = isPart(value) ? (value as Readonly<Record<string, unknown>>)[token] : undefined;
    if (isPart(value)) parts.push(value);
  }
  return parts;
}

/** An empty object or list looks like any other. */
function isPart(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/** Digests of JSON values. The order of members makes no difference. */
class Digests {
  private readonly known = new WeakMap<object, string>();

  of(value: unknown): string {
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const known = this.known.get(value);
    if (known !== undefined) return known;
    const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${this.of(member)}`);
    const text = Array.isArray(value) ? `[${members}]` : `{${members.sort()}}`;
    const digest = createHash("sha256").update(text).digest("base64");
    this.known.set(value, digest);
    return digest;
  }

  /** Adds the digest of the value and of every part in it. */
  collect(value: unknown, into: Set<string>): void {
    if (!isPart(value)) return;
    into.add(this.of(value));
    for (const member of Object.values(value)) this.collect(member, into);
  }
}
