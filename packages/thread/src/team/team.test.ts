import { expect, onTestFinished, test, vi } from "vitest";
import { openTestService } from "../testing/service.js";

const { service, as, advance } = await openTestService();
const lead = as("lead", { role: "orchestrator" });
const ada = as("ada");
const bob = as("bob");

async function opened(title: string, by = lead, participants: readonly string[] = ["ada", "bob"]): Promise<string> {
  // Ids rise with time.
  advance(1);
  return (await by("create_thread", { title, type: "conversation", participants })).thread_id;
}

const posted = (by: typeof ada, thread_id: string) =>
  by("post_message", { thread_id, schema_version: 1, kind: "chat", body: "Hello" });

test("an agent lists the threads that it takes part in or has opened, page by page, with what is unread", async () => {
  const first = await opened("First");
  const own = await opened("Own", bob, ["lead"]);
  await opened("Of others", lead, ["bob"]);
  const last = await opened("Last", ada, ["ada", "bob"]);
  await posted(bob, first);
  await posted(bob, first);
  await posted(ada, last);
  expect(await ada("list_threads", {})).toMatchObject({
    threads: [
      { thread_id: last, title: "Last", status: "active", last_seq: 1, unread: 0 },
      { thread_id: first, title: "First", last_seq: 2, unread: 2 },
    ],
    has_more: false,
  });
  expect(await ada("list_threads", { unread_only: true })).toMatchObject({ threads: [{ thread_id: first }] });
  const page = await bob("list_threads", { limit: 3 });
  expect(page).toMatchObject({
    threads: [{ thread_id: last }, { title: "Of others" }, { thread_id: own }],
    has_more: true,
  });
  expect(await bob("list_threads", { limit: 3, before: own })).toMatchObject({
    threads: [{ thread_id: first }],
    has_more: false,
  });
  expect((await lead("list_threads", {})).threads).toHaveLength(4);
  expect((await as("lead", { workspace_id: "ws_2", role: "orchestrator" })("list_threads", {})).threads).toEqual([]);
  await ada("ack_read", { thread_id: first, last_read_seq: 2 });
  expect((await ada("list_threads", { unread_only: true })).threads).toEqual([]);
});

test("what is unread goes down with what is read, page by page, and does not count one's own", async () => {
  const thread_id = await opened("Pages");
  const senders = [bob, ada, bob, ada, bob, bob, ada, ada, bob, ada, ada];
  for (const sender of senders) await posted(sender, thread_id);
  const unread: number[] = [];
  for (const last_read_seq of [1, 2, 4, 9, 10]) {
    await ada("ack_read", { thread_id, last_read_seq });
    unread.push((await ada("list_threads", { limit: 1 })).threads[0].unread);
  }
  expect(unread).toEqual([4, 4, 3, 0, 0]);
});

test("a call waits for the next message, and no longer than it says", async () => {
  const thread_id = await opened("Waiting", lead, ["cleo", "bob"]);
  const cleo = as("cleo");
  expect(await cleo("wait_for_messages", { timeout_ms: 0 })).toEqual({ threads: [] });
  // Nobody looks again by itself: the post must tell those who wait.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const waiting = cleo("wait_for_messages", { timeout_ms: 20_000 });
  const inThread = cleo("wait_for_messages", { thread_id, since_seq: 0, timeout_ms: 20_000 });
  await posted(bob, thread_id);
  expect(await waiting).toEqual({ threads: [{ thread_id, messages: 1 }] });
  expect(await inThread).toEqual({ threads: [{ thread_id, messages: 1 }] });
  // This one has had something to read before.
  const next = cleo("wait_for_messages", { thread_id, since_seq: 1, timeout_ms: 20_000 });
  await posted(bob, thread_id);
  expect(await next).toEqual({ threads: [{ thread_id, messages: 1 }] });
  vi.useRealTimers();
  expect(await cleo("wait_for_messages", { thread_id, since_seq: 2, timeout_ms: 10 })).toEqual({ threads: [] });
  expect(await cleo("wait_for_messages", { thread_id })).toMatchObject({ code: "VALIDATION_ERROR" });
  expect(await as("eve")("wait_for_messages", { thread_id, since_seq: 0 })).toMatchObject({ code: "FORBIDDEN" });
});

test("a waiting call is answered when the service ends", async () => {
  const other = await openTestService();
  const waiting = other.as("ada")("wait_for_messages", { timeout_ms: 50_000 });
  await new Promise((settle) => setTimeout(settle, 50));
  other.service.stopWaiting();
  expect(await waiting).toEqual({ threads: [] });
  await other.service.close();
});

test("participants are added with everything unread, and removed without a trace of it", async () => {
  const thread_id = await opened("Team", ada, ["ada", "bob"]);
  const dan = as("dan");
  await posted(ada, thread_id);
  expect(await bob("add_participants", { thread_id, participants: ["dan"] })).toMatchObject({ code: "FORBIDDEN" });
  expect(await ada("add_participants", { thread_id, participants: ["dan", "bob"] })).toMatchObject({
    participants: ["ada", "bob", "dan"],
  });
  expect(await dan("list_threads", {})).toMatchObject({ threads: [{ thread_id, unread: 1 }] });
  await posted(bob, thread_id);
  expect(await dan("wait_for_messages", {})).toEqual({ threads: [{ thread_id, messages: 2 }] });
  const beat = { runtime: "codex_cli", resumable: false, status: "active" };
  await dan("heartbeat_session", beat);
  const trigger = { thread_id, target_agent_id: "dan", reason: "r", trigger_prompt: "p" };
  expect(await ada("trigger_participant", trigger)).toMatchObject({ result: "not_needed" });
  expect(await lead("remove_participants", { thread_id, participants: ["dan", "nobody"] })).toMatchObject({
    participants: ["ada", "bob"],
  });
  expect(await posted(dan, thread_id)).toMatchObject({ code: "FORBIDDEN" });
  expect(await dan("wait_for_messages", { timeout_ms: 0 })).toEqual({ threads: [] });
  expect(await service.nextWakeAt()).toBeUndefined();
  expect(await bob("remove_participants", { thread_id, participants: ["ada"] })).toMatchObject({ code: "FORBIDDEN" });
  expect(await bob("remove_participants", { thread_id, participants: ["bob"] })).toMatchObject({
    participants: ["ada"],
  });
  expect(await ada("remove_participants", { thread_id, participants: ["ada"] })).toMatchObject({
    code: "VALIDATION_ERROR",
  });
  const many = Array.from({ length: 256 }, (_, at) => `agent_${at}`);
  expect(await ada("add_participants", { thread_id, participants: many })).toMatchObject({ code: "VALIDATION_ERROR" });
});

test("an extension checks its parameters like a method", async () => {
  expect(await ada("list_threads", { limit: 0 })).toMatchObject({ code: "VALIDATION_ERROR", parameter: "/limit" });
  expect(await ada("list_threads", { limits: 3 })).toMatchObject({ code: "VALIDATION_ERROR", parameter: "/limits" });
  expect(await ada("no_such_tool", {})).toMatchObject({ message: expect.stringContaining("wait_for_messages") });
});
