/** Compares the harness with the contract's model in random sequences of calls. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Adapter, fuzz, planFor, runConformance } from "nexus-core";
import { expect, test } from "vitest";
import adapter from "./adapter.js";

test("the harness agrees with the model in 4,000 commands", async () => {
  const { finding, counts } = await fuzz(planFor(adapter), { runs: 4_000, seed: 20 });
  expect(finding).toBeUndefined();
  expect(counts).toMatchObject({ commands: 4_000, crashes: undefined });
  expect(counts.calls - counts.refused).toBeGreaterThan(1_500);
});

/** The harness with changed calls or answers. */
function faulty(
  change: (call: (tool: string, params: object) => Promise<unknown>, tool: string, params: object) => unknown,
): Adapter {
  return {
    ...adapter,
    open: async (context) => {
      const session = await adapter.open(context);
      const call = async (tool: string, params: object) => session.call(tool, params as Record<string, unknown>);
      return { ...session, call: (tool, params) => change(call, tool, params) };
    },
  };
}

test.each([
  [
    "reuses the id of a removed issue",
    3,
    faulty(async (call, tool, params) => {
      const { action, issue_id } = params as { readonly action?: string; readonly issue_id?: number };
      if (tool === "plan_update" && action === "remove" && issue_id === 1)
        return call("plan_update", { action: "reopen", issue_id });
      return call(tool, params);
    }),
  ],
  [
    "closes a cycle without its plan",
    2,
    faulty(async (call, tool, params) => {
      const answer = await call(tool, params);
      return tool === "task_close" && Object.keys(params).length === 0
        ? { ...(answer as object), archived: { plan: false, decisions: 0, tasks: 0 } }
        : answer;
    }),
  ],
  [
    "takes any status",
    2,
    faulty((call, tool, params) =>
      call(tool, tool === "task_update" && "status" in params ? { ...params, status: "completed" } : params),
    ),
  ],
])("a harness that %s is detected, and the fixture fails only with the fault", async (_, longest, wrong) => {
  const { finding } = await fuzz(planFor(wrong), { runs: 10_000, seed: 1 });
  expect(finding?.moves.length).toBeLessThanOrEqual(longest);
  expect(finding?.fixture?.steps?.length).toBe(finding?.moves.length);
  const folder = mkdtempSync(join(tmpdir(), "nexus-fuzz-"));
  const file = join(folder, "found.json");
  writeFileSync(file, JSON.stringify([finding?.fixture]));
  const statuses = await Promise.all(
    [wrong, adapter].map(async (each) => {
      const { cases } = await runConformance(each, { fixtures: [file] });
      return cases.map(({ status }) => status);
    }),
  );
  rmSync(folder, { recursive: true });
  expect(statuses).toEqual([["failed"], ["passed"]]);
});
