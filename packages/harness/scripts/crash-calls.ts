/** The calls that the crash campaign interrupts, each with the files of its project: those without a case in the contract. */

export type CrashCall = {
  readonly title: string;
  readonly files: Readonly<Record<string, unknown>>;
  readonly params: object;
  /** Code of the refusal if the call has already taken effect. */
  readonly refusedTwice?: string;
  /** Whether the project is a git repository, and every file of it committed. */
  readonly isRepository?: boolean;
} & ({ readonly tool: string } | { readonly event: string });

const PLAN = ".nexus/state/plan.json";
const TASKS = ".nexus/state/tasks.json";
const HISTORY = ".nexus/history.json";
const NAMESPACE = ".nexus/state/nexus-harness";
const TRACKER = `${NAMESPACE}/agent-tracker.json`;
const ACCESS = `${NAMESPACE}/memory-access.jsonl`;
const TOOL_LOG = `${NAMESPACE}/tool-log.jsonl`;

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
/** A history that is long enough to get an index. */
const longHistory = { cycles: Array.from({ length: 80 }, (_, index) => cycle(index + 1, "long ".repeat(300))) };

const next = { topic: "Next", issues: ["Which ranking"], research_summary: "Read the logs" };
const task = { title: "Measure", context: "With real queries" };

const agent = (agent_id: string, status: string) => ({
  harness_id: "nexus-harness",
  agent_name: "engineer",
  agent_id,
  started_at: created_at,
  resume_count: 0,
  status,
});
const tracker = [agent("a1", "running"), agent("a2", "completed")];
const lines = (...records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");
const access = (path: string) => ({ path, last_accessed_ts: created_at, access_count: 3, last_agent: "writer" });

const MEMORY = ".nexus/memory/empirical-retry-limit.md";

const MEMORY_CALLS: readonly CrashCall[] = [
  {
    title: "memory_store, a new file",
    files: {},
    tool: "memory_store",
    params: { text: "40 requests a second", topic: "retry-limit", category: "empirical", tags: ["http"] },
  },
  {
    title: "memory_store into a file",
    files: { [MEMORY]: "<!-- tags: retry -->\n\nThree attempts are enough.\n" },
    tool: "memory_store",
    params: { text: "40 requests a second", topic: "retry-limit", category: "empirical", tags: ["http"] },
  },
  {
    title: "rule_store into a file",
    files: { ".nexus/rules/code-style.md": "Two blanks.\n" },
    tool: "rule_store",
    params: { text: "No tabs.", topic: "code-style" },
  },
  {
    title: "memory_gc of a file",
    files: {
      [MEMORY]: "Three attempts are enough.\n",
      [ACCESS]: lines(access(MEMORY)),
      ".gitignore": ".nexus/state/\n",
    },
    tool: "memory_gc",
    params: { delete: [MEMORY] },
    isRepository: true,
    refusedTwice: "NO_MEMORY",
  },
];

const TOOL_CALLS: readonly CrashCall[] = [
  { title: "plan_start in an empty project", files: {}, tool: "plan_start", params: next },
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
  { title: "task_add, the first", files: {}, tool: "task_add", params: task },
  { title: "task_update", files: { [TASKS]: tasks }, tool: "task_update", params: { id: 1, status: "completed" } },
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
];

const READ = { tool: "reader", semantic_classes: ["file_read"], agent_id: "a1" };

/** Events. They write into the namespace of the harness. */
const EVENT_CALLS: readonly CrashCall[] = [
  { title: "session_start, the first", files: {}, event: "session_start", params: {} },
  {
    title: "session_start over an old session",
    files: { [TRACKER]: tracker, ".nexus/state/agent-tracker.json": [], ".nexus/.gitignore": "state/\n" },
    event: "session_start",
    params: {},
  },
  {
    title: "session_start over a broken tracker",
    files: { [TRACKER]: "[{", ".nexus/.gitignore": "state/\n" },
    event: "session_start",
    params: {},
  },
  {
    title: "agent_spawn, the first",
    files: {},
    event: "agent_spawn",
    params: { agent_name: "engineer", agent_id: "a1" },
  },
  { title: "agent_resume", files: { [TRACKER]: tracker }, event: "agent_resume", params: { agent_id: "a2" } },
  {
    title: "agent_complete",
    files: { [TRACKER]: tracker },
    event: "agent_complete",
    params: { agent_id: "a1", last_message: "Done.", files_touched: ["src/a.ts"] },
  },
  {
    title: "post_tool_use, the first read of memory",
    files: {},
    event: "post_tool_use",
    params: { ...READ, file_path: ".nexus/memory/retry-limit.md" },
  },
  {
    title: "post_tool_use, one more read of memory",
    files: {
      [ACCESS]: lines(access(".nexus/memory/rate-limit.md"), access(".nexus/memory/retry-limit.md")),
      [TOOL_LOG]: lines({ timestamp: created_at, tool: "reader", status: "ok" }),
    },
    event: "post_tool_use",
    params: { ...READ, file_path: ".nexus/memory/retry-limit.md" },
  },
  {
    title: "post_tool_use, an edit",
    files: { [TRACKER]: tracker },
    event: "post_tool_use",
    params: { tool: "editor", semantic_classes: ["partial_file_edit"], file_path: "src/a.ts", agent_id: "a1" },
  },
  { title: "session_end", files: { [TRACKER]: tracker }, event: "session_end", params: {} },
];

export const CALLS: readonly CrashCall[] = [...TOOL_CALLS, ...EVENT_CALLS, ...MEMORY_CALLS];
