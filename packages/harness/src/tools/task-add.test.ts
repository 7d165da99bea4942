import { expect, test } from "vitest";
import { Project } from "../testing/project.js";

test("a task may wait for a lower id that no task has", async () => {
  const tasks = [{ id: 7, title: "Late", context: "Added by hand", status: "completed", deps: [] }];
  const project = new Project({ ".nexus/state/tasks.json": { goal: "", decisions: [], tasks } });
  const { task } = await project.harness().taskAdd({ title: "Build", context: "Index", deps: [5] });
  expect(task).toMatchObject({ id: 8, deps: [5] });
});
