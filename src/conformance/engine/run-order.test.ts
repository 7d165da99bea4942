import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Adapter } from "../adapters/adapter.js";
import { planFor, type RunOptions } from "../run/plan.js";
import type { RunEvent } from "../run/run-event.js";
import { COUNTER, counterAdapter, counterContract } from "../testing/counter-contract.js";
import { run } from "./run.js";
import { type ConformanceOptions, runConformance } from "./run-conformance.js";

/** Reads that take as many milliseconds as the total in their file. */
const contract = counterContract({
  "tools/counter.json": [40, 1, 20, 2, 5, 3].map((total) => ({
    test_id: `read_${total}`,
    description: "Reading returns what the file holds",
    verifies: ["counter.read.total"],
    precondition: { state_files: { ".state/counter.json": { total } } },
    action: { tool: "read" },
    postcondition: { return_value: { "$.total": total } },
  })),
});
const IDS = ["read_40", "read_1", "read_20", "read_2", "read_5", "read_3"];

/** Counts its open sessions, and fails in reads of the listed totals. */
function slowCounter(wrong: readonly number[] = []) {
  const seen = { open: 0, most: 0, asked: [] as number[] };
  const read = async (_: unknown, workspace: string) => {
    const { total } = COUNTER["read"]!({}, workspace) as { total: number };
    seen.asked.push(total);
    await pause(total);
    return { total: wrong.includes(total) ? -1 : total };
  };
  const plain = counterAdapter({ read });
  const adapter: Adapter = {
    ...plain,
    open: async (context) => {
      seen.open += 1;
      seen.most = Math.max(seen.most, seen.open);
      const close = () => {
        seen.open -= 1;
      };
      return { ...(await plain.open(context)), close };
    },
  };
  return { seen, adapter };
}

async function eventsOf(adapter: Adapter, options: RunOptions) {
  const told: string[] = [];
  const say = (event: RunEvent) => {
    if (event.type === "case-started") return `start ${event.case.id}`;
    return event.type === "case-finished" ? `${event.result.case.id} ${event.result.status}` : event.type;
  };
  for await (const event of run(planFor(adapter, { contract, profile: "small", ...options }))) told.push(say(event));
  return told;
}

async function statuses(adapter: Adapter, options: ConformanceOptions) {
  const { cases } = await runConformance(adapter, { contract, profile: "small", ...options });
  return cases.map(({ id, status }) => `${id} ${status}`);
}

test("several cases at a time give the same events in the same order", async () => {
  const alone = slowCounter();
  const expected = IDS.flatMap((id) => [`start ${id}`, `${id} passed`]);
  expect(await eventsOf(alone.adapter, {})).toEqual(["run-started", ...expected, "run-finished"]);
  expect(alone.seen.most).toBe(1);

  const together = slowCounter();
  expect(await eventsOf(together.adapter, { jobs: 3 })).toEqual(["run-started", ...expected, "run-finished"]);
  expect(together.seen.most).toBe(3);
});

test("--bail stops at the same case regardless of the number of jobs", async () => {
  // The second failing case gets its answer long before the first.
  const stopped = ["read_40 failed", ...IDS.slice(1).map((id) => `${id} skipped`)];
  const one = slowCounter([40, 1]);
  expect(await statuses(one.adapter, { bail: 1 })).toEqual(stopped);
  expect(one.seen.asked).toEqual([40]);
  const many = slowCounter([40, 1]);
  expect(await statuses(many.adapter, { bail: 1, jobs: 2 })).toEqual(stopped);
  expect(many.seen.asked).toEqual([40, 1]);
});

test("a number decides the order of cases, but the report keeps the order of the plan", async () => {
  const { adapter, seen } = slowCounter();
  const report = await runConformance(adapter, { contract, profile: "small", shuffle: 3 });
  expect(report.shuffle).toBe(3);
  expect(report.cases.map(({ id }) => id)).toEqual(IDS);
  expect(seen.asked).not.toEqual([40, 1, 20, 2, 5, 3]);

  const again = slowCounter();
  await runConformance(again.adapter, { contract, profile: "small", shuffle: 3 });
  expect(again.seen.asked).toEqual(seen.asked);
});

test("no session stays open if the consumer stops reading events", async () => {
  const { adapter, seen } = slowCounter();
  for await (const event of run(planFor(adapter, { contract, profile: "small", jobs: 3 }))) {
    if (event.type === "case-finished") break;
  }
  expect(seen.open).toBe(0);
});

test.each([
  [{ jobs: 0 }, "the option jobs is not a whole number from 1"],
  [{ jobs: 1.5 }, "the option jobs is not a whole number from 1"],
  [{ shuffle: -1 }, "the option shuffle is not a whole number from 0 to 4294967295"],
  [{ seed: 2 ** 32 }, "the option seed is not a whole number from 0 to 4294967295"],
])("%j is refused", async (options, message) => {
  await expect(runConformance(counterAdapter(), { contract, ...options })).rejects.toThrow(message);
});
