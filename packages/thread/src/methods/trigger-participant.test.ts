import { beforeEach, expect, test } from "vitest";
import { auditOf } from "../store/audit.js";
import { openStore } from "../store/open-store.js";
import { told, World } from "../testing/world.js";
import type { ThreadService } from "../thread-service.js";
import { noRuntime } from "../wake/no-runtime.js";

const PROMPT = "Read it; `rm -rf /` $(x)";
let world: World;
let service: ThreadService;
let thread: string;
const tokens: Record<"coordinator" | "reviewer" | "builder" | "operator", string> = {
  coordinator: "",
  reviewer: "",
  builder: "",
  operator: "",
};

beforeEach(async () => {
  world = new World();
  service = await world.open();
  tokens.coordinator = await world.token("coordinator", { role: "orchestrator" });
  tokens.operator = await world.token("human", { role: "operator" });
  tokens.reviewer = await world.token("reviewer");
  tokens.builder = await world.token("builder");
  const opened = { title: "t", type: "workflow", participants: ["reviewer", "builder"] };
  thread = (await service.call("create_thread", opened, tokens.coordinator)).thread_id;
  await post("builder");
});

const post = (who: "builder" | "reviewer") =>
  service.call("post_message", { thread_id: thread, schema_version: 1, kind: "chat", body: "Hello." }, tokens[who]);
const heartbeat = (about: object = {}, token = tokens.reviewer) =>
  service.call(
    "heartbeat_session",
    { runtime: "codex_cli", management_mode: "managed", resumable: true, status: "idle", ...about },
    token,
  );
const trigger = (about: object = {}, token = tokens.builder, by = service) =>
  told(
    by.call(
      "trigger_participant",
      { thread_id: thread, target_agent_id: "reviewer", reason: "unread", trigger_prompt: PROMPT, ...about },
      token,
    ),
  );
const deliveredTo = (session: string | null) => ({ action: "trigger_runtime", session_id: session, prompt: PROMPT });
const TYPING = { human_input: ["sess_reviewer"] };

test("without a runtime no participant is woken", async () => {
  const bare = await world.open(noRuntime);
  await heartbeat();
  expect(await trigger({}, tokens.builder, bare)).toBe("WAKE_FAILED");
});

test("a deferral that was not checked within its minute is over and delivers nothing later", async () => {
  await heartbeat();
  world.script(TYPING);
  await trigger();
  await world.pass(61);
  expect(await trigger()).toBe("HUMAN_INPUT_COLLISION 20000");
  world.script({});
  await world.pass(5, service);
  expect(world.deliveries).toEqual([]);
});

test("a deferred prompt is delivered in the way that is possible at that time", async () => {
  await heartbeat();
  world.script(TYPING);
  await trigger();
  await heartbeat({ status: "active" });
  world.script({ trigger: "fails" });
  await world.pass(30, service);
  expect(world.deliveries).toEqual([]);
  await heartbeat({ status: "idle" });
  await world.pass(5, service);
  expect(world.deliveries).toEqual([{ ...deliveredTo("sess_reviewer"), action: "resume_session" }]);
});

test("only one of several services on one database delivers", async () => {
  const others = await Promise.all([world.open(), world.open(), world.open()]);
  await heartbeat();
  world.script(TYPING);
  const answers = await Promise.all([service, ...others].map((by) => trigger({}, tokens.builder, by)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  world.script({});
  await world.pass(60, service, ...others);
  expect(world.deliveries).toEqual([deliveredTo("sess_reviewer")]);
});

test("a prompt whose service dies during delivery is not delivered twice, and may be sent anew after its minute", async () => {
  await heartbeat();
  world.script(TYPING);
  await trigger();
  let taken = 0;
  const trying = () => {
    taken += 1;
    return new Promise<never>(() => {});
  };
  const dying = await world.open({ ...noRuntime, trigger: trying });
  world.script({});
  await world.pass(20);
  // This service claims the prompt and then hangs.
  void dying.runDueWakes();
  await expect.poll(() => taken).toBe(1);
  await world.pass(20, service);
  expect(await trigger()).toMatchObject({ result: "deferred" });
  expect(world.deliveries).toEqual([]);
  await world.pass(30, service);
  expect(await trigger()).toMatchObject({ result: "delivered" });
  expect(world.deliveries).toEqual([deliveredTo("sess_reviewer")]);
});

test("the audit records who woke whom, and who forced it and why", async () => {
  await heartbeat();
  world.script(TYPING);
  await trigger();
  const force = { force: true, audit_metadata: { approved_by: "Ada", why: "incident" } };
  await world.pass(1);
  await trigger(force, tokens.operator);
  const store = await openStore(`${world.folder}/.thread/thread.db`);
  const audit = await store.read((tx) => auditOf(tx, thread));
  await store.close();
  expect(audit.map(({ action, agent_id, reason }) => [action, agent_id, reason])).toEqual([
    ["trigger_participant", "builder", "unread"],
    ["force_trigger", "human", "unread"],
  ]);
  expect(JSON.parse(audit[1]?.details ?? "")).toMatchObject({ audit_metadata: force.audit_metadata });
});

test("a target that does not participate is not found, and a stranger learns nothing about participants", async () => {
  expect(await trigger({ target_agent_id: "coordinator" })).toBe("NOT_FOUND");
  expect(await trigger({ target_agent_id: "nobody" }, await world.token("stranger"))).toBe("FORBIDDEN");
});
