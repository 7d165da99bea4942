/** Where a value breaks the schema of the form, in words for whoever wrote it. */

import { escapePointer } from "../../json-pointer.js";
import { placeOf, type SchemaIssue } from "../../json-schema.js";
import { formCheck } from "./form-check.js";
import type { ExpectedReport, ReportBreach } from "./report-subject.js";

export function formBreaches(value: unknown, { agents, skills }: ExpectedReport): readonly ReportBreach[] {
  const issues = formCheck(agents, skills)(value);
  const lists = issues.filter(({ keyword }) => keyword === "enum");
  const empty = new Set(issues.filter(({ keyword }) => keyword === "minLength").map(({ pointer }) => pointer));
  const tooLarge = new Set(tooLargeNumbers(value));
  const isTelling = (issue: SchemaIssue) => {
    if (issue.keyword === "enum" && !isShortest(issue, lists)) return false;
    // A text that is empty has no form either.
    if (issue.keyword === "pattern" && empty.has(issue.pointer)) return false;
    return !tooLarge.has(issue.pointer);
  };
  return [...[...tooLarge].map((pointer) => ({ pointer, ...TOO_LARGE })), ...issues.filter(isTelling).map(breachOf)];
}

const TOO_LARGE = { message: "the number is too large to be read", hint: "Write a number that JSON readers can hold." };

/** The schema has one pattern, that of paths; nobody can read it. */
function breachOf(issue: SchemaIssue): ReportBreach {
  const pointer = placeOf(issue);
  if (issue.keyword !== "pattern") return { pointer, message: issue.message };
  const message = issue.message.replace(/ does not have the form .*$/s, " is no path inside the project");
  return { pointer, message, hint: "Write it from the project root, with forward slashes and without .. in it." };
}

/** A verdict is named twice, by all values of the form and by those of the role; the shorter list says more. */
function isShortest(issue: SchemaIssue, lists: readonly SchemaIssue[]): boolean {
  return !lists.some(({ pointer, message }) => pointer === issue.pointer && message.length < issue.message.length);
}

/** The pointers of numbers like 1e400. Readers differ in what they make of them; here they are infinite. */
function tooLargeNumbers(value: unknown, pointer = ""): readonly string[] {
  if (typeof value === "number") return Number.isFinite(value) ? [] : [pointer];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => tooLargeNumbers(inner, `${pointer}/${escapePointer(key)}`));
}
