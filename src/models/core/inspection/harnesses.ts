/** What harnesses keep for themselves: trackers and extension files. */

import type { Noticed } from "../../../conformance/inspect/inspection.js";
import { HISTORY, PLAN, TASKS } from "./cycle.js";
import { isPart, type Part, partsOf, show, timeOf } from "./parts.js";

const WEEK_MS = 7 * 86_400_000;
const BASES: Readonly<Record<string, string>> = { plan: PLAN, tasks: TASKS, history: HISTORY };

export function trackerNotes(file: string, value: unknown, now: Date): readonly Noticed[] {
  const harness = file.split("/").at(-2);
  return partsOf(value).flatMap(([index, { harness_id: id, status, started_at: start, last_resumed_at: again }]) => {
    const note = (rule: string, message: string): Noticed => ({ rule, file, pointer: `/${index}`, message });
    const since = timeOf(again) ?? timeOf(start);
    return [
      ...(typeof id === "string" && id !== harness
        ? [note("tracker/harness", "an agent belongs to another harness")]
        : []),
      ...(status === "running" && since !== undefined && now.getTime() - since > WEEK_MS
        ? [note("tracker/left", `an agent has been running since ${new Date(since).toISOString()}`)]
        : []),
    ];
  });
}

/** @param files the paths that are there */
export function extensionNotes(
  file: string,
  value: unknown,
  plan: Part | undefined,
  files: ReadonlySet<string>,
): readonly Noticed[] {
  const note = (message: string): readonly Noticed[] => [{ rule: "extension/base", file, message }];
  const name = file.split("/").at(-1)?.replace(".extension.json", "") ?? "";
  const base = Object.hasOwn(BASES, name) ? BASES[name] : undefined;
  if (base === undefined) return note("its name is not that of a shared file and .extension.json");
  if (!files.has(base)) return note(`there is no ${base} that it could belong to`);
  const id = isPart(value) ? value["extension_for_plan_id"] : undefined;
  if (base !== PLAN || id === undefined || plan === undefined || plan["id"] === id) return [];
  return note(`it belongs to plan ${show(id)}, and the active plan is ${show(plan["id"])}`);
}
