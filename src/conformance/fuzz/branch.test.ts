import { expect, test } from "vitest";
import { branchesOf } from "./branch.js";
import type { Model } from "./model.js";

test("a state that a model returns twice after a crash is followed once", () => {
  const model: Model<{ readonly total: number }> = {
    initial: { total: 0 },
    calls: (fc) => fc.constant({ tool: "add", params: {} }),
    predict: ({ total }) => ({ next: { total: total + 1 } }),
    files: () => ({}),
    crashed: (state) => [state, { total: 1 }, { total: 0 }, { total: 1 }],
  };
  const crash = { kind: "restart", signal: "SIGKILL", during: { tool: "add", params: {} } } as const;
  const branches = branchesOf(model as Model, model.initial, crash, "1");
  expect(branches.map(({ next }) => next)).toEqual([{ total: 0 }, { total: 1 }]);
});
