import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { race } from "@nexus-core/service/testing/race";
import { expect, test } from "vitest";
import type { History, TaskList } from "./generated/contract.js";
import { Project } from "./testing/project.js";

const HARNESS = fileURLToPath(new URL("../dist/index.js", import.meta.url));
const PROCESSES = 8;
const CALLS = 40;

/** The calls of one process and their answers, in order. */
type Told = readonly { readonly tool: string; readonly answer: Readonly<Record<string, unknown>> }[];

/** Makes its calls one at a time and prints the answers. */
const WORKER = `
  import { once } from "node:events";
  import { createHarness } from ${JSON.stringify(HARNESS)};
  console.log("ready");
  await once(process.stdin, "data");
  process.stdin.destroy();
  const [root, worker, calls] = process.argv.slice(1);
  const harness = createHarness({ root, branch: () => "main" });
  const told = [];
  for (let call = 0; call < Number(calls); call += 1) {
    const [tool, params] =
      call % 20 === 7 ? ["task_close", {}]
      : call % 10 === 3 ? ["plan_start", { topic: worker + "-" + call, issues: ["a"], research_summary: "" }]
      : ["task_add", { title: worker + "-" + call, context: "c", decisions: [worker + "-" + call] }];
    told.push({ tool, answer: await harness.call(tool, params) });
  }
  console.log(JSON.stringify(told));
`;

async function work(project: Project, workers: readonly string[], calls: number): Promise<readonly Told[]> {
  const words = (worker: string) => ["--input-type=module", "-e", WORKER, project.root, worker, String(calls)];
  const lines = await race({ words: workers.map(words) });
  return lines.map(([line = ""]) => JSON.parse(line) as Told);
}

test("eight processes lose no update, assign no id twice and write no partial file", async () => {
  const project = new Project();
  const workers = Array.from({ length: PROCESSES }, (_, worker) => `w${worker}`);
  const all = await work(project, workers, CALLS);
  const told = all.flat();
  expect(told.length).toBe(PROCESSES * CALLS);
  // Each process prepares its lock folder once, however often it waits.
  expect(readdirSync(join(project.root, ".nexus/state/.lock")).length).toBeLessThanOrEqual(PROCESSES);
  await project.harness().taskClose();
  const { cycles } = project.read(".nexus/history.json") as History;

  const titles = cycles.flatMap(({ tasks }) => tasks.map(({ title }) => title));
  const added = told
    .filter(({ tool }) => tool === "task_add")
    .map(({ answer }) => (answer["task"] as TaskList["tasks"][0]).title);
  expect([...titles].sort()).toEqual([...added].sort());
  expect(cycles.flatMap(({ decisions = [] }) => decisions).sort()).toEqual([...added].sort());
  for (const { tasks } of cycles) expect(tasks.map(({ id }) => id)).toEqual(tasks.map((_, index) => index + 1));

  const planIds = told.filter(({ tool }) => tool === "plan_start").map(({ answer }) => Number(answer["plan_id"]));
  const archivedIds = cycles.flatMap(({ plan }) => (plan === null ? [] : [plan.id]));
  expect(archivedIds).toEqual([...planIds].sort((a, b) => a - b));
  expect(new Set(planIds).size).toBe(planIds.length);

  const closes = told.filter(({ tool }) => tool === "task_close").map(({ answer }) => Number(answer["total_cycles"]));
  expect(new Set(closes).size).toBe(closes.length);
  expect(project.files().filter((file) => !file.includes("/nexus-harness/"))).toEqual([".nexus/history.json"]);
});

test("each process sees its own calls in the order in which it made them", async () => {
  const project = new Project();
  const all = await work(project, ["a", "b", "c"], 7);
  const { tasks } = project.read(".nexus/state/tasks.json") as TaskList;
  for (const [index, worker] of ["a", "b", "c"].entries()) {
    const mine = tasks.filter(({ title }) => title.startsWith(worker)).map(({ id }) => id);
    const ids = all[index]!.filter(({ tool }) => tool === "task_add").map(
      ({ answer }) => (answer["task"] as { id: number }).id,
    );
    expect(mine).toEqual(ids);
  }
});
