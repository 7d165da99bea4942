import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { keysFromFile } from "@nexus-core/service/identity/keys";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createVerifier } from "../identity/create-verifier.js";
import { openStore } from "../store/open-store.js";
import { told, World } from "../testing/world.js";
import { createThreadService, type ThreadService } from "../thread-service.js";
import { noRuntime } from "../wake/no-runtime.js";
import { startLooking } from "../wake/scheduler.js";

let world: World;
let service: ThreadService;
let tokens: Record<"coordinator" | "builder" | "reviewer", string>;
let thread: string;

beforeEach(async () => {
  world = new World();
  service = await world.open();
  tokens = {
    coordinator: await world.token("coordinator", { role: "orchestrator" }),
    builder: await world.token("builder"),
    reviewer: await world.token("reviewer"),
  };
  thread = await newThread();
});

async function newThread(): Promise<string> {
  const about = { title: "Review", type: "workflow", participants: ["builder", "reviewer"] } as const;
  const { thread_id } = await service.call("create_thread", about, tokens.coordinator);
  await post(thread_id);
  return thread_id;
}

const post = (thread_id = thread) =>
  service.call("post_message", { thread_id, schema_version: 1, kind: "chat", body: "Please look" }, tokens.builder);

const heartbeat = (status: string, others: object = {}) =>
  service.call(
    "heartbeat_session",
    { runtime: "codex_cli", resumable: true, management_mode: "managed", status, ...others },
    tokens.reviewer,
  );

const trigger = (by: ThreadService = service, others: object = {}) =>
  told(
    by.call(
      "trigger_participant",
      { thread_id: thread, target_agent_id: "reviewer", reason: "unread", trigger_prompt: "Read.", ...others },
      tokens.builder,
    ),
  );

test("triggers at the same time deliver one prompt, and have one answer", async () => {
  await heartbeat("idle");
  await world.pass(1);
  const others = await Promise.all([world.open(), world.open(), world.open()]);
  const answers = await Promise.all([service, ...others, service, service].map((by) => trigger(by)));
  expect(answers[0]).toMatchObject({ action: "trigger_runtime", result: "delivered" });
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(world.deliveries.length).toBe(1);

  await world.pass(1);
  expect(await trigger()).toEqual(answers[0]);
  expect(world.deliveries.length).toBe(1);
  await post();
  expect(await trigger()).toMatchObject({ result: "delivered" });
  expect(world.deliveries.length).toBe(2);
  await world.pass(5);
  expect(await trigger()).toMatchObject({ result: "delivered" });
  expect(world.deliveries.length).toBe(3);
});

test("twenty triggers of an agent without a session start one, in how many threads ever", async () => {
  const threads = [thread, await newThread(), await newThread()];
  const answers = await Promise.all(
    Array.from({ length: 21 }, (_, at) => trigger(service, { thread_id: threads[at % 3] })),
  );
  expect(world.deliveries.map(({ action }) => action)).toEqual(["spawn_session"]);
  expect(answers.filter((answer) => (answer as { result: string }).result === "delivered").length).toBe(7);
});

test("while a new session has not spoken its threads are remembered, and told when it is idle", async () => {
  await trigger();
  expect(await trigger()).toMatchObject({ action: "spawn_session" });
  await post();
  expect(await trigger()).toMatchObject({ action: "none", result: "not_needed" });
  await world.pass(10, service);
  await heartbeat("active");
  await world.pass(10, service);
  expect(world.deliveries.length).toBe(1);
  await heartbeat("idle");
  await world.pass(1, service);
  expect(world.deliveries.map(({ action }) => action)).toEqual(["spawn_session", "trigger_runtime"]);
});

test("a new session that never speaks is followed by another one after its time", async () => {
  await trigger();
  await post();
  await trigger();
  await world.pass(59, service);
  expect(world.deliveries.length).toBe(1);
  await world.pass(2, service);
  expect(world.deliveries.map(({ action }) => action)).toEqual(["spawn_session", "spawn_session"]);
});

test("a trigger of an active session is remembered while an earlier prompt is on its way", async () => {
  const prompts: string[] = [];
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const slow = await world.open({
    ...noRuntime,
    trigger: async (_, { text }) => {
      prompts.push(text);
      await arrival;
      return "delivered";
    },
  });
  await heartbeat("idle");
  const first = trigger(slow, { trigger_prompt: "First." });
  await expect.poll(() => prompts).toEqual(["First."]);
  await heartbeat("active");
  await post();
  expect(await trigger(slow, { trigger_prompt: "Second." })).toMatchObject({ result: "not_needed" });
  arrive();
  expect(await first).toMatchObject({ result: "delivered" });
  await heartbeat("idle");
  await world.pass(1, slow);
  expect(prompts).toEqual(["First.", "Second."]);
});

test("a session that gets idle during a check of what is remembered is not missed", async () => {
  await heartbeat("active");
  await trigger();
  world.skip(119_000);
  await heartbeat("active");
  world.skip(2_000);
  const store = await openStore(join(world.folder, ".thread/thread.db"));
  let isBetween = true;
  const checking = createThreadService({
    clock: world.clock,
    runtime: { ...noRuntime },
    verifier: createVerifier({ keys: await keysFromFile(world.keysFile), clock: world.clock }),
    store: {
      read: (work) => store.read(work),
      // The check claims the prompt in one transaction, and puts it off in another.
      write: async (work) => {
        const result = await store.write(work);
        if (isBetween) await heartbeat("idle");
        isBetween = false;
        return result;
      },
      writeInTurn: (turn, work) => store.writeInTurn(turn, work),
      watch: () => store.watch(),
      close: () => store.close(),
    },
  });
  onTestFinished(() => checking.close());
  await checking.runDueWakes();
  expect(isBetween).toBe(false);
  await world.pass(1, service);
  expect(world.deliveries).toHaveLength(1);
});

test("a service without a runtime leaves what others have scheduled to them", async () => {
  const without = await world.open(noRuntime);
  await heartbeat("active");
  await trigger();
  await heartbeat("idle");
  await without.runDueWakes();
  expect(await without.nextWakeAt()).toBeUndefined();
  expect(world.deliveries).toEqual([]);
  await world.pass(1, without, service);
  expect(world.deliveries.map(({ action }) => action)).toEqual(["trigger_runtime"]);
});

test("a remembered prompt wakes a session that has fallen silent, and waits for a human like any other", async () => {
  await heartbeat("active");
  await trigger();
  await world.pass(121, service);
  expect(world.deliveries.map(({ action }) => action)).toEqual(["resume_session"]);

  await heartbeat("active");
  await trigger();
  world.script({ human_input: ["sess_reviewer"] });
  await heartbeat("idle");
  await world.pass(2, service);
  expect(world.deliveries.length).toBe(1);
  world.script({});
  await world.pass(25, service);
  expect(world.deliveries.map(({ action }) => action)).toEqual(["resume_session", "trigger_runtime"]);
});

test("a remembered prompt is tried again while every way fails, for an hour", async () => {
  await heartbeat("active");
  await trigger();
  world.script({ trigger: "fails", resume: "fails", spawn: "fails" });
  await heartbeat("idle");
  await world.pass(130, service);
  world.script({});
  await world.pass(61, service);
  expect(world.deliveries.length).toBe(1);
});

test("a remembered prompt is delivered at once by a running service", async () => {
  const stop = startLooking(service, () => undefined, world.clock);
  await heartbeat("active");
  await trigger();
  await heartbeat("idle");
  await expect.poll(() => world.deliveries.length, { interval: 5, timeout: 1000 }).toBe(1);
  await stop();
  await heartbeat("active");
  await trigger();
  await heartbeat("idle");
  await wait(50);
  expect(world.deliveries.length).toBe(1);
});

test("a prompt whose program takes long does not hold up those of others", async () => {
  const prompts: string[] = [];
  const slow = await world.open({
    ...noRuntime,
    trigger: async (_, { threadId }) => {
      if (threadId === thread) await new Promise(() => {});
      prompts.push(threadId);
      return "delivered";
    },
  });
  await heartbeat("active");
  await trigger(slow);
  startLooking(slow, (text) => expect.fail(text), world.clock);
  await heartbeat("idle");
  const other = await newThread();
  await heartbeat("active");
  await trigger(slow, { thread_id: other });
  const idle = { runtime: "codex_cli", resumable: true, management_mode: "managed", status: "idle" } as const;
  await slow.call("heartbeat_session", idle, tokens.reviewer);
  await expect.poll(() => prompts, { timeout: 30_000 }).toEqual([other]);
});

test("a trigger that has waited long for the delivery of another one is refused for a while", async () => {
  await heartbeat("idle");
  const slow = await world.open({ ...noRuntime, trigger: () => new Promise(() => {}) });
  void trigger(slow);
  await wait(200);
  const { now } = performance;
  let isLater = false;
  const jump = vi.spyOn(performance, "now").mockImplementation(() => now.call(performance) + (isLater ? 16_000 : 0));
  onTestFinished(() => jump.mockRestore());
  const joining = trigger(slow);
  await wait(200);
  isLater = true;
  expect(await joining).toBe("UNAVAILABLE 5000");
});

test("a failed delivery is that of every caller who has joined it", async () => {
  await heartbeat("idle");
  let tries = 0;
  const failing = await world.open({
    ...noRuntime,
    trigger: async () => {
      tries += 1;
      await wait(60);
      return "failed";
    },
  });
  expect(await Promise.all([trigger(failing), trigger(failing), trigger(failing)])).toEqual(
    Array.from({ length: 3 }, () => "WAKE_FAILED"),
  );
  expect(tries).toBe(1);
});

test("a trigger under the key of the latest one wakes nobody again", async () => {
  const key = { idempotency_key: "wake-1" };
  await heartbeat("idle");
  const first = await trigger(service, key);
  await world.pass(60);
  await heartbeat("idle");
  expect(await trigger(service, key)).toEqual(first);
  expect(world.deliveries.length).toBe(1);
  expect(await trigger(service, { idempotency_key: "wake-2" })).toMatchObject({ result: "delivered" });
  expect(world.deliveries.length).toBe(2);
  expect(await trigger(service, { idempotency_key: "" })).toBe("VALIDATION_ERROR");
});

test("a heartbeat names the threads with unread messages", async () => {
  await post();
  expect(await heartbeat("idle")).toMatchObject({ unread: [{ thread_id: thread, messages: 2 }] });
  const other = await newThread();
  await service.call("ack_read", { thread_id: thread, last_read_seq: 1 }, tokens.reviewer);
  const { unread } = (await heartbeat("idle")) as unknown as { unread: object[] };
  expect(unread).toEqual(
    expect.arrayContaining([
      { thread_id: thread, messages: 1 },
      { thread_id: other, messages: 1 },
    ]),
  );
  await service.call("ack_read", { thread_id: thread, last_read_seq: 2 }, tokens.reviewer);
  expect(await heartbeat("idle")).toMatchObject({ unread: [{ thread_id: other, messages: 1 }] });
});
