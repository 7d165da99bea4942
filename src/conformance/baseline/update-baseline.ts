/** Updates a baseline file to the results of a run. Edits single lines, so that comments, order and wording stay. */

import { NexusError } from "../../base/errors.js";
import { type CaseResult, didNotPass, judgementOf } from "../judge/result.js";
import { type Baseline, parseBaseline } from "./baseline.js";

export interface BaselineUpdate {
  readonly text: string;
  readonly added: readonly string[];
  readonly dropped: readonly string[];
}

export const NEW_BASELINE = `# Cases that are known not to pass. Each entry says why; "issue" and "expires" (YYYY-MM-DD) are optional.
`;

const TODO = "TODO: say why it fails";

/**
 * Adds an entry for each new failure, and drops entries whose case passes. Entries that have expired, name an unknown case
 * or another step stay, because a person must decide about them.
 * @param text the current content of the file
 * @throws NexusError NXC_BASELINE_INVALID for a file whose lines cannot be edited one by one
 */
export function updateBaseline(text: string, baseline: Baseline, results: readonly CaseResult[]): BaselineUpdate {
  const stale = new Set(
    results
      .filter((result) => judgementOf(result) === "passed" && baseline.entries.get(result.case.id)?.list === "failing")
      .map((result) => result.case.id),
  );
  const fresh = results.filter((result) => didNotPass(result) && !baseline.entries.has(result.case.id));
  const lines = text === "" ? [] : text.replace(/\n$/u, "").split("\n");
  const dashes = new Map([...baseline.entries.values()].map(({ case: id, line }) => [id, line - 1]));
  const failing = [...baseline.entries.values()].filter(({ list }) => list === "failing");
  const last = failing.at(-1);

  // From the end, so that the numbers of earlier lines stay valid.
  if (fresh.length > 0) {
    if (last === undefined) startList(lines, fresh.flatMap(entryLines("  ")));
    else {
      const at = dashes.get(last.case) ?? 0;
      const indent = /^ */u.exec(lines[at] ?? "")?.[0] ?? "";
      lines.splice(endOfEntry(lines, at), 0, ...fresh.flatMap(entryLines(indent)));
    }
  }
  for (const id of [...stale].sort((a, b) => (dashes.get(b) ?? 0) - (dashes.get(a) ?? 0))) {
    const at = dashes.get(id) ?? 0;
    lines.splice(at, endOfEntry(lines, at) - at);
  }
  const update = {
    text: `${lines.join("\n")}\n`,
    added: fresh.map((result) => result.case.id),
    dropped: [...stale],
  };
  checkEdit(update, baseline);
  return update;
}

function entryLines(indent: string): (result: CaseResult) => readonly string[] {
  return ({ case: { id, steps }, failures }) => [
    `${indent}- case: ${/^[a-z]\w*_\w+$/iu.test(id) ? id : JSON.stringify(id)}`,
    ...(steps.length > 1 && failures[0] !== undefined ? [`${indent}  step: ${failures[0].step}`] : []),
    `${indent}  reason: ${JSON.stringify(TODO)}`,
  ];
}

/** A file without the list, or with an empty one such as `failing: []`. */
function startList(lines: string[], entries: readonly string[]): void {
  const key = lines.findIndex((line) => /^failing:/u.test(line));
  if (key === -1) {
    lines.push("failing:", ...entries);
    return;
  }
  lines.splice(key, 1, (lines[key] ?? "").replace(/^failing:\s*(\[\s*\]|~|null)?/u, "failing:"), ...entries);
}

/** The index of the line after an entry. Blank lines and comments after its last value belong to the next entry. */
function endOfEntry(lines: readonly string[], start: number): number {
  const dash = indentOf(lines[start] ?? "");
  let end = start + 1;
  for (let at = end; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (/^\s*(#|$)/u.test(line)) continue;
    if (indentOf(line) <= dash) break;
    end = at + 1;
  }
  return end;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Reads the edited text back, so that a file in another form is refused instead of damaged. */
function checkEdit({ text, added, dropped }: BaselineUpdate, { file, entries }: Baseline): void {
  const expected = [...entries.keys()].filter((id) => !dropped.includes(id)).concat(added);
  try {
    const found = [...parseBaseline(text, file, "").entries.keys()];
    if (found.length === expected.length && expected.every((id) => found.includes(id))) return;
  } catch (thrown) {
    if (!(thrown instanceof NexusError)) throw thrown;
  }
  const reason = "its entries cannot be edited one by one, because they are not on separate lines";
  throw NexusError.of("NXC_BASELINE_INVALID", { reason }, file);
}
