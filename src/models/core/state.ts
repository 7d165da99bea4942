/** The files of a project as the model knows them: their content, with a matcher in the place of every time. */

import { isDeepStrictEqual } from "node:util";
import { type Matching, matching } from "../../conformance/fuzz/exactly.js";
import { definedOnly } from "./defined-only.js";

export type Time = string | Matching;

/** Fields that the contract does not have go along with those that it has. Older files may lack some of those. */
type Foreign = Readonly<Record<string, unknown>>;

export interface Issue extends Foreign {
  readonly id: number;
  readonly title: string;
  readonly status: "pending" | "decided";
  readonly decision?: string;
}

export interface Plan extends Foreign {
  readonly id: number;
  readonly topic: string;
  readonly issues?: readonly Issue[];
  readonly research_summary?: string;
  readonly created_at?: Time;
}

export interface Task extends Foreign {
  readonly id: number;
  readonly title: string;
  readonly context?: string;
  readonly status: "pending" | "in_progress" | "completed";
  readonly deps?: readonly number[];
  readonly created_at?: Time;
}

export interface TaskList extends Foreign {
  readonly goal?: string;
  readonly decisions?: readonly string[];
  readonly tasks: readonly Task[];
}

export interface Cycle extends Foreign {
  readonly completed_at?: Time;
  readonly branch?: string;
  readonly plan?: Plan | null;
  readonly tasks?: readonly Task[];
  readonly goal?: string;
  readonly decisions?: readonly string[];
}

export interface History extends Foreign {
  readonly cycles?: readonly Cycle[];
}

/** A file: not there, with what it holds, or with a text that no tool can use. */
export type Slot<Value> = null | { readonly value: Value } | { readonly broken: string };

export interface CoreState {
  readonly plan: Slot<Plan>;
  readonly tasks: Slot<TaskList>;
  readonly history: Slot<History>;
  /** Content by name. */
  readonly artifacts: Readonly<Record<string, string>>;
}

export type StateName = "plan" | "tasks" | "history";

export const FILES = {
  plan: ".nexus/state/plan.json",
  tasks: ".nexus/state/tasks.json",
  history: ".nexus/history.json",
} as const satisfies Record<StateName, string>;

export const STATE_NAMES = Object.keys(FILES) as readonly StateName[];

export const EMPTY: CoreState = { plan: null, tasks: null, history: null, artifacts: {} };

/** The branch of a workspace, which is in no repository (`core.history.branch-outside-git`). */
export const BRANCH = "unknown";

/** The time of a call that has just been made, under the name by which it is known from then on. */
export function timeOfCall(name: string): Matching {
  return matching({ type: "iso8601", recent: 600, same_as: name });
}

/** What a file holds; nothing for one that is not there or broken. */
export function contentOf<Value>(slot: Slot<Value>): Value | null {
  return slot !== null && "value" in slot ? slot.value : null;
}

export function isBroken(slot: Slot<unknown>): boolean {
  return slot !== null && "broken" in slot;
}

/**
 * What is open: a file whose content the last cycle holds already was left by an archive that was interrupted, and counts
 * as closed (`core.plan_start.archives-once`, `core.task_close.archives-once`).
 */
export function openState(state: CoreState) {
  const last = contentOf(state.history)?.cycles?.at(-1);
  const [plan, tasks] = [contentOf(state.plan), contentOf(state.tasks)];
  const isPlanClosed = plan !== null && last !== undefined && isDeepStrictEqual(last.plan, plan);
  const areTasksClosed = tasks !== null && last !== undefined && holdsTasks(last, tasks);
  return {
    plan: isPlanClosed ? null : plan,
    tasks: areTasksClosed ? null : tasks,
    isPlanClosed,
    areTasksClosed,
    cycles: contentOf(state.history)?.cycles ?? [],
  };
}

/** Whether a task has every part that this version demands. A tool may fill in what an older one lacks. */
export function isComplete({ context = "", deps }: Task): boolean {
  return context !== "" && deps !== undefined;
}

/** Lists without any content look all the same. */
function holdsTasks(cycle: Cycle, { goal, decisions, tasks }: TaskList): boolean {
  const hasContent = (goal ?? "") !== "" || (decisions ?? []).length > 0 || tasks.length > 0;
  return hasContent && isDeepStrictEqual([cycle.goal, cycle.decisions, cycle.tasks], [goal, decisions, tasks]);
}

/** The state with one more cycle at the end of its history. */
export function archived(state: CoreState, plan: Plan | null, tasks: TaskList | null, name: string): CoreState {
  const cycle: Cycle = {
    schema_version: "0.11",
    completed_at: timeOfCall(name),
    branch: BRANCH,
    plan,
    tasks: tasks?.tasks ?? [],
    ...(tasks === null ? {} : definedOnly({ goal: tasks.goal, decisions: tasks.decisions })),
  };
  const history = contentOf(state.history);
  return { ...state, history: { value: { ...history, cycles: [...(history?.cycles ?? []), cycle] } } };
}

/** Whether the content of a file has the form that this version writes, apart from fields that it does not know. */
export function isCurrent(content: unknown): boolean {
  const { issues, tasks, cycles, goal, decisions, created_at } = Object(content) as Partial<Plan & TaskList & History>;
  if (cycles !== undefined) return cycles.every((cycle) => isCurrentCycle(cycle));
  if (tasks !== undefined) return goal !== undefined && decisions !== undefined && tasks.every(isComplete);
  return issues !== undefined && created_at !== undefined;
}

function isCurrentCycle({ completed_at, branch, plan, tasks }: Cycle): boolean {
  const isWhole = completed_at !== undefined && branch !== undefined && plan !== undefined && tasks !== undefined;
  return isWhole && (plan === null || isCurrent(plan)) && tasks.every(isComplete);
}
