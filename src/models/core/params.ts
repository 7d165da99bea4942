/** The parameters of a tool, and what is wrong with those of a call. */

import type { Params } from "../../conformance/fixture/case.js";
import type { Reason } from "./tool.js";

/** text may be empty and name may not; an id is an integer from 1. */
export type Kind = "text" | "name" | "id" | "texts" | "names" | "ids" | "map" | readonly string[];

export interface ParamSpec {
  readonly kind: Kind;
  readonly isRequired?: true;
}

export type ParamTable = Readonly<Record<string, ParamSpec>>;

const needed = (kind: Kind): ParamSpec => ({ kind, isRequired: true });

export const STATUSES = ["pending", "in_progress", "completed"] as const;
export const ACTIONS = ["add", "remove", "edit", "reopen"] as const;
export const POLICIES = ["fresh", "resume_if_same_artifact", "resume"] as const;

export const PARAMS = {
  plan_start: { topic: needed("name"), issues: needed("names"), research_summary: needed("text") },
  plan_status: {},
  plan_update: { action: needed(ACTIONS), issue_id: { kind: "id" }, title: { kind: "name" } },
  plan_decide: {
    issue_id: needed("id"),
    decision: needed("text"),
    how_agents: { kind: "texts" },
    how_summary: { kind: "map" },
    how_agent_ids: { kind: "map" },
  },
  task_list: {},
  task_add: {
    title: needed("name"),
    context: needed("name"),
    deps: { kind: "ids" },
    approach: { kind: "text" },
    acceptance: { kind: "text" },
    risk: { kind: "text" },
    plan_issue: { kind: "id" },
    goal: { kind: "text" },
    decisions: { kind: "texts" },
    owner: { kind: "text" },
    owner_agent_id: { kind: "text" },
    owner_reuse_policy: { kind: POLICIES },
    target_files: { kind: "names" },
  },
  task_update: { id: needed("id"), status: needed(STATUSES) },
  task_close: {},
  history_search: { query: { kind: "text" }, last_n: { kind: "id" } },
  context: {},
  artifact_write: { filename: needed("name"), content: needed("text") },
} as const satisfies Readonly<Record<string, ParamTable>>;

export type ToolName = keyof typeof PARAMS;

/** One way to understand the parameters of a call: with all that is wrong with them, or with nothing. */
export interface Reading {
  readonly params: Params;
  readonly problems: readonly Reason[];
}

/**
 * How the parameters of a call may be understood. A string of digits may count as an id or be refused (`core.params.digit-ids`).
 */
export function readingsOf(tool: ToolName, params: Params): readonly Reading[] {
  const table: ParamTable = PARAMS[tool];
  const asWritten = { params, problems: problemsOf(tool, table, params) };
  if (asWritten.problems.length === 0) return [asWritten];
  const changed = Object.entries(params).map(([name, value]) => [name, withNumbers(value, table[name]?.kind)] as const);
  const asNumbers = Object.fromEntries(changed);
  const usesDigits = changed.some(([name, value]) => value !== params[name]);
  if (!usesDigits) return [asWritten];
  return [asWritten, { params: asNumbers, problems: problemsOf(tool, table, asNumbers) }];
}

function problemsOf(tool: ToolName, table: ParamTable, params: Params): readonly Reason[] {
  const unknown = Object.keys(params).filter((name) => !Object.hasOwn(table, name));
  const wrong = Object.entries(table).filter(([name, { kind, isRequired }]) => {
    const isGiven = Object.hasOwn(params, name);
    return isGiven ? !fits(params[name], kind) : isRequired === true;
  });
  return [
    ...unknown.map((name) => ({ by: "params.unknown", error: { mentions: [name] } })),
    ...wrong.map(([name, { kind }]): Reason => {
      const by = Object.hasOwn(params, name) ? misfit(`${tool}.${name}`, params[name], kind) : missing(tool, name);
      return {
        ...(by === undefined ? {} : { by }),
        // The error for an action is fixed, unless the protocol refuses the parameter before the tool sees it.
        error: tool === "plan_update" && name === "action" ? true : { mentions: [name] },
      };
    }),
  ];
}

function missing(tool: ToolName, name: string): string {
  return tool === "plan_start" && name === "research_summary" ? "plan_start.research-required" : "params.required";
}

/** Requirements about values of the right type that are refused. */
const VALUES: Readonly<Record<string, string>> = {
  "plan_start.topic": "plan_start.topic-not-empty",
  "plan_start.issues": "plan_start.titles-not-empty",
  "plan_update.title": "plan_update.titles-not-empty",
  "plan_update.action": "plan_update.unknown-action",
  "task_add.title": "task_add.title-not-empty",
  "task_add.context": "task_add.context-not-empty",
  "task_add.owner_reuse_policy": "task_add.reuse-policies",
  "task_update.status": "task_update.statuses",
  "artifact_write.filename": "artifact_write.empty-name",
};

/** The requirement behind the refusal of a value that does not fit. */
function misfit(param: string, value: unknown, kind: Kind): string | undefined {
  if (kind === "id" && typeof value === "number") {
    return param === "history_search.last_n" ? "history_search.last-n-positive" : "params.ids-are-integers";
  }
  const isText = typeof value === "string" && (kind === "name" || typeof kind !== "string");
  const isTexts = kind === "names" && Array.isArray(value) && value.every((item) => typeof item === "string");
  return isText || isTexts ? VALUES[param] : kind === "ids" && Array.isArray(value) ? undefined : "params.types";
}

function fits(value: unknown, kind: Kind): boolean {
  switch (kind) {
    case "text":
      return typeof value === "string";
    case "name":
      return typeof value === "string" && value !== "";
    case "id":
      return Number.isInteger(value) && Number(value) >= 1;
    case "texts":
      return Array.isArray(value) && value.every((item) => fits(item, "text"));
    case "names":
      return Array.isArray(value) && value.every((item) => fits(item, "name"));
    case "ids":
      return Array.isArray(value) && value.every((item) => fits(item, "id"));
    case "map":
      return (
        typeof value === "object" &&
        value !== null &&
        !Array.isArray(value) &&
        Object.values(value).every((item) => fits(item, "text"))
      );
    default:
      return typeof value === "string" && kind.includes(value);
  }
}

function withNumbers(value: unknown, kind: Kind | undefined): unknown {
  if (kind === "id") return typeof value === "string" && /^\d{1,15}$/u.test(value) ? Number(value) : value;
  if (kind !== "ids" || !Array.isArray(value)) return value;
  const items = value.map((item) => withNumbers(item, "id"));
  return items.some((item, index) => item !== value[index]) ? items : value;
}
