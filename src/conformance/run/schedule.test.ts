import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { shuffled } from "../../base/shuffled.js";
import { hasOwnProcesses } from "../adapters/form.js";
import { inOrder } from "./schedule.js";

/** A fake clock that advances when all work waits, so that longer work always ends later. */
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Works for as many milliseconds as the item says, and counts work in progress. */
function worker() {
  const seen = { started: [] as number[], finished: [] as number[], most: 0 };
  const work = async (item: number) => {
    seen.started.push(item);
    seen.most = Math.max(seen.most, seen.started.length - seen.finished.length);
    await new Promise((resolve) => setTimeout(resolve, item));
    seen.finished.push(item);
    return item;
  };
  return { seen, work };
}

async function collect<T>(outcomes: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  const reading = (async () => {
    for await (const outcome of outcomes) all.push(outcome);
  })();
  await Promise.all([reading, vi.runAllTimersAsync()]);
  return all;
}

test("outcomes arrive in the order of the items, however long each takes", async () => {
  const { seen, work } = worker();
  expect(await collect(inOrder([60, 1, 30, 2], 3, work))).toEqual([60, 1, 30, 2]);
  expect(seen.finished[0]).toBe(1);
  expect(seen.most).toBe(3);
});

test("with one job, an item starts only after the previous one has ended", async () => {
  const { seen, work } = worker();
  await collect(inOrder([3, 2, 1], 1, work));
  expect(seen.finished).toEqual([3, 2, 1]);
  expect(seen.most).toBe(1);
});

test("a free job takes the next item while the first is still in progress", async () => {
  const { seen, work } = worker();
  await collect(inOrder([80, 1, 2, 3], 2, work));
  expect(seen.finished).toEqual([1, 2, 3, 80]);
});

test("there may be more jobs than items, and no items at all", async () => {
  const { seen, work } = worker();
  expect(await collect(inOrder([2, 1], 9, work))).toEqual([2, 1]);
  expect(await collect(inOrder([], 2, work))).toEqual([]);
  expect(seen.started).toEqual([2, 1]);
});

test("a consumer that stops reading waits for work in progress, and no more starts", async () => {
  const { seen, work } = worker();
  const reading = (async () => {
    for await (const _ of inOrder([1, 40, 50, 60], 2, work)) break;
  })();
  await Promise.all([reading, vi.runAllTimersAsync()]);
  expect([...seen.finished].sort((a, b) => a - b)).toEqual(seen.started.toSorted((a, b) => a - b));
  expect(seen.started).not.toContain(60);
});

test("an error ends the iteration after all work in progress has ended", async () => {
  const { seen, work } = worker();
  const failing = async (item: number) => (item === 1 ? Promise.reject(new Error("broken")) : work(item));
  await expect(collect(inOrder([1, 30, 2], 2, failing))).rejects.toThrow("broken");
  expect(seen.finished).toEqual([30]);
});

test("the order depends only on the seed", () => {
  const items = Array.from({ length: 50 }, (_, index) => index);
  const order = shuffled(items, 7);
  expect(shuffled(items, 7)).toEqual(order);
  expect(shuffled(items, 8)).not.toEqual(order);
  expect(order).not.toEqual(items);
  expect([...order].sort((a, b) => a - b)).toEqual(items);
});

test("every item is first about equally often", () => {
  const counts = [0, 0, 0, 0, 0];
  for (let seed = 0; seed < 5000; seed += 1) counts[shuffled([0, 1, 2, 3, 4], seed)[0] ?? 0]! += 1;
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

test.each([
  ["lines:python3 adapter.py", {}, true],
  ["module:./adapter.mjs", {}, true],
  ["module:./adapter.mjs", { inProcess: true }, false],
  ["mcp-http:http://127.0.0.1:1/mcp", {}, false],
  ["mcp-http:http://127.0.0.1:{PORT}/mcp", { mapping: { launch: "node server.js {PORT}" } }, true],
])("cases of %s with %o are judged beside each other: %s", (form, options, expected) => {
  expect(hasOwnProcesses(form, options)).toBe(expected);
});
