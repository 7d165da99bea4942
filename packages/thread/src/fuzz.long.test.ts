import { fuzz, planFor } from "nexus-core";
import { expect, test } from "vitest";
import adapter from "./adapter.js";

test("the service agrees with the model in 400 commands", async () => {
  const plan = planFor(adapter, { contract: "thread" });
  const { finding, counts } = await fuzz(plan, { runs: 400, seed: 20 });
  expect(finding).toBeUndefined();
  expect(counts.calls).toBe(400);
  expect(counts.calls - counts.refused).toBeGreaterThan(120);
  expect(counts.atOnce).toBeGreaterThan(10);
});
