import type { Asked } from "./asked.js";
import { behindPlan } from "./behind-plan.js";
import { contentOf, FILES, openState } from "./state.js";

export function behindFile(asked: Asked): string | undefined {
  switch (asked.file) {
    case FILES.plan:
      return behindPlan(asked);
    case FILES.tasks:
      return behindTasks(asked);
    case FILES.history:
      return behindHistory(asked);
    default:
      return behindArtifact(asked);
  }
}

function behindTasks({ tool, params, state, place }: Asked): string | undefined {
  const [name, index, field] = place;
  const tasks = openState(state).tasks?.tasks;
  if (tool === "task_close") return "task_close.deletes-state";
  if (tool === "plan_start") return "plan_start.leaves-tasks";
  if (tool === "task_update") {
    const own = tasks?.findIndex(({ id }) => id === params["id"]);
    return name === "tasks" && index === own && field === "status"
      ? "task_update.sets-status"
      : "task_update.leaves-the-rest";
  }
  if (tool !== "task_add") return undefined;
  switch (name) {
    case undefined:
      return "task_add.creates-file";
    case "goal":
      if (params["goal"] === "") return "task_add.empty-goal-clears";
      return tasks === undefined && params["goal"] === undefined ? "task_add.creates-file" : "task_add.goal-replaces";
    case "decisions":
      return tasks === undefined && params["decisions"] === undefined
        ? "task_add.creates-file"
        : "task_add.decisions-append";
    default:
      return index === (tasks?.length ?? 0) ? `task_add.${ofNewTask(field, params)}` : "task_add.appends";
  }
}

function ofNewTask(field: string | number | undefined, params: Asked["params"]): string {
  switch (field) {
    case "id":
      return "id-rises";
    case "status":
      return "pending";
    case "created_at":
      return "created-at";
    case "deps":
      return params["deps"] === undefined ? "deps-default" : "deps-known";
    case "plan_issue":
    case "target_files":
      if (params[field] !== undefined) return field === "plan_issue" ? "plan-issue-as-given" : "target-files";
      return "omits-fields";
    default:
      return field === undefined ? "appends" : params[field] === undefined ? "omits-fields" : "stores-fields";
  }
}

function behindHistory({ tool, state, place }: Asked): string | undefined {
  const { plan, tasks } = openState(state);
  const [name, index, field] = place;
  if (tool !== "plan_start" && tool !== "task_close") return undefined;
  if (tool === "plan_start" && plan === null) return "plan_start.leaves-history";
  if (place.length === 0) return contentOf(state.history) === null ? "history.created-on-first-archive" : undefined;
  if (name !== "cycles") return undefined;
  const archives = tool === "plan_start" ? "plan_start.archives-previous" : "task_close.archives-cycle";
  switch (index === "length" ? index : field) {
    case "length":
      return tool === "task_close" && plan === null && tasks === null ? "task_close.nothing-open" : archives;
    case "plan":
      return archives;
    case "tasks":
      return tool === "plan_start" ? "plan_start.archives-without-tasks" : "task_close.archives-tasks";
    case "completed_at":
      return "history.completed-at";
    case "branch":
      return "history.branch-outside-git";
    case "schema_version":
      return "history.schema-version";
    default:
      return undefined;
  }
}

function behindArtifact({ tool, params, state, actual }: Asked): string | undefined {
  if (tool !== "artifact_write") return undefined;
  const filename = String(params["filename"]);
  if (filename.includes("/") && (actual ?? null) === null) return "artifact_write.subfolders";
  if (params["content"] === "") return "artifact_write.empty-content";
  return `artifact_write.${Object.hasOwn(state.artifacts, filename) ? "overwrites" : "writes"}`;
}
