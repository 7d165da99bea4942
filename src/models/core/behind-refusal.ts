import type { Asked } from "./asked.js";
import { contentOf, openState } from "./state.js";

/** What is special about a call that must not be refused, and so may be the reason. */
export function behindRefusal({ tool, params, state }: Asked): readonly string[] {
  const { plan, tasks } = openState(state);
  const texts = JSON.stringify(params).slice(1, -1);
  const special: Readonly<Record<string, boolean>> = {
    "params.text-kept": /[^\x20-\x7e]|\\/u.test(texts) || texts.length > 1_000,
    "plan_start.research-may-be-empty": tool === "plan_start" && params["research_summary"] === "",
    "plan_start.empty-agenda": tool === "plan_start" && listOf(params["issues"]).length === 0,
    "plan_start.same-titles": tool === "plan_start" && hasDoubles(listOf(params["issues"])),
    "plan_start.archives-previous": tool === "plan_start" && plan !== null,
    "plan_decide.any-order":
      tool === "plan_decide" && plan?.issues?.find(({ status }) => status === "pending")?.id !== params["issue_id"],
    "plan_update.reopen-pending":
      params["action"] === "reopen" && plan?.issues?.find(({ id }) => id === params["issue_id"])?.status === "pending",
    "task_add.deps-known": tool === "task_add" && listOf(params["deps"]).length > 0,
    "task_add.needs-no-plan": tool === "task_add" && plan === null && params["plan_issue"] === undefined,
    "task_add.plan-issue-as-given": tool === "task_add" && params["plan_issue"] !== undefined,
    "task_add.empty-goal-clears": tool === "task_add" && params["goal"] === "",
    "task_update.any-transition": tool === "task_update",
    "task_close.nothing-open": tool === "task_close" && plan === null && tasks === null,
    "task_close.unfinished-work":
      tool === "task_close" &&
      (plan?.issues?.some(({ status }) => status === "pending") === true ||
        tasks?.tasks.some(({ status }) => status !== "completed") === true),
    "history_search.no-file": tool === "history_search" && contentOf(state.history) === null,
    "artifact_write.empty-content": tool === "artifact_write" && params["content"] === "",
    "artifact_write.subfolders": tool === "artifact_write" && String(params["filename"]).includes("/"),
    "artifact_write.overwrites":
      tool === "artifact_write" && Object.hasOwn(state.artifacts, String(params["filename"])),
  };
  return Object.entries(special).flatMap(([requirement, holds]) => (holds ? [requirement] : []));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function hasDoubles(values: readonly unknown[]): boolean {
  return new Set(values).size < values.length;
}
