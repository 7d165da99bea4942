import { expect, test } from "vitest";
import type { History } from "../generated/contract.js";
import { NOW, Project } from "../testing/project.js";

const PLAN = ".nexus/state/plan.json";
const TASKS = ".nexus/state/tasks.json";
const HISTORY = ".nexus/history.json";

async function openCycle(): Promise<Project> {
  const project = new Project();
  const harness = project.harness();
  await harness.planStart({ topic: "Search", issues: ["Which index"], research_summary: "Read" });
  await harness.taskAdd({ title: "Build", context: "The index", goal: "Find" });
  return project;
}

/** Simulates a close that dies before it deletes the given file. A close deletes plan.json before tasks.json. */
async function closeAndDieBefore(file: string, project: Project): Promise<void> {
  const left = [PLAN, TASKS].slice([PLAN, TASKS].indexOf(file)).map((name) => [name, project.readText(name)] as const);
  await project.harness().taskClose();
  for (const [name, text] of left) project.write(name, text);
}

for (const file of [PLAN, TASKS]) {
  test(`a close that died before it deleted ${file} is finished by the next close`, async () => {
    const project = await openCycle();
    await closeAndDieBefore(file, project);
    expect(project.files()).toContain(file);
    const archived = project.read(HISTORY);

    const answer = await project.harness().taskClose();

    expect(answer).toMatchObject({ closed: true, cycle: NOW, total_cycles: 1, archived: { plan: true, tasks: 1 } });
    expect(answer.deleted).toEqual(file === PLAN ? ["plan.json", "tasks.json"] : ["tasks.json"]);
    expect(project.files()).toEqual([HISTORY]);
    expect(project.read(HISTORY)).toEqual(archived);
  });
}

test("after an interrupted close, the plan can no longer be decided", async () => {
  const project = await openCycle();
  await closeAndDieBefore(PLAN, project);
  await expect(project.harness().planDecide({ issue_id: 1, decision: "Late" })).rejects.toThrow(
    "No active plan session",
  );
});

test("after an interrupted close, new work starts empty", async () => {
  const project = await openCycle();
  await closeAndDieBefore(PLAN, project);
  const harness = project.harness();
  const { task } = await harness.taskAdd({ title: "Anew", context: "Next cycle" });
  const { plan_id, previousArchived } = await harness.planStart({ topic: "Next", issues: [], research_summary: "" });
  expect({ id: task.id, plan_id, previousArchived }).toEqual({ id: 1, plan_id: 2, previousArchived: false });
  expect(project.read(TASKS)).toMatchObject({ goal: "", tasks: [{ id: 1, title: "Anew" }] });
  expect((project.read(HISTORY) as History).cycles.length).toBe(1);
});

test("an empty task file is open, because all empty lists look alike", async () => {
  const empty = { goal: "", decisions: [], tasks: [] };
  const project = new Project({ [TASKS]: empty });
  const harness = project.harness();
  await harness.taskClose();
  project.write(TASKS, empty);
  expect((await harness.taskClose()).total_cycles).toBe(2);
});
