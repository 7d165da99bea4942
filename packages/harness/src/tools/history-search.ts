import type { Cycle, CycleSummary } from "../generated/contract.js";
import { cycleIn } from "../store/stored.js";
import type { ToolOf } from "./tool.js";

const DEFAULT_LAST = 10;

/** Reads one cycle at a time and keeps only what it returns. */
export const historySearch: ToolOf<"history_search"> = {
  reads: [],
  writes: false,

  run({ cycles }, { query = "", last_n = DEFAULT_LAST }) {
    const wanted = withoutCase(query);
    const latest: CycleSummary[] = [];
    let total = 0;
    for (const cycle of cycles()) {
      if (!withoutCase(JSON.stringify(cycle)).includes(wanted) && !holdsText(cycle, wanted)) continue;
      total += 1;
      latest.push(summaryOf(cycleIn(cycle)));
      if (latest.length > last_n) latest.shift();
    }
    return { changes: {}, answer: { total, showing: latest.length, cycles: latest } };
  },
};

/** Whether any value of the cycle contains a text that JSON writes in another form. */
function holdsText(value: unknown, wanted: string): boolean {
  if (Array.isArray(value)) return value.some((item) => holdsText(item, wanted));
  if (typeof value === "object" && value !== null) return holdsText(Object.values(value), wanted);
  return typeof value === "string" && withoutCase(value).includes(wanted);
}

/** Folds case by way of capitals, because some small letters share one, such as both forms of the Greek sigma. */
function withoutCase(text: string): string {
  return text.toLowerCase().toUpperCase();
}

function summaryOf({ completed_at, branch, plan, tasks }: Cycle): CycleSummary {
  const decisions = plan?.issues.flatMap(({ title, status, decision }) =>
    status === "decided" && decision !== undefined ? [{ title, decision }] : [],
  );
  return {
    // An older cycle may not tell its end.
    ...(completed_at === "" ? {} : { completed_at }),
    branch,
    ...(plan === null || plan.topic === "" ? {} : { topic: plan.topic }),
    ...(decisions === undefined ? {} : { decisions }),
    task_count: tasks.length,
  };
}
