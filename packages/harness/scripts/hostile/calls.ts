/** Every tool and every event of the harness, each with parameters that it can do something with. */

export interface HostileCall {
  readonly kind: "tool" | "event";
  readonly name: string;
  readonly params: object;
}

const OLD = ".nexus/memory/old-limit.md";

export const CALLS: readonly HostileCall[] = [
  ["plan_start", { topic: "Next", issues: ["Which"], research_summary: "Read" }],
  ["plan_status", {}],
  ["plan_update", { action: "add", title: "More" }],
  ["plan_decide", { issue_id: 1, decision: "Both" }],
  ["task_add", { title: "Build", context: "It" }],
  ["task_list", {}],
  ["task_update", { id: 1, status: "completed" }],
  ["task_close", {}],
  ["history_search", { query: "a" }],
  ["context", {}],
  ["artifact_write", { filename: "notes/a.md", content: "Found.\n" }],
  ["memory_store", { text: "40 requests", topic: "retry-limit" }],
  ["rule_store", { text: "Two blanks", topic: "code-style" }],
  ["memory_gc", {}],
  ["memory_gc", { delete: [OLD] }],
]
  .map(([name, params]) => ({ kind: "tool", name, params }) as HostileCall)
  .concat(
    [
      ["session_start", {}],
      ["user_message", { message: "[run] on" }],
      ["agent_spawn", { agent_name: "writer", agent_id: "w-2", task_id: 1 }],
      ["agent_resume", { agent_id: "w-1" }],
      ["agent_complete", { agent_id: "w-1", files_touched: ["src/a.ts"] }],
      ["pre_tool_use", { tool: "edit", semantic_classes: ["file_modification"], agent_id: "w-1" }],
      [
        "post_tool_use",
        {
          tool: "x\n$(touch ran)",
          semantic_classes: ["file_read"],
          file_path: ".nexus/memory/retry-limit.md",
          agent_id: "w-1",
        },
      ],
      ["context_compact", {}],
      ["session_end", {}],
    ].map(([name, params]) => ({ kind: "event", name, params }) as HostileCall),
  );

const created_at = "2026-02-01T09:00:00Z";
const plan = { id: 3, topic: "Search", issues: [{ id: 1, title: "Which", status: "pending" }], created_at };
const task = { id: 1, title: "Build", context: "It", status: "pending", deps: [], created_at };
const agent = {
  harness_id: "nexus-harness",
  agent_name: "writer",
  agent_id: "w-1",
  started_at: created_at,
  stopped_at: created_at,
  status: "completed",
};
const line = (value: object) => `${JSON.stringify(value)}\n`;

/** The project before anything is planted: everything that the harness may find is there. */
export const PROJECT: Readonly<Record<string, string>> = {
  "src/a.ts": "1\n",
  ".gitignore": ".nexus/state/\n",
  ".nexus/.gitignore": "state/\n",
  ".nexus/history.json": JSON.stringify({
    cycles: [{ schema_version: "0.11", completed_at: created_at, branch: "main", plan: { ...plan, id: 2 }, tasks: [] }],
  }),
  ".nexus/memory/retry-limit.md": "Three.\n",
  [OLD]: "Two.\n",
  ".nexus/context/stack.md": "<!-- tags: node -->\n",
  ".nexus/state/plan.json": JSON.stringify(plan),
  ".nexus/state/tasks.json": JSON.stringify({ goal: "Find", decisions: [], tasks: [task] }),
  ".nexus/state/artifacts/notes/a.md": "Old.\n",
  ".nexus/state/nexus-harness/agent-tracker.json": JSON.stringify([agent]),
  ".nexus/state/nexus-harness/memory-access.jsonl": line({
    path: OLD,
    last_accessed_ts: created_at,
    access_count: 1,
    last_agent: "lead",
  }),
  ".nexus/state/nexus-harness/tool-log.jsonl": line({
    timestamp: created_at,
    tool: "edit",
    file_path: "src/a.ts",
    edit: true,
    status: "ok",
  }),
};
