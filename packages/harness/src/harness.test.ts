import { expect, test } from "vitest";
import { createHarness } from "./harness.js";
import { NOW, Project } from "./testing/project.js";

test("a cycle from plan to history leaves one file", async () => {
  const project = new Project();
  const harness = project.harness();

  expect(await harness.planStart({ topic: "Search", issues: ["Which index"], research_summary: "Read" })).toEqual({
    created: true,
    plan_id: 1,
    topic: "Search",
    issueCount: 1,
    previousArchived: false,
  });
  expect(await harness.planDecide({ issue_id: 1, decision: "Inverted" })).toEqual({
    decided: true,
    issue: "Which index",
    allComplete: true,
    message: "Every issue of the plan is decided. Add tasks, or close the cycle.",
  });
  const task = {
    id: 1,
    title: "Build",
    context: "The index",
    status: "pending",
    deps: [],
    plan_issue: 1,
    created_at: NOW,
  };
  expect(
    await harness.taskAdd({ title: "Build", context: "The index", plan_issue: 1, goal: "Find", decisions: ["Soon"] }),
  ).toEqual({ task });
  expect(project.files()).toEqual([".nexus/state/plan.json", ".nexus/state/tasks.json"]);
  expect(await harness.taskClose()).toEqual({
    closed: true,
    cycle: NOW,
    branch: "main",
    archived: { plan: true, decisions: 1, tasks: 1 },
    deleted: ["plan.json", "tasks.json"],
    total_cycles: 1,
    memoryHint: { taskCount: 1, decisionCount: 1, cycleTopics: ["Search", "Find"] },
  });

  expect(project.files()).toEqual([".nexus/history.json"]);
  expect(project.read(".nexus/history.json")).toEqual({
    cycles: [
      {
        schema_version: "0.11",
        completed_at: NOW,
        branch: "main",
        plan: {
          id: 1,
          topic: "Search",
          issues: [{ id: 1, title: "Which index", status: "decided", decision: "Inverted" }],
          research_summary: "Read",
          created_at: NOW,
        },
        tasks: [task],
        goal: "Find",
        decisions: ["Soon"],
      },
    ],
  });
});

test("files are readable for people: indented, with a final line end", async () => {
  const project = new Project();
  await project.harness().taskAdd({ title: "Build", context: "The index" });
  const text = project.readText(".nexus/state/tasks.json");
  expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
});

test("concurrent calls run one at a time", async () => {
  const harness = new Project().harness();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => harness.taskAdd({ title: `Task ${index}`, context: "Many at once" })),
  );
  expect(answers.map(({ task }) => task.id)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

test("by default the clock is the system's and the branch is that of the root", async () => {
  const project = new Project({ ".git/HEAD": "ref: refs/heads/topic\n" });
  const before = Date.now();
  const { branch, cycle } = await createHarness({ root: project.root }).taskClose();
  expect(branch).toBe("topic");
  expect(Date.parse(cycle)).toBeGreaterThanOrEqual(before);
  expect(cycle).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u);
});

test("an empty branch from the branch option becomes unknown", async () => {
  const harness = createHarness({ root: new Project().root, branch: () => "" });
  expect((await harness.taskClose()).branch).toBe("unknown");
});

test("a refusal is a rejected promise, and nothing is created", async () => {
  const project = new Project();
  const call = project.harness().call("plan_decide", { issue_id: 1, decision: "Inverted" });
  await expect(call).rejects.toMatchObject({
    name: "ToolError",
    code: "NO_ACTIVE_PLAN",
    message: "No active plan session",
  });
  expect(project.files()).toEqual([]);
});

test("an unknown tool is refused with a list of the known ones", async () => {
  await expect(new Project().harness().call("constructor")).rejects.toMatchObject({
    code: "UNKNOWN_TOOL",
    message:
      'There is no tool "constructor". Call one of plan_start, plan_decide, task_add, task_close, plan_status, plan_update, task_list, task_update, history_search, context, artifact_write, memory_store, rule_store, memory_gc.',
  });
});
