/**
 * A run as a person or a judge reads it: all that a question can be decided by, and nothing that tells with the body
 * from without.
 */

import { counted } from "../counted.js";
import type { Outcome } from "./run-once.js";
import { messageText, type Scenario } from "./scenario.js";
import type { MadeCall } from "./tools.js";
import { differenceOf, type Files } from "./workspace.js";

/** Longer texts are cut, and say so. The last message never is. */
const LONGEST = { file: 6_000, answer: 4_000, params: 4_000, change: 6_000 } as const;

/** What the model was given: the conversation before, the assignment, the files. */
export function caseText(scenario: Scenario, files: Files): string {
  const { prior = [] } = scenario.given;
  return [
    ...(prior.length === 0 ? [] : ["--- said before ---", ...prior.map(({ from, text }) => `${from}: ${text.trim()}`)]),
    "--- assignment ---",
    messageText(scenario).trim(),
    "--- files at the beginning ---",
    ...(files.size === 0
      ? ["There are none."]
      : [...files].map(([path, text]) => `${path}:\n${indented(cut(text, LONGEST.file))}`)),
  ].join("\n");
}

/** What it did: calls with their answers, what changed in the folder, the last message. */
export function workText({ calls, before, after, finalText, turns, isCut }: Outcome): string {
  const changes = differenceOf(before, after);
  return [
    "--- calls, and what was answered ---",
    ...(calls.length === 0 ? ["There are none."] : calls.map(callText)),
    "--- what changed in the folder ---",
    ...(changes.length === 0
      ? ["Nothing."]
      : changes.map((path) => changeText(path, before.get(path), after.get(path)))),
    "--- last message ---",
    isCut ? `There is none: the run was stopped after ${counted(turns, "turn")}.` : finalText.trim(),
  ].join("\n");
}

/** Whether the words are the model's own: said, handed to a tool, or written. What it was given or answered is not. */
export function isQuotedFrom({ calls, before, after, finalText }: Outcome, quotation: string): boolean {
  const words = flat(quotation);
  if (words === "") return false;
  const changes = differenceOf(before, after).map((path) => changedLines(before.get(path), after.get(path)));
  const own = [
    finalText,
    ...calls.flatMap(({ name, params }) => [headOf(name, params), ...textsIn(params)]),
    ...changes.flatMap(({ come, marked }) => [come.join("\n"), marked]),
  ];
  return own.some((text) => flat(text).includes(words));
}

function callText({ turn, name, params, isRefused, result }: MadeCall): string {
  const head = cut(headOf(name, params), LONGEST.params);
  return `turn ${turn}: ${head}${isRefused ? " (refused)" : ""}\n${indented(cut(result, LONGEST.answer))}`;
}

function headOf(name: string, params: MadeCall["params"]): string {
  return `${name} ${JSON.stringify(params)}`;
}

function changeText(path: string, before: string | undefined, after: string | undefined): string {
  const kind = before === undefined ? "new" : after === undefined ? "deleted" : "changed";
  const { start, marked } = changedLines(before, after);
  const from = kind === "changed" ? `, from line ${start + 1}` : "";
  return `${path} (${kind}${from}):\n${cut(marked, LONGEST.change)}`;
}

/** Lines that went and lines that came, between the first and the last that differ. */
function changedLines(before: string | undefined, after: string | undefined) {
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const [gone, come] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  const marked = [...gone.map((line) => `- ${line}`), ...come.map((line) => `+ ${line}`)].join("\n");
  return { start, come, marked };
}

function linesOf(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.replace(/\n$/u, "").split("\n");
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest)}\n[cut here: ${text.length - longest} of ${text.length} characters are not shown]`;
}

function indented(text: string): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => `    ${line}`.trimEnd())
    .join("\n");
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function flat(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim();
}
