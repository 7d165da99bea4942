import type { Cycle, TaskCloseAnswer } from "../generated/contract.js";
import type { OpenState } from "../store/state.js";
import { cycleOf } from "./archive.js";
import type { ToolOf } from "./tool.js";

/**
 * Archives the open plan and tasks, finished or not, and deletes their files. If nothing is open but an interrupted close
 * left files behind, the call finishes that close and answers for its cycle instead of archiving an empty one.
 */
export const taskClose: ToolOf<"task_close"> = {
  reads: ["plan", "tasks", "history"],
  writes: true,

  run(state, _params, moment) {
    const { plan, tasks, history, leftovers } = state;
    const interrupted = plan === null && tasks === null ? leftovers.at(-1)?.cycle : undefined;
    if (interrupted !== undefined && history !== null) {
      return { changes: { plan: null, tasks: null }, answer: answerFor(interrupted, history.count, state) };
    }
    const cycle = cycleOf(plan, tasks, moment);
    const count = (history?.count ?? 0) + 1;
    return { changes: { archive: cycle, plan: null, tasks: null }, answer: answerFor(cycle, count, state) };
  },
};

function answerFor(cycle: Cycle, count: number, { plan, tasks, leftovers }: OpenState): TaskCloseAnswer {
  const decisions = decisionsIn(cycle);
  const isLeft = (file: "plan" | "tasks") => leftovers.some((leftover) => leftover.file === file);
  return {
    closed: true,
    cycle: cycle.completed_at,
    branch: cycle.branch,
    archived: { plan: cycle.plan !== null, decisions, tasks: cycle.tasks.length },
    deleted: [
      ...(plan !== null || isLeft("plan") ? (["plan.json"] as const) : []),
      ...(tasks !== null || isLeft("tasks") ? (["tasks.json"] as const) : []),
    ],
    total_cycles: count,
    memoryHint: {
      taskCount: cycle.tasks.length,
      decisionCount: decisions,
      cycleTopics: [cycle.plan?.topic ?? "", cycle.goal ?? ""].filter((topic) => topic !== ""),
    },
  };
}

/** Number of decided issues, or of decisions listed in tasks.json, whichever is higher. */
function decisionsIn({ plan, decisions }: Cycle): number {
  const decided = plan?.issues.filter(({ status }) => status === "decided").length ?? 0;
  return Math.max(decided, decisions?.length ?? 0);
}
