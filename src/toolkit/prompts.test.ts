/** The texts that a harness puts before an agent. */

import { describe, expect, test } from "vitest";
import { compactionSnapshot } from "./compaction-snapshot.js";
import { knowledgeIndex } from "./knowledge-index.js";
import { readyTasks } from "./ready-tasks.js";
import { renderTaskPrompt } from "./render-task-prompt.js";

describe("a task prompt", () => {
  test("has its blocks in a fixed order", () => {
    const task = {
      id: 3,
      title: "Limit retries",
      context: "Decided in issue 1.\n",
      approach: "A counter.\n\nNo timer.",
      acceptance: "Gives up after 3.",
      risk: "Slow hosts.",
      target_files: ["src/retry.ts", "src/http.ts"],
    };
    const prompt = renderTaskPrompt(task, {
      harnessDocs: { resume_invocation: "Pass the id.\n" },
      toolNames: { artifact_write: "nx_artifact_write", task_list: "nx_task_list" },
      knowledgeIndex: "Rules:\n- .nexus/rules/style.md",
      reread: true,
      constraints: ["Leave the cache alone."],
    });
    expect(prompt).toBe(`TASK:
3. Limit retries

CONTEXT:
Decided in issue 1.
Target files: src/retry.ts, src/http.ts

APPROACH:
A counter.

No timer.

CONSTRAINTS:
- Leave the cache alone.
- You are resumed: open every target file anew before you act, for it may have changed.

ACCEPTANCE:
Gives up after 3.

RISK:
Slow hosts.

KNOWLEDGE:
Rules:
- .nexus/rules/style.md

TOOLS:
- artifact_write is called nx_artifact_write here
- task_list is called nx_task_list here

HARNESS:
- resume_invocation: Pass the id.`);
  });

  test("leaves out what is absent, blank or empty", () => {
    const task = { id: 1, title: "Do it", context: "Now.", approach: "", acceptance: " \n", target_files: [] };
    const empty = { constraints: [], knowledgeIndex: "", toolNames: {}, harnessDocs: {} };
    expect(renderTaskPrompt(task)).toBe("TASK:\n1. Do it\n\nCONTEXT:\nNow.");
    expect(renderTaskPrompt(task, empty)).toBe(renderTaskPrompt(task));
  });
});

describe("the knowledge index", () => {
  test("lists memory, context and rules by path, with the tags of the first line", () => {
    const index = knowledgeIndex([
      { path: ".nexus/rules/style.md", text: "<!-- tags: code -->" },
      { path: "./.nexus/memory/b.md", text: "<!--tags:a,  b ,,c-->\r\nText\r\n" },
      { path: ".nexus\\memory\\a.md", text: "\uFEFF<!-- tags: z -->\n" },
      { path: ".nexus/context/deep/x.md", text: "# No tags\n<!-- tags: late -->\n" },
      { path: ".nexus/context/e.md", text: "<!-- tags: -->\n" },
      { path: ".nexus/context/t.md", text: "<!-- tags: a --> and more\n" },
    ]);
    expect(index).toBe(`Memory:
- .nexus/memory/a.md (tags: z)
- .nexus/memory/b.md (tags: a, b, c)
Context:
- .nexus/context/deep/x.md
- .nexus/context/e.md
- .nexus/context/t.md
Rules:
- .nexus/rules/style.md (tags: code)`);
  });

  test.each([".nexus/state/plan.md", "README.md", ".nexus/memory/data.json", "x/.nexus/memory/a.md"])(
    "leaves out %s",
    (path) => {
      expect(knowledgeIndex([{ path, text: "" }])).toBe("");
    },
  );
});

describe("ready", () => {
  const task = (id: number, status: "pending" | "in_progress" | "completed", ...deps: number[]) => ({
    id,
    status,
    deps,
  });

  test.each([
    ["is a pending task without deps", [task(1, "pending")], [1]],
    ["is neither begun nor completed", [task(1, "in_progress"), task(2, "completed")], []],
    ["waits for every dep", [task(1, "completed"), task(2, "in_progress"), task(3, "pending", 1, 2)], []],
    ["is a task with all deps completed", [task(1, "completed"), task(2, "completed"), task(3, "pending", 1, 2)], [3]],
    ["is no task with a dep that does not exist", [task(1, "pending", 9)], []],
    ["is no task in a loop", [task(1, "pending", 2), task(2, "pending", 1)], []],
  ])("%s", (_, tasks, ids) => {
    expect(readyTasks(tasks).map(({ id }) => id)).toEqual(ids);
  });
});

describe("a compaction snapshot", () => {
  test("tells everything that is open", () => {
    const task = { context: "c", deps: [] };
    const snapshot = compactionSnapshot({
      activeSkill: { id: "nx-plan", mode: "auto" },
      plan: {
        id: 4,
        topic: "Retries",
        issues: [
          { id: 1, title: "Limit", status: "decided", decision: "three" },
          { id: 2, title: "Delay", status: "pending" },
        ],
      },
      tasks: {
        goal: "",
        tasks: [
          { ...task, id: 1, title: "Count", status: "completed" },
          { ...task, id: 2, title: "Stop", status: "pending", deps: [1], owner: "engineer" },
          { ...task, id: 3, title: "Log", status: "pending" },
          { ...task, id: 4, title: "Test", status: "pending", deps: [2] },
        ],
      },
      knowledge: [{ path: ".nexus/rules/style.md", text: "" }],
      agents: [{ agent_name: "engineer", agent_id: "a1", status: "running" }, { status: "completed" }],
    });
    expect(snapshot).toBe(`SKILL:
nx-plan (mode auto)

PLAN:
Plan 4: Retries
1. Limit (decided): three
2. Delay (pending)

TASKS:
1. Count (completed)
2. Stop (pending, owner engineer)
3. Log (pending)
4. Test (pending)
Ready: 2, 3

KNOWLEDGE:
Rules:
- .nexus/rules/style.md

AGENTS:
- engineer (id a1, running)
- unnamed (completed)`);
  });

  test("says so when nothing is ready", () => {
    const tasks = [{ id: 1, title: "Count", context: "c", deps: [], status: "in_progress" as const }];
    expect(compactionSnapshot({ tasks: { goal: "Calm", tasks } })).toBe(
      "TASKS:\nGoal: Calm\n1. Count (in_progress)\nReady: none",
    );
  });

  test("is empty when nothing is open", () => {
    expect(compactionSnapshot({ agents: [], knowledge: [] })).toBe("");
  });
});
