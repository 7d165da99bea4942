import type { Asked } from "./asked.js";
import { openState } from "./state.js";

const HOW: ReadonlySet<unknown> = new Set(["how_agents", "how_summary", "how_agent_ids"]);

export function behindPlan(asked: Asked): string | undefined {
  const { tool, place } = asked;
  switch (tool) {
    case "task_close":
      return "task_close.deletes-state";
    case "plan_start":
      return `plan_start.${ofNewPlan(asked)}`;
    case "plan_decide":
      return `plan_decide.${place.length === 0 ? "keeps-plan" : ofDecision(asked)}`;
    case "plan_update":
      return place.length === 0 ? undefined : `plan_update.${ofUpdate(asked)}`;
    default:
      return undefined;
  }
}

function ofNewPlan({ params, state, place: [name, , field], actual }: Asked): string {
  const { plan, cycles } = openState(state);
  switch (name) {
    case "id":
      return plan === null && cycles.every((cycle) => (cycle.plan ?? null) === null) ? "first-id" : "id-rises";
    case "created_at":
      return "created-at";
    case "issues":
      if (field === "status" || field === "decision") return "issues-pending";
      if (hasSameTitles(params)) return "same-titles";
      return field === "title" && !(params["issues"] as readonly unknown[]).includes(actual)
        ? "creates-plan"
        : "issues-numbered";
    default:
      return name === "research_summary" && params[name] === "" ? "research-may-be-empty" : "creates-plan";
  }
}

/** Whether two issues of a new plan have one title, which a harness joins at most against a SHOULD. */
export function hasSameTitles(params: Asked["params"]): boolean {
  const titles = params["issues"] as readonly unknown[];
  return new Set(titles).size < titles.length;
}

function ofDecision(asked: Asked): string {
  const { params, place } = asked;
  const field = String(place[2]);
  if (!isOfNamedIssue(asked) || field === "id" || field === "title") return "leaves-the-rest";
  if (!HOW.has(field)) return "records-decision";
  return params[field] === undefined ? "omits-how" : "stores-how";
}

function ofUpdate(asked: Asked): string {
  const { params, state, place, expected } = asked;
  const [name, index, field] = place;
  const count = openState(state).plan?.issues?.length ?? 0;
  const isNamed = isOfNamedIssue(asked);
  switch (params["action"]) {
    case "add":
      if (name !== "issues" || (typeof index === "number" && index < count)) return "leaves-the-rest";
      return field === "id" ? "add-id-rises" : "add-appends";
    case "remove":
      return "remove-deletes";
    case "edit":
      return isNamed ? "edit-changes-title" : "leaves-the-rest";
    default:
      if (!isNamed) return "leaves-the-rest";
      return HOW.has(field) && expected !== undefined ? "reopen-keeps-how" : "reopen-clears-decision";
  }
}

function isOfNamedIssue({ params, state, place: [name, index] }: Asked): boolean {
  const issues = openState(state).plan?.issues ?? [];
  return name === "issues" && typeof index === "number" && issues[index]?.id === params["issue_id"];
}
