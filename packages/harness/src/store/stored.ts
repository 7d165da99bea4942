import type { Cycle, Issue, Plan, Task, TaskList } from "../generated/contract.js";

/** A JSON object of a state file, as any version of the contract or another harness wrote it. */
export type Stored = Readonly<Record<string, unknown>>;

/** What a file holds, and the same in the form of this version, which tools work on. */
export interface Held<Value> {
  readonly stored: Stored;
  readonly value: Value;
}

export function isStored(value: unknown): value is Stored {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A plan in the form of this version. One without an id has none. */
export function planIn(plan: Stored): Plan {
  const { topic, issues, created_at: time } = plan;
  const id = numberIn(plan["id"]);
  return {
    ...withFitting(plan, PLAN_FIELDS),
    ...(id === undefined ? {} : { id }),
    topic: textIn(topic),
    issues: itemsIn(issues).map(issueIn),
    created_at: textIn(time),
  } as Plan;
}

/** A task list in the form of this version. */
export function tasksIn(list: Stored): TaskList {
  const { goal, decisions, tasks } = list;
  return {
    ...list,
    goal: textIn(goal),
    decisions: itemsIn(decisions).map(decisionIn),
    tasks: itemsIn(tasks).map(taskIn),
  };
}

/** A cycle in the form of this version. Its end is an empty text if it does not tell one. */
export function cycleIn(cycle: Stored): Cycle {
  const { completed_at: end, branch, plan, tasks, goal, decisions } = cycle;
  return {
    ...cycle,
    completed_at: timeIn(end),
    branch: textIn(branch) || "unknown",
    plan: isStored(plan) ? planIn(plan) : null,
    tasks: itemsIn(tasks).map(taskIn),
    goal: textIn(goal),
    decisions: itemsIn(decisions).map(decisionIn),
  };
}

/** The id of a plan, an issue or a task, which some harnesses write as text. */
export function numberIn(value: unknown): number | undefined {
  const number = isText(value) && /^\d{1,15}$/u.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && Number(number) > 0 ? Number(number) : undefined;
}

function issueIn(value: unknown): Issue {
  const issue = isStored(value) ? value : {};
  const decision = decisionIn(issue);
  const { status = decision === "" ? "pending" : "decided" } = issue;
  return {
    ...withFitting(issue, ISSUE_FIELDS),
    id: numberIn(issue["id"]) ?? 0,
    title: textIn(issue["title"]),
    status: status as Issue["status"],
    ...(status === "decided" && decision !== "" ? { decision } : {}),
  };
}

function taskIn(value: unknown): Task {
  const task = isStored(value) ? value : {};
  const { id, title, context, status, deps } = task;
  return {
    ...withFitting(task, TASK_FIELDS),
    id: numberIn(id) ?? 0,
    title: textIn(title),
    context: textIn(context),
    status: (isText(status) ? status : "pending") as Task["status"],
    // An unreadable dependency stays in the list, so that the task is not taken for ready.
    deps: [deps ?? []].flat().map((dep) => numberIn(dep) ?? (dep as number)),
  };
}

/** The text of a decision. Some versions call it `summary`, or list objects. */
function decisionIn(decision: unknown): string {
  return isStored(decision) ? textIn(decision["decision"]) || textIn(decision["summary"]) : textIn(decision);
}

/** A time in the format of this version; an empty text for what is not a time. */
export function timeIn(value: unknown): string {
  const time = Date.parse(isText(value) && /^\d{4}-/u.test(value) ? value : "");
  if (Number.isNaN(time)) return "";
  return /T.*(?:Z|[+-]\d\d:\d\d)$/iu.test(textIn(value)) ? textIn(value) : new Date(time).toISOString();
}

function itemsIn(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list : [];
}

function textIn(value: unknown): string {
  return isText(value) ? value : "";
}

type Fits = (value: unknown) => boolean;

const isText = (value: unknown): value is string => typeof value === "string";
const areTexts: Fits = (value) => Array.isArray(value) && value.every(isText);
const namesTexts: Fits = (value) => isStored(value) && Object.values(value).every(isText);

const PLAN_FIELDS: Readonly<Record<string, Fits>> = {
  id: (id) => numberIn(id) === id,
  research_summary: isText,
};

const ISSUE_FIELDS: Readonly<Record<string, Fits>> = {
  decision: isText,
  how_agents: areTexts,
  how_summary: namesTexts,
  how_agent_ids: namesTexts,
};

const TASK_FIELDS: Readonly<Record<string, Fits>> = {
  approach: isText,
  acceptance: isText,
  risk: isText,
  plan_issue: Number.isSafeInteger,
  owner: isText,
  owner_agent_id: isText,
  owner_reuse_policy: isText,
  target_files: areTexts,
  created_at: isText,
};

/** Leaves out optional fields that no caller could use, such as null for a missing one. */
function withFitting(value: Stored, fields: Readonly<Record<string, Fits>>): Stored {
  const isUnfit = (name: string) => Object.hasOwn(value, name) && fields[name]?.(value[name]) === false;
  const unfit = Object.keys(fields).filter(isUnfit);
  if (unfit.length === 0) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !unfit.includes(name)));
}
