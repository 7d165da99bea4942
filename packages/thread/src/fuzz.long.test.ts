import { type Adapter, fuzz, planFor } from "nexus-core";
import { expect, test } from "vitest";
import adapter from "./adapter.js";

/** The adapter, with a note of the tools that are called. */
function watched(surfaces: readonly string[], called: Set<string>): Adapter {
  return {
    ...adapter,
    surfaces,
    open: async (context) => {
      const session = await adapter.open(context);
      return { ...session, call: (tool, ...rest) => session.call(called.add(tool) && tool, ...rest) };
    },
  };
}

test("nobody is woken at random who may be real", async () => {
  const called = { tools: new Set<string>(), runtime: new Set<string>() };
  await fuzz(planFor(watched(["tools"], called.tools), { contract: "thread" }), { runs: 100, seed: 20 });
  await fuzz(planFor(watched(["tools", "runtime"], called.runtime), { contract: "thread" }), { runs: 100, seed: 20 });
  expect(called.tools).not.toContain("trigger_participant");
  expect(called.runtime).toContain("trigger_participant");
});

test("the service agrees with the model in 400 commands", async () => {
  const plan = planFor(adapter, { contract: "thread" });
  const { finding, counts } = await fuzz(plan, { runs: 400, seed: 20 });
  expect(finding).toBeUndefined();
  expect(counts.calls).toBe(400);
  expect(counts.calls - counts.refused).toBeGreaterThan(120);
  expect(counts.atOnce).toBeGreaterThan(10);
});
