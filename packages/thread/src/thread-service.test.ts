import { afterAll, describe, expect, test } from "vitest";
import { openTestService, outcomeOf } from "./testing/service.js";
import { claimsOf, signed } from "./testing/tokens.js";

const { service, as, advance, now } = await openTestService({ THREAD_POST_QUOTA: "none" });
afterAll(() => service.close());

const lead = as("lead", { role: "orchestrator" });
const builder = as("builder");
const reviewer = as("reviewer");

async function thread(): Promise<string> {
  const params = { title: "Review", type: "workflow", participants: ["builder", "reviewer"] };
  return (await lead("create_thread", params)).thread_id;
}
const chat = (thread_id: string, others: object = {}) => ({
  thread_id,
  schema_version: 1,
  kind: "chat",
  body: "hi",
  ...others,
});
const event = (thread_id: string, event_type: string, others: object = {}) =>
  chat(thread_id, { kind: "event", metadata: { event_type }, ...others });

describe("the order of refusals", () => {
  const wrong = { thread_id: "th_nobody", created_by: "somebody else", no: 1 };
  const ways: [string, () => Promise<object>, string][] = [
    ["no token", () => service.call("get_thread", wrong), "UNAUTHORIZED"],
    ["no token and no such method", () => service.call("drop_tables", wrong, "x"), "UNAUTHORIZED"],
    ["no such method", () => service.call("drop_tables", wrong, signed()), "VALIDATION_ERROR"],
    ["a method that every object has", () => service.call("constructor", wrong, signed()), "VALIDATION_ERROR"],
    [
      "the schema before identity fields",
      () => service.call("ack_read", { agent_id: "else" }, signed()),
      "VALIDATION_ERROR",
    ],
    [
      "identity fields before the existence of the thread",
      () => service.call("ack_read", { thread_id: "no", last_read_seq: 1, agent_id: "else" }, signed()),
      "CLAIM_MISMATCH",
    ],
    [
      "a thread that does not exist",
      () => service.call("get_thread", { thread_id: "' or 1=1 --" }, signed()),
      "NOT_FOUND",
    ],
  ];
  test.each(ways)("%s", async (_, call, code) => {
    expect(await outcomeOf(call())).toMatchObject({ code });
  });
});

test("a service for one workspace refuses every other before any further check", async () => {
  const narrow = await openTestService({ THREAD_WORKSPACE: "ws_1" });
  expect(await narrow.as("a", { workspace_id: "ws_2" })("no_method", 7)).toMatchObject({
    code: "OUT_OF_SCOPE_WORKSPACE",
  });
  expect(await narrow.as("a")("get_thread", { thread_id: "x" })).toMatchObject({ code: "NOT_FOUND" });
  await narrow.service.close();
});

test("a jti belongs to the first token that used it, even after a restart", async () => {
  const first = await openTestService();
  const claims = claimsOf({ jti: "known" });
  const token = signed(claims);
  const call = (of: typeof first, text: string) => outcomeOf(of.service.call("get_thread", { thread_id: "x" }, text));
  expect(await call(first, token)).toMatchObject({ code: "NOT_FOUND" });
  expect(await call(first, signed({ ...claims, role: "operator" }))).toMatchObject({ code: "UNAUTHORIZED" });
  expect(await call(first, token)).toMatchObject({ code: "NOT_FOUND" });
  await first.service.close();
  const second = await openTestService({}, first.folder);
  expect(await call(second, signed({ ...claims, exp: (claims["exp"] as number) + 1 }))).toMatchObject({
    code: "UNAUTHORIZED",
  });
  expect(await call(second, token)).toMatchObject({ code: "NOT_FOUND" });
  await second.service.close();
});

test.each([
  ["two issuers", { iss: "a", jti: "1" }, { iss: "b", jti: "1" }, "NOT_FOUND"],
  ["an issuer and none", { jti: "2" }, { iss: "a", jti: "2" }, "NOT_FOUND"],
  ["issuers and ids that are alike as one text", { iss: "a", jti: "b 3" }, { iss: "a b", jti: "3" }, "NOT_FOUND"],
  ["issuers that are no text", { iss: ["a"], jti: "4" }, { iss: "a", jti: "4" }, "NOT_FOUND"],
  ["an issuer that no database could keep", { iss: `\u0000${"x".repeat(4000)}`, jti: "5" }, { jti: "5" }, "NOT_FOUND"],
  ["one issuer", { iss: "a", jti: "6" }, { iss: "a", jti: "6" }, "UNAUTHORIZED"],
  ["no issuer", { jti: "7" }, { jti: "7" }, "UNAUTHORIZED"],
])("each issuer has its own jti values: %s", async (_, first, second, code) => {
  const call = (claims: object) => as("a", { ...claims })("get_thread", { thread_id: "x" });
  expect(await call(first)).toMatchObject({ code: "NOT_FOUND" });
  expect(await call({ ...second, role: "operator" })).toMatchObject({ code });
});

test.each([
  ["another list", { metadata: { a: ["x"] } }, { metadata: { a: { 0: "x" } } }],
  ["a list of pairs for an object", { metadata: { a: [["b", 1]] } }, { metadata: { a: { b: 1 } } }],
  ["a text for a number", { metadata: { a: 1 } }, { metadata: { a: "1" } }],
  ["no metadata for empty metadata", { metadata: {} }, {}],
  ["a member whose name is special in JavaScript", { metadata: JSON.parse('{"__proto__":{"a":1}}') }, { metadata: {} }],
])("a different payload is not a retry: %s", async (_, one, other) => {
  const thread_id = await thread();
  await builder("post_message", chat(thread_id, { idempotency_key: "k", ...one }));
  expect(await builder("post_message", chat(thread_id, { idempotency_key: "k", ...other }))).toMatchObject({
    code: "IDEMPOTENCY_CONFLICT",
  });
});

test("a key is free again after its window, and the first message stays", async () => {
  const there = await openTestService();
  const agent = there.as("a", { exp: Math.floor(now() / 1000) + 200_000 });
  const { thread_id } = await agent("create_thread", { title: "x", type: "incident", participants: ["a"] });
  const post = (body: string) => agent("post_message", chat(thread_id, { body, idempotency_key: "k" }));
  const first = await post("one");
  there.advance(24 * 3_600_000 - 5000);
  expect(await post("one")).toEqual(first);
  there.advance(5000);
  expect(await post("two")).toMatchObject({ seq: 2 });
  expect(await post("one")).toMatchObject({ code: "IDEMPOTENCY_CONFLICT" });
  expect((await agent("read_messages", { thread_id })).messages.map(({ body }: { body: string }) => body)).toEqual([
    "one",
    "two",
  ]);
  await there.service.close();
});

test("a page ends at 256 KiB, and the next page continues", async () => {
  const { as: asThere, service: there } = await openTestService();
  const agent = asThere("a");
  const { thread_id } = await agent("create_thread", { title: "x", type: "incident", participants: ["a"] });
  const body = "x".repeat(60_000);
  for (let n = 0; n < 6; n++) await agent("post_message", chat(thread_id, { body }));
  const pages: [number, boolean][] = [];
  for (let since_seq = 0; since_seq < 6; ) {
    const { messages, next_seq, has_more } = await agent("read_messages", { thread_id, since_seq, limit: 200 });
    pages.push([messages.length, has_more]);
    since_seq = next_seq;
  }
  expect(pages).toEqual([
    [4, true],
    [2, false],
  ]);
  await there.close();
});

test("pages of 200 come from several reads without a gap", async () => {
  const thread_id = await thread();
  for (let n = 1; n <= 205; n++) await builder("post_message", chat(thread_id, { body: String(n) }));
  const page = await reviewer("read_messages", { thread_id, limit: 200 });
  expect(page.messages.map(({ seq, body }: { seq: number; body: string }) => [seq, body])).toEqual(
    Array.from({ length: 200 }, (_, n) => [n + 1, String(n + 1)]),
  );
  expect(page).toMatchObject({ next_seq: 200, has_more: true });
  expect(await reviewer("read_messages", { thread_id, since_seq: 1e300 })).toEqual({
    messages: [],
    next_seq: 205,
    has_more: false,
  });
  const { summary } = await reviewer("summarize_thread", { thread_id, max_messages: 7 });
  expect(summary).toMatch(/^7 messages from builder\. The thread is active\.\n#203 /);
});

test("each agent has its own evenly refilled quota, and retries are free", async () => {
  const limited = await openTestService({ THREAD_POST_QUOTA: "3/60s" });
  const [one, other] = [limited.as("one"), limited.as("other")];
  const { thread_id } = await one("create_thread", { title: "x", type: "incident", participants: ["one", "other"] });
  const post = (n: number) => one("post_message", chat(thread_id, { body: String(n), idempotency_key: String(n) }));
  for (const n of [1, 2, 3]) expect(await post(n)).toMatchObject({ seq: n });
  const refusal = await post(4);
  expect(refusal).toMatchObject({ code: "RATE_LIMITED" });
  expect(refusal.retry_after_ms).toBeGreaterThan(15_000);
  expect(refusal.retry_after_ms).toBeLessThanOrEqual(20_000);
  expect(await post(3)).toMatchObject({ seq: 3 });
  expect(await other("post_message", chat(thread_id))).toMatchObject({ seq: 4 });
  limited.advance(refusal.retry_after_ms);
  expect(await post(4)).toMatchObject({ seq: 5 });
  expect(await post(5)).toMatchObject({ code: "RATE_LIMITED" });
  await limited.service.close();
});

test("the body of an open item is cut to 200 characters, and no character is halved", async () => {
  const thread_id = await thread();
  await reviewer("post_message", event(thread_id, "finding_reported", { body: "😀".repeat(250) }));
  const { open_items } = await lead("summarize_thread", { thread_id });
  expect(open_items).toMatchObject([{ body: "😀".repeat(200) }]);
});

test("a verdict that settles nothing is kept with a warning, in a retry too", async () => {
  const thread_id = await thread();
  const finding = await reviewer("post_message", event(thread_id, "finding_reported"));
  const warning = expect.stringContaining("in_reply_to must name");
  expect(await builder("post_message", event(thread_id, "finding_verified"))).toMatchObject({ warning });
  const post = event(thread_id, "thread_resolved", { idempotency_key: "done" });
  const first = await builder("post_message", post);
  expect(first).toMatchObject({ warning: expect.stringContaining("no escalation is open") });
  expect(await builder("post_message", post)).toEqual(first);
  const verdict = event(thread_id, "finding_verified", { in_reply_to: finding.message_id });
  expect(await reviewer("post_message", verdict)).not.toHaveProperty("warning");
  expect(await reviewer("post_message", verdict)).toMatchObject({ warning: "The finding had its verdict before." });
});

test("a later message is not older, although the clock of another process is behind", async () => {
  const thread_id = await thread();
  advance(5000);
  const { created_at } = await builder("post_message", chat(thread_id));
  advance(-3000);
  expect(await reviewer("post_message", chat(thread_id))).toMatchObject({ created_at });
  advance(3000);
});

test("acknowledging 0 does not move a cursor, which begins with its thread", async () => {
  const thread_id = await thread();
  const before = await reviewer("get_thread", { thread_id });
  expect(await reviewer("ack_read", { thread_id, last_read_seq: 0 })).toEqual({
    ok: true,
    updated_at: before.created_at,
  });
  expect(await reviewer("get_thread", { thread_id })).toEqual(before);
});
