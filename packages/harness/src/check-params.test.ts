import { expect, test } from "vitest";
import { checkParams } from "./check-params.js";
import { checkEvent } from "./events/check-event.js";
import type { ToolName } from "./tool.js";

function refusal(tool: ToolName, params: unknown): string {
  try {
    checkParams(tool, params);
  } catch (error) {
    return (error as Error).message;
  }
  return "accepted";
}

const start = { topic: "Search", issues: ["Which index"], research_summary: "Read" };

test("an unknown parameter is refused before anything else that is wrong", () => {
  expect(refusal("plan_start", { topic: 5, priority: "high" })).toBe(
    'plan_start has no parameter "priority". It takes topic, issues, research_summary.',
  );
  expect(refusal("task_close", { force: true })).toBe('task_close has no parameter "force". It has none.');
});

test("a parameter named __proto__ is refused like any other that a tool does not have", () => {
  const inherited = JSON.parse(`{"__proto__":${JSON.stringify(start)}}`);
  for (const params of [inherited, { ...start, ...inherited }]) {
    expect(refusal("plan_start", params)).toBe(
      'plan_start has no parameter "__proto__". It takes topic, issues, research_summary.',
    );
  }
});

test("a parameter named __proto__ of an event has no effect", () => {
  const params = JSON.parse('{"message":"hi","__proto__":{"harness_id":"other"}}');
  expect(checkEvent("user_message", params, "mine").harness_id).toBe("mine");
});

test("a missing parameter is refused before a wrong value, the first of the contract first", () => {
  expect(refusal("plan_start", { topic: 5 })).toBe('plan_start needs the parameter "issues". Call again with it.');
});

test("a wrong value is named with its place and what it must be", () => {
  expect(refusal("plan_start", { ...start, topic: "", issues: 5 })).toBe(
    'plan_start cannot use the parameter "topic": it must not be empty.',
  );
  expect(refusal("plan_start", { ...start, issues: ["Which index", 5] })).toBe(
    'plan_start cannot use the parameter "issues[1]": it must be of type string.',
  );
  expect(refusal("plan_decide", { issue_id: 0, decision: "Yes" })).toBe(
    'plan_decide cannot use the parameter "issue_id": it must be 1 or more.',
  );
  expect(refusal("plan_decide", { issue_id: 1, decision: "Yes", how_summary: { "a/b": 1 } })).toBe(
    'plan_decide cannot use the parameter "how_summary.a/b": it must be of type string.',
  );
  expect(refusal("task_add", { title: "Build", context: "Index", owner_reuse_policy: "always" })).toBe(
    'task_add cannot use the parameter "owner_reuse_policy": it must be one of fresh, resume_if_same_artifact, resume.',
  );
});

test("parameters that are no object are refused", () => {
  for (const params of [null, [], "topic", 5]) {
    expect(refusal("task_close", params)).toBe(
      'task_close cannot use the parameter "params": the parameters must be an object.',
    );
  }
});

test("a member that is undefined counts as absent", () => {
  expect(checkParams("task_add", { title: "Build", context: "Index", goal: undefined })).toStrictEqual({
    title: "Build",
    context: "Index",
  });
});

test("digits may stand for an id, and for nothing else", () => {
  expect(checkParams("task_add", { title: "7", context: "8", deps: ["1", 2], plan_issue: "03" })).toStrictEqual({
    title: "7",
    context: "8",
    deps: [1, 2],
    plan_issue: 3,
  });
  for (const issue_id of ["0", "-1", "1.5", "1e3", " 1", "one", ""]) {
    expect(refusal("plan_decide", { issue_id, decision: "Yes" })).toMatch(
      /^plan_decide cannot use the parameter "issue_id"/u,
    );
  }
});
