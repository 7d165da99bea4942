/** Where a value breaks the schema of the form, in words for its author. */

import { escapePointer } from "../../base/json-pointer.js";
import { placeOf, type SchemaIssue } from "../../base/json-schema.js";
import { textMember } from "../../base/members.js";
import type { ExpectedReport, ReportBreach } from "./expected-report.js";
import { formCheck, verdictsOf } from "./form-check.js";

export function formBreaches(value: unknown, { agents, skills }: ExpectedReport): readonly ReportBreach[] {
  const issues = formCheck(agents, skills)(value);
  const lists = issues.filter(({ keyword }) => keyword === "enum");
  const empty = new Set(issues.filter(({ keyword }) => keyword === "minLength").map(({ pointer }) => pointer));
  const tooLarge = new Set(tooLargeNumbers(value));
  const isTelling = (issue: SchemaIssue) => {
    if (issue.keyword === "enum" && !isShortest(issue, lists)) return false;
    // What is no verdict of the role is told by its list.
    if (issue.keyword === "type" && lists.some(({ pointer }) => pointer === issue.pointer)) return false;
    // A text that is empty has no form either.
    if (issue.keyword === "pattern" && empty.has(issue.pointer)) return false;
    return !tooLarge.has(issue.pointer);
  };
  return [
    ...[...tooLarge].map((pointer) => ({ pointer, ...TOO_LARGE })),
    ...issues.filter(isTelling).map((issue) => breachOf(issue, value)),
  ];
}

const TOO_LARGE = { message: "the number is too large to read", hint: "Write a number that JSON readers can hold." };

/** What the words of the schema do not tell: that a verdict is owed, and the one pattern, that of paths. */
function breachOf(issue: SchemaIssue, value: unknown): ReportBreach {
  const pointer = placeOf(issue);
  if (pointer === "/verdict" && issue.keyword === "type") return verdictOwed(textMember(value, "role") ?? "");
  if (issue.keyword !== "pattern") return { pointer, message: issue.message };
  const message = issue.message.replace(/ does not have the form .*$/s, " is no path inside the project");
  return { pointer, message, hint: "Write it from the project root, with forward slashes and without .. in it." };
}

/** The schema asks for a text, whatever it is, where the status is complete. */
function verdictOwed(role: string): ReportBreach {
  const choices = verdictsOf(role).map((verdict) => `"${verdict}"`);
  return {
    pointer: "/verdict",
    message: `the status is complete, and a ${role} that has judged gives one of ${choices.join(", ")}`,
    hint: "If nothing could be judged, report another status.",
  };
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
