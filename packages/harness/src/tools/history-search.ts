import type { Cycle, CycleSummary } from "../generated/contract.js";
import type { ToolOf } from "../tool.js";

const DEFAULT_LAST = 10;

/** Reads the cycles one by one and keeps only those that it returns. */
export const historySearch: ToolOf<"history_search"> = {
  reads: [],
  writes: false,

  run({ cycles }, { query = "", last_n = DEFAULT_LAST }) {
    const wanted = query.toLowerCase();
    const latest: Cycle[] = [];
    let total = 0;
    for (const cycle of cycles()) {
      if (wanted !== "" && !holdsText(cycle, wanted)) continue;
      total += 1;
      latest.push(cycle);
      if (latest.length > last_n) latest.shift();
    }
    return { changes: {}, answer: { total, showing: latest.length, cycles: latest.map(summaryOf) } };
  },
};

/** Whether a value of the cycle holds the text; the names of its fields are in every cycle and say nothing of one. */
function holdsText(value: unknown, wanted: string): boolean {
  if (Array.isArray(value)) return value.some((item) => holdsText(item, wanted));
  if (typeof value === "object" && value !== null) return holdsText(Object.values(value), wanted);
  return value !== null && String(value).toLowerCase().includes(wanted);
}

function summaryOf({ completed_at, branch, plan, tasks }: Cycle): CycleSummary {
  const decisions = plan?.issues.flatMap(({ title, decision }) =>
    decision === undefined ? [] : [{ title, decision }],
  );
  return {
    completed_at,
    branch,
    ...(plan === null ? {} : { topic: plan.topic }),
    ...(decisions === undefined ? {} : { decisions }),
    task_count: tasks.length,
  };
}
