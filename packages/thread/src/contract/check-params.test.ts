import { describe, expect, test } from "vitest";
import { checkParams } from "./check-params.js";
import { ThreadError } from "./thread-error.js";

const POST = { thread_id: "th_1", schema_version: 1, kind: "chat", body: "text" };
const CREATE = { title: "Review", type: "workflow", participants: ["reviewer"] };

function refusalOf(method: Parameters<typeof checkParams>[0], params: unknown): string {
  try {
    checkParams(method, params);
    return "accepted";
  } catch (thrown) {
    if (!(thrown instanceof ThreadError) || thrown.code !== "VALIDATION_ERROR") throw thrown;
    expect(thrown.message).not.toMatch(/\n/);
    return thrown.message;
  }
}

/** Objects nested to this many levels, including the outermost. */
function levels(count: number): unknown {
  let value: unknown = {};
  for (let level = 1; level < count; level++) value = { a: value };
  return value;
}

test("valid parameters are returned unchanged, without undefined members", () => {
  const metadata = JSON.parse('{ "__proto__": { "role": "operator" }, "text": "a\\tb\\r\\n😀" }') as object;
  expect(JSON.stringify(checkParams("post_message", { ...POST, metadata, in_reply_to: undefined }))).toBe(
    JSON.stringify({ ...POST, metadata }),
  );
});

describe("a refusal names the wrong parameter", () => {
  test.each<[string, Parameters<typeof checkParams>[0], unknown, string]>([
    ["no object", "get_thread", null, "must be a JSON object"],
    ["a list", "get_thread", [], "must be a JSON object"],
    ["a bell in a body", "post_message", { ...POST, body: "a\u0007" }, '"body": it holds a control character'],
    ["half of a character", "post_message", { ...POST, body: "a\ud83d" }, '"body": it holds half of a surrogate pair'],
    [
      "half of a character in metadata",
      "post_message",
      { ...POST, metadata: { "\udc00": 1 } },
      '"metadata": it holds half',
    ],
  ])("%s", (_, method, params, message) => {
    expect(refusalOf(method, params)).toContain(message);
  });
});

test("a deeply nested value is refused in every parameter", () => {
  const deep = levels(100_000);
  expect(refusalOf("create_thread", { ...CREATE, participants: [deep, deep] })).toContain(
    '"participants": it is nested',
  );
  expect(refusalOf("get_thread", { thread_id: deep })).toContain('"thread_id": it is nested');
  expect(refusalOf("get_thread", { thread_id: "t", ["x".repeat(100_000)]: deep }).length).toBeLessThan(300);
});
