import type { ReadOnly } from "../content/read/read-only.js";
import type { Plan } from "../generated/plan.js";
import type { TaskList } from "../generated/tasks.js";
import { type KnowledgeFile, knowledgeIndex } from "./knowledge-index.js";
import { readyTasks } from "./ready-tasks.js";
import { textBlocks } from "./text-blocks.js";

/** An entry of agent-tracker.json, as far as it is shown. */
export interface TrackedAgent {
  readonly agent_name?: string;
  readonly agent_id?: string;
  readonly status?: string;
}

/** The current plan and tasks of a session, read from disk at the moment of the compaction. */
export interface SessionState {
  readonly activeSkill?: { readonly id: string; readonly mode?: string };
  /** A file of an older version may lack any part. */
  readonly plan?: Partial<Pick<ReadOnly<Plan>, "id" | "topic" | "issues">>;
  readonly tasks?: Partial<Pick<ReadOnly<TaskList>, "goal" | "tasks">>;
  readonly knowledge?: readonly KnowledgeFile[];
  readonly agents?: readonly TrackedAgent[];
}

/**
 * What an agent must be told again after its context was compacted, as one text: the active skill, the plan with its
 * issues, the tasks with those that are ready, the knowledge index and the tracked agents. Read the state from disk for
 * it, and not from what the session remembers.
 *
 * @returns one text without a line end at its end; empty where nothing is open
 * @example
 * import { compactionSnapshot } from "nexus-core";
 *
 * const snapshot = compactionSnapshot({
 *   activeSkill: { id: "nx-run" },
 *   tasks: {
 *     goal: "Calm retries",
 *     tasks: [
 *       { id: 1, title: "Limit retries", context: "Issue 1", status: "completed", deps: [] },
 *       { id: 2, title: "Document the limit", context: "Issue 1", status: "pending", deps: [1], owner: "writer" },
 *     ],
 *   },
 * });
 * snapshot.split("\n");
 * // => [
 * //   "SKILL:",
 * //   "nx-run",
 * //   "",
 * //   "TASKS:",
 * //   "Goal: Calm retries",
 * //   "1. Limit retries (completed)",
 * //   "2. Document the limit (pending, owner writer)",
 * //   "Ready: 2",
 * // ]
 */
export function compactionSnapshot({ activeSkill, plan, tasks, knowledge = [], agents = [] }: SessionState): string {
  return textBlocks([
    ["SKILL", activeSkill && withNotes(activeSkill.id, [activeSkill.mode && `mode ${activeSkill.mode}`])],
    ["PLAN", plan && planLines(plan)],
    ["TASKS", tasks && taskLines(tasks)],
    ["KNOWLEDGE", knowledgeIndex(knowledge)],
    ["AGENTS", agents.map(agentLine).join("\n")],
  ]);
}

function planLines({ id, topic = "", issues = [] }: NonNullable<SessionState["plan"]>): string {
  const lines = issues.map(({ id: issue, title, status, decision }) => {
    const line = withNotes(`${issue}. ${title}`, [status]);
    return decision === undefined ? line : `${line}: ${decision}`;
  });
  return [`Plan${id === undefined ? "" : ` ${id}`}: ${topic}`, ...lines].join("\n");
}

function taskLines({ goal = "", tasks = [] }: NonNullable<SessionState["tasks"]>): string {
  const ready = readyTasks(tasks).map(({ id }) => id);
  return [
    ...(goal === "" ? [] : [`Goal: ${goal}`]),
    ...tasks.map(({ id, title, status, owner }) => withNotes(`${id}. ${title}`, [status, owner && `owner ${owner}`])),
    `Ready: ${ready.length === 0 ? "none" : ready.join(", ")}`,
  ].join("\n");
}

function agentLine({ agent_name: name = "unnamed", agent_id: id, status }: TrackedAgent): string {
  return withNotes(`- ${name}`, [id && `id ${id}`, status]);
}

function withNotes(text: string, notes: readonly (string | undefined)[]): string {
  const given = notes.filter((note) => note !== undefined && note !== "");
  return given.length === 0 ? text : `${text} (${given.join(", ")})`;
}
