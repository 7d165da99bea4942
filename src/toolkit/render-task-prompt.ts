import type { ReadOnly } from "../content/read/read-only.js";
import type { Task } from "../generated/tasks.js";
import { textBlocks } from "./text-blocks.js";

/** What a task prompt takes of a task. A task of an older version may have no context. */
export type PromptTask = Pick<ReadOnly<Task>, "id" | "title"> &
  Partial<Pick<ReadOnly<Task>, "context" | "approach" | "acceptance" | "risk" | "target_files">>;

export interface TaskPromptExtras {
  /** What stays untouched, and which outward or destructive acts are allowed; one entry a line. */
  readonly constraints?: readonly string[];
  /** The agent is resumed and must open its files anew, see {@link evaluateResume}. */
  readonly reread?: boolean;
  /** See {@link knowledgeIndex}. */
  readonly knowledgeIndex?: string;
  /** Abstract name of an operation to the harness's own. */
  readonly toolNames?: Readonly<Record<string, string>>;
  /** The harness's text on each topic of docs/harness-topics.md that the work needs. */
  readonly harnessDocs?: Readonly<Record<string, string>>;
}

const REREAD = "You are resumed: open every target file anew before you act, for it may have changed.";

/**
 * The prompt that hands one task to a subagent, as blocks in a fixed order: TASK, CONTEXT, APPROACH, CONSTRAINTS,
 * ACCEPTANCE, RISK, and from the extras KNOWLEDGE, TOOLS and HARNESS. What is absent or blank is left out, heading and
 * all. The body of the role is no part of it: that is the subagent's instructions.
 *
 * @returns one text without a line end at its end
 * @example
 * import { renderTaskPrompt } from "nexus-core";
 *
 * const task = { id: 3, title: "Limit retries", context: "Decided in issue 1.", acceptance: "Gives up after 3." };
 * renderTaskPrompt(task, { toolNames: { artifact_write: "nx_artifact_write" } }).split("\n\n");
 * // => [
 * //   "TASK:\n3. Limit retries",
 * //   "CONTEXT:\nDecided in issue 1.",
 * //   "ACCEPTANCE:\nGives up after 3.",
 * //   "TOOLS:\n- artifact_write is called nx_artifact_write here",
 * // ]
 */
export function renderTaskPrompt(task: PromptTask, extras: TaskPromptExtras = {}): string {
  const { constraints = [], reread = false, knowledgeIndex, toolNames = {}, harnessDocs = {} } = extras;
  const targets = task.target_files ?? [];
  const context = [task.context?.trim() ?? "", targets.length === 0 ? "" : `Target files: ${targets.join(", ")}`];
  return textBlocks([
    ["TASK", `${task.id}. ${task.title}`],
    ["CONTEXT", context.filter((part) => part !== "").join("\n")],
    ["APPROACH", task.approach],
    ["CONSTRAINTS", list([...constraints, ...(reread ? [REREAD] : [])])],
    ["ACCEPTANCE", task.acceptance],
    ["RISK", task.risk],
    ["KNOWLEDGE", knowledgeIndex],
    ["TOOLS", list(Object.entries(toolNames).map(([name, own]) => `${name} is called ${own} here`))],
    ["HARNESS", list(Object.entries(harnessDocs).map(([topic, text]) => `${topic}: ${text.trim()}`))],
  ]);
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}
