/** The calls that the crash campaign interrupts, each over the files that it finds. */

export interface CrashCall {
  readonly title: string;
  readonly files: Readonly<Record<string, unknown>>;
  readonly tool: string;
  readonly params: object;
  /** Whether it is refused when it has been made before. */
  readonly isRefusedTwice?: boolean;
}

const PLAN = ".nexus/state/plan.json";
const TASKS = ".nexus/state/tasks.json";
const HISTORY = ".nexus/history.json";
const NOTE = ".nexus/state/artifacts/notes/finding.md";

const created_at = "2026-02-01T09:00:00Z";
const plan = (id: number) => ({
  id,
  topic: `Plan ${id}`,
  issues: [{ id: 1, title: "Which index", status: "pending" }],
  created_at,
});
const tasks = {
  goal: "Find",
  decisions: ["Inverted index"],
  tasks: [{ id: 1, title: "Build", context: "The index", status: "pending", deps: [], created_at }],
};
const cycle = (id: number, topic = "Earlier") => ({
  schema_version: "0.11",
  completed_at: created_at,
  branch: "main",
  plan: { ...plan(id), topic },
  tasks: tasks.tasks,
});
const history = { cycles: [cycle(1), cycle(2)] };
/** Enough for the index that is kept of a long history. */
const longHistory = { cycles: Array.from({ length: 80 }, (_, index) => cycle(index + 1, "long ".repeat(300))) };

const next = { topic: "Next", issues: ["Which ranking"], research_summary: "Read the logs" };
const task = { title: "Measure", context: "With real queries" };

export const CALLS: readonly CrashCall[] = [
  { title: "plan_start in an empty project", files: {}, tool: "plan_start", params: next },
  {
    title: "plan_start over a plan",
    files: { [PLAN]: plan(3), [TASKS]: tasks, [HISTORY]: history },
    tool: "plan_start",
    params: next,
  },
  {
    title: "plan_start over a plan, long history",
    files: { [PLAN]: plan(81), [HISTORY]: longHistory },
    tool: "plan_start",
    params: next,
  },
  {
    title: "plan_update",
    files: { [PLAN]: plan(1) },
    tool: "plan_update",
    params: { action: "add", title: "Which ranking" },
  },
  {
    title: "plan_decide",
    files: { [PLAN]: plan(1) },
    tool: "plan_decide",
    params: { issue_id: 1, decision: "Both" },
    isRefusedTwice: true,
  },
  { title: "task_add, the first", files: {}, tool: "task_add", params: task },
  { title: "task_add, one more", files: { [TASKS]: tasks, [HISTORY]: history }, tool: "task_add", params: task },
  { title: "task_update", files: { [TASKS]: tasks }, tool: "task_update", params: { id: 1, status: "completed" } },
  {
    title: "task_close",
    files: { [PLAN]: plan(3), [TASKS]: tasks, [HISTORY]: history },
    tool: "task_close",
    params: {},
  },
  { title: "task_close, the first", files: { [PLAN]: plan(1), [TASKS]: tasks }, tool: "task_close", params: {} },
  {
    title: "task_close, long history",
    files: { [PLAN]: plan(81), [TASKS]: tasks, [HISTORY]: longHistory },
    tool: "task_close",
    params: {},
  },
  { title: "task_close with nothing open", files: { [HISTORY]: history }, tool: "task_close", params: {} },
  {
    title: "artifact_write, a new file",
    files: {},
    tool: "artifact_write",
    params: { filename: "notes/finding.md", content: "It is fast.\n" },
  },
  {
    title: "artifact_write over a file",
    files: { [NOTE]: "It is slow.\n" },
    tool: "artifact_write",
    params: { filename: "notes/finding.md", content: "It is fast.\n" },
  },
];
