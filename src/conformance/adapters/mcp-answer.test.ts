import { expect, test } from "vitest";
import { answerOfToolResult } from "./mcp-answer.js";

const text = (...texts: readonly string[]) => texts.map((each) => ({ type: "text", text: each }));

test.each([
  ["structured content wins", { structuredContent: { a: 1 }, content: text("{}") }, { a: 1 }],
  ["a text may hold JSON", { content: text("done", '{"a": 1}') }, { a: 1 }],
  ["other texts are the answer", { content: [...text("a", "b"), { type: "image" }] }, "a\nb"],
  ["nothing is null", { content: [] }, null],
])("%s", (_, result, answer) => {
  expect(answerOfToolResult(result)).toEqual(answer);
});

test.each([
  ["a text", text("no plan"), { message: "no plan" }],
  ["a text that holds an error", text('{"error": "no plan", "code": "E1"}'), { message: "no plan", code: "E1" }],
  ["a nested error", text('{"error": {"message": "no plan", "details": [1]}}'), { message: "no plan", details: [1] }],
])("an error refuses: %s", (_, content, refusal) => {
  expect(() => answerOfToolResult({ isError: true, content })).toThrow(expect.objectContaining(refusal));
});
