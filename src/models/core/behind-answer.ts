import type { Asked } from "./asked.js";
import { hasSameTitles } from "./behind-plan.js";
import type { ToolName } from "./params.js";
import { contentOf, openState } from "./state.js";

/** By tool, the requirement behind each value of its answer. An empty name stands for every other value. */
const VALUES: Readonly<Record<ToolName, Readonly<Record<string, string>>>> = {
  plan_start: { previousArchived: "reports-archive", "": "answer" },
  plan_status: { research_summary: "research-summary", summary: "summary", "": "active" },
  plan_update: {},
  plan_decide: { remaining: "remaining", message: "message", "": "answer" },
  task_list: {
    exists: "no-file",
    "summary.blocked": "blocked-counts-in-progress",
    "summary.ready": "ready",
    summary: "counts",
    "": "answer",
  },
  task_add: { "": "answer" },
  task_update: { "": "sets-status" },
  task_close: {
    archived: "archived-counts",
    deleted: "deleted-names",
    total_cycles: "total-cycles",
    "memoryHint.cycleTopics": "cycle-topics",
    memoryHint: "memory-hint",
    "": "answer",
  },
  history_search: { total: "query", showing: "total", cycles: "summary" },
  context: { branch: "branch", decisions: "decisions", "": "team" },
  artifact_write: { path: "path", "": "writes" },
};

const OF_UPDATES: Readonly<Record<string, string>> = {
  add: "add-appends",
  remove: "remove-deletes",
  edit: "edit-changes-title",
  reopen: "reopen-clears-decision",
};

export function behindAnswer({ tool, params, state, place }: Asked): string | undefined {
  const names = place.filter((each) => typeof each === "string");
  const lead = [...names, ""].map((_, index, all) => all.slice(0, all.length - 1 - index).join("."));
  const named = lead.map((name) => VALUES[tool][name]).find((requirement) => requirement !== undefined);
  const { plan, tasks } = openState(state);
  switch (tool) {
    case "plan_start":
      return `plan_start.${names[0] === "issueCount" && hasSameTitles(params) ? "same-titles" : named}`;
    case "plan_update":
      return `plan_update.${OF_UPDATES[String(params["action"])] ?? "add-appends"}`;
    case "plan_status":
      return plan === null ? "plan_status.inactive" : `plan_status.${named}`;
    case "task_list":
      return tasks === null ? "task_list.no-file" : `task_list.${named === "ready" ? readyOf(tasks.tasks) : named}`;
    case "context":
      return tasks === null && names[0] !== "branch" ? "context.no-tasks" : `context.${named}`;
    case "history_search":
      // The time is that which task_close has answered, and either may be wrong.
      if (named === undefined || names.includes("completed_at")) return undefined;
      return `history_search.${inHistory(named, names, params, state)}`;
    default:
      return named === undefined ? undefined : `${tool}.${named}`;
  }
}

function readyOf(tasks: readonly { readonly id: number; readonly deps?: readonly number[] }[]): string {
  const ids = new Set(tasks.map(({ id }) => id));
  return tasks.some(({ id, deps = [] }) => deps.some((dep) => !ids.has(dep) || dep === id))
    ? "ready-unknown-deps"
    : "ready";
}

function inHistory(named: string, names: readonly string[], params: Asked["params"], state: Asked["state"]): string {
  const hasQuery = (params["query"] ?? "") !== "";
  if (contentOf(state.history) === null) return "no-file";
  if (named === "query") return hasQuery ? "query" : "all";
  if (names.at(-1) !== "length" && names.length > 1) return named;
  if (named === "total") return "total";
  return params["last_n"] === undefined ? "default-last-n" : "last-n";
}
