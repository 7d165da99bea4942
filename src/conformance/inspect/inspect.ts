/** Reads the state that a real project holds, goes on past what is wrong, and changes nothing. */

import { NexusError } from "../../base/errors.js";
import { shownPath } from "../../base/shown-path.js";
import type { Contract } from "../contract/contract.js";
import { Collected, type InspectedFinding } from "./collected.js";
import { entriesBelow } from "./entries.js";
import { gitView } from "./git-view.js";
import type { Entry, Inspection, InspectionRule, Noticed } from "./inspection.js";
import { addAt, type Place, readState, statesOf } from "./read-state.js";
import { STATE_RULES } from "./state-rules.js";

export interface InspectionResult {
  readonly findings: readonly InspectedFinding[];
  /** All rules that could have been broken. */
  readonly rules: readonly InspectionRule[];
  /** What was seen, in a line. */
  readonly summary: string;
}

/**
 * @param root the project
 * @param now the time from which ages count
 * @throws NexusError NXC_INSPECT_NOTHING where the folder holds no project, NXC_INSPECT_MANY
 */
export async function inspect(
  root: string,
  contract: Contract,
  inspection: Inspection,
  now: Date,
): Promise<InspectionResult> {
  const { folder } = inspection;
  const entries = entriesBelow(root, folder);
  if (entries === undefined) throw NexusError.of("NXC_INSPECT_NOTHING", { folder }, shownPath(root) || ".");
  const rules = [...STATE_RULES, ...inspection.rules];
  const collected = new Collected(rules);
  for (const entry of entries) for (const noticed of placeOf(entry)) collected.add(noticed);
  const inspector = inspection.start(contract.version);
  const states = statesOf(contract);
  const places = new Map<string, Place>();
  for (const { kind, path, bytes } of entries) {
    const state = kind === "file" ? states.find(({ matches }) => matches(path)) : undefined;
    if (state === undefined || bytes === undefined) continue;
    places.set(path, readState({ root, path, bytes, state, inspection, inspector, collected }));
  }
  const git = await gitView(root, inspection, entries);
  for (const noticed of inspector.end({ entries, git, now })) addAt(collected, noticed, places.get(noticed.file));
  const findings = collected.findings();
  const unread = new Set(findings.filter(({ rule }) => UNREAD.has(rule)).map(({ file }) => file)).size;
  const rest = unread === 0 ? "" : `, ${unread === 1 ? "one place" : `${unread} places`} not read`;
  return { findings, rules, summary: `${inspector.summary()}${rest}` };
}

/** What these are about was not read, so nothing in it counts. */
const UNREAD: ReadonlySet<string> = new Set([
  "files/closed",
  "files/link",
  "files/special",
  "state/unreadable",
  "state/no-list",
]);

function placeOf({ path, kind }: Entry): readonly Noticed[] {
  switch (kind) {
    case "link":
      return [{ rule: "files/link", file: path, message: "this is a link" }];
    case "special":
      return [{ rule: "files/special", file: path, message: "this is neither a folder nor a regular file" }];
    case "closed":
      return [{ rule: "files/closed", file: path, message: "this folder cannot be read by this user" }];
    default:
      return [];
  }
}
