import { expect, test } from "vitest";
import { checkEvent } from "../events/check-event.js";
import { checkParams } from "./check-params.js";

test("an event parameter named __proto__ has no effect", () => {
  const params = JSON.parse('{"message":"hi","__proto__":{"harness_id":"other"}}');
  expect(checkEvent("user_message", params, "mine").harness_id).toBe("mine");
});

test("parameters that are not an object are refused", () => {
  expect(() => checkParams("task_close", [])).toThrow(
    "The parameters of task_close must be a JSON object. Call again with one.",
  );
});

test("an id may be a string of digits, and no other string", () => {
  expect(checkParams("task_add", { title: "7", context: "8", deps: ["1", 2], plan_issue: "03" })).toStrictEqual({
    title: "7",
    context: "8",
    deps: [1, 2],
    plan_issue: 3,
  });
  for (const issue_id of ["0", "-1", "1.5", "1e3", " 1", "one", ""]) {
    expect(() => checkParams("plan_decide", { issue_id, decision: "Yes" })).toThrow(
      /^plan_decide cannot use the parameter "issue_id"/u,
    );
  }
});
