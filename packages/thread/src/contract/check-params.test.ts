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
    ["missing", "get_thread", {}, 'get_thread needs the parameter "thread_id"'],
    ["of the wrong type", "get_thread", { thread_id: 7 }, '"thread_id": it must be of type string'],
    ["unknown", "get_thread", { thread_id: "th_1", "a/b": 1 }, 'get_thread has no parameter "a/b"'],
    [
      "unknown, with a name that is special in JavaScript",
      "get_thread",
      JSON.parse('{"thread_id":"t","__proto__":1}'),
      'no parameter "__proto__"',
    ],
    [
      "not one of the allowed values",
      "create_thread",
      { ...CREATE, type: "chatter" },
      '"type": it must be one of conversation, workflow, incident',
    ],
    [
      "in a list",
      "create_thread",
      { ...CREATE, participants: ["a", "b b"] },
      '"participants[1]": it must have the form',
    ],
    [
      "twice in a list",
      "create_thread",
      { ...CREATE, participants: ["a", "a"] },
      '"participants": items 0 and 1 are equal',
    ],
    [
      "too many",
      "create_thread",
      { ...CREATE, participants: Array.from({ length: 10_000 }, (_, n) => `a${n}`) },
      '"participants": it must have at most 256 items',
    ],
    [
      "too long",
      "post_message",
      { ...POST, body: "a".repeat(65_537) },
      '"body": it must have at most 65536 characters',
    ],
    [
      "an event without a type",
      "post_message",
      { ...POST, kind: "event" },
      'post_message needs the parameter "metadata"',
    ],
    [
      "an event of an unknown type",
      "post_message",
      { ...POST, kind: "event", metadata: { event_type: "party" } },
      '"metadata.event_type": it must be one of',
    ],
    ["a large number", "read_messages", { thread_id: "t", limit: 201 }, '"limit": it must be 200 or less'],
    [
      "a control character in an id",
      "get_thread",
      { thread_id: "a\u0000b" },
      '"thread_id": it holds a control character',
    ],
    ["a line break in an id", "get_thread", { thread_id: "a\nb" }, '"thread_id": it holds a control character'],
    ["a line break in a title", "create_thread", { ...CREATE, title: "a\nb" }, '"title": it holds a control character'],
    ["a bell in a body", "post_message", { ...POST, body: "a\u0007" }, '"body": it holds a control character'],
    [
      "a C1 control character in a body",
      "post_message",
      { ...POST, body: "a\u0085" },
      '"body": it holds a control character',
    ],
    [
      "one deep in metadata",
      "post_message",
      { ...POST, metadata: { a: [{ b: "\u001b[31m" }] } },
      '"metadata": it holds a control character',
    ],
    [
      "one in the name of a member",
      "post_message",
      { ...POST, metadata: { a: { "b\u0000": 1 } } },
      '"metadata": it holds a control character',
    ],
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

test("the limit of 65,536 characters counts code points", () => {
  expect(refusalOf("post_message", { ...POST, body: "😀".repeat(65_536) })).toBe("accepted");
});

test("16,384 bytes of metadata are accepted, and one more is not", () => {
  const ofBytes = (bytes: number) => ({ a: "é".repeat((bytes - 8) / 2).padEnd((bytes - 8) / 2 + (bytes % 2), "x") });
  expect(Buffer.byteLength(JSON.stringify(ofBytes(16_384)))).toBe(16_384);
  expect(refusalOf("post_message", { ...POST, metadata: ofBytes(16_384) })).toBe("accepted");
  expect(refusalOf("post_message", { ...POST, metadata: ofBytes(16_386) })).toContain('"metadata": it has 16386 bytes');
});

test.each([16, 17, 100_000])("metadata of %i levels", (count) => {
  const expected =
    count === 16
      ? "accepted"
      : 'post_message cannot use the parameter "metadata": it is nested deeper than 16 levels. Flatten it.';
  expect(refusalOf("post_message", { ...POST, metadata: levels(count) })).toBe(expected);
});

test("a deeply nested value is refused in every parameter", () => {
  const deep = levels(100_000);
  expect(refusalOf("create_thread", { ...CREATE, participants: [deep, deep] })).toContain(
    '"participants": it is nested',
  );
  expect(refusalOf("get_thread", { thread_id: deep })).toContain('"thread_id": it is nested');
  expect(refusalOf("get_thread", { thread_id: "t", ["x".repeat(100_000)]: deep }).length).toBeLessThan(300);
});
