import { expect, test } from "vitest";
import type { CaseResult } from "../judge/result.js";
import { withoutSupplied } from "./supplied.js";

const failing = (path: string, actual: unknown, params = {}) =>
  ({
    case: { steps: [{ kind: "action", tool: "add", params }] },
    status: "failed",
    failures: [{ code: "NXC_CASE_STATE", message: "", step: 0, requirement: "kv.omits", path, actual }],
    blocked: [],
  }) as unknown as CaseResult;

const judged = (result: CaseResult) => withoutSupplied([result], { supply: { add: { owner: "nobody" } } })[0];

test.each([
  ["as it is", failing("$.tasks[0].owner", "nobody")],
  ["in another form", failing("$.tasks[0].owner", { role: "nobody" })],
])("a value that the mapping supplies, stored %s, is no fault of the implementation", (_, result) => {
  expect(judged(result)).toMatchObject({
    status: "blocked",
    failures: [],
    blocked: [{ requirement: "kv.omits", step: 0, reason: "the mapping supplies owner" }],
  });
});

test.each([
  ["another field", failing("$.tasks[0].title", "nobody")],
  ["a value that is missing", failing("$.tasks[0].owner", undefined)],
  ["a value that a call gives", failing("$.tasks[0].owner", { role: "me" }, { owner: "me" })],
])("%s is", (_, result) => {
  expect(judged(result)).toBe(result);
});
