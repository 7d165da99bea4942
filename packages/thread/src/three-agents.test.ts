/** Three agents review a change, each with a client of its own of the official MCP SDK. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, onTestFinished, test } from "vitest";
import { serveHttp } from "./http.js";
import { World } from "./testing/world.js";
import { startLooking } from "./wake/scheduler.js";

type Answer = Record<string, unknown>;
type Agent = (tool: string, params: object) => Promise<Answer>;

/** Connects an agent. A refusal is answered as the error of its envelope. */
async function connect(url: string, token: string): Promise<Agent> {
  const client = new Client({ name: "agent", version: "1" });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  onTestFinished(() => client.close());
  await client.listTools();
  return async (name, params) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: { ...params } });
    const [first] = content as readonly { text: string }[];
    return isError === true
      ? (JSON.parse(first?.text ?? "") as { error: Answer }).error
      : (structuredContent as Answer);
  };
}

test("a finding is disputed, fixed and verified, and no agent clears itself", async () => {
  const world = new World();
  const service = await world.open();
  const http = await serveHttp(service);
  onTestFinished(() => http.close());
  const stopLooking = startLooking(service, (text) => expect.fail(text), world.clock);
  onTestFinished(stopLooking);
  const [lead, builder, reviewer] = await Promise.all([
    connect(http.url, await world.token("lead", { role: "orchestrator" })),
    connect(http.url, await world.token("builder")),
    connect(http.url, await world.token("reviewer")),
  ]);
  const beat = (by: Agent, status: string) =>
    by("heartbeat_session", { runtime: "codex_cli", management_mode: "managed", resumable: true, status });

  // Review: the reviewer is idle, is woken, and reports a finding.
  const participants = ["builder", "reviewer"];
  const { thread_id } = await lead("create_thread", { title: "Null names", type: "workflow", participants });
  const event = (event_type: string, body: string, in_reply_to?: unknown) => ({
    thread_id,
    schema_version: 1,
    kind: "event",
    body,
    metadata: { event_type },
    idempotency_key: `${event_type} ${body}`,
    ...(in_reply_to === undefined ? {} : { in_reply_to }),
  });
  const wake = (by: Agent, target_agent_id: string) =>
    by("trigger_participant", { thread_id, target_agent_id, reason: "unread", trigger_prompt: `Read ${thread_id}.` });
  await beat(reviewer, "idle");
  await builder("post_message", event("re_review_requested", "Please review my change."));
  expect(await wake(builder, "reviewer")).toMatchObject({ action: "trigger_runtime", result: "delivered" });
  await beat(reviewer, "active");
  expect(await reviewer("list_threads", { unread_only: true })).toMatchObject({ threads: [{ thread_id, unread: 1 }] });
  await reviewer("ack_read", { thread_id, last_read_seq: 1 });

  // Finding: the builder waits for it.
  const waiting = builder("wait_for_messages", { timeout_ms: 10_000 });
  const finding = await reviewer("post_message", event("finding_reported", "A null name is dropped."));
  expect(await waiting).toEqual({ threads: [{ thread_id, messages: 1 }] });

  // Dispute: the builder rejects the finding about its own work, tries to close, and escalates.
  const { message_id } = finding;
  expect(await builder("post_message", event("finding_rejected", "It is meant so.", message_id))).toMatchObject({
    code: "INSUFFICIENT_AUTHORITY",
  });
  expect(await builder("update_thread_status", { thread_id, status: "closed", reason: "mine" })).toMatchObject({
    code: "INSUFFICIENT_AUTHORITY",
  });
  await builder("post_message", event("thread_escalated", "We do not agree."));
  await reviewer("update_thread_status", { thread_id, status: "blocked", reason: "no release with it" });
  expect(await builder("update_thread_status", { thread_id, status: "active", reason: "mine" })).toMatchObject({
    code: "INSUFFICIENT_AUTHORITY",
  });
  await lead("post_message", event("thread_resolved", "It has to be mended."));

  // Fix: the reviewer still works when it is asked, and is told once it is idle.
  await builder("post_message", event("fix_pushed", "Kept null names.", message_id));
  expect(await wake(builder, "reviewer")).toMatchObject({ action: "none", result: "not_needed" });
  expect(await beat(reviewer, "idle")).toMatchObject({ unread: [{ thread_id, messages: 3 }] });
  await expect.poll(() => world.deliveries.length).toBe(2);

  // Verification: the one who reported it settles it, and the thread ends.
  await reviewer("post_message", event("finding_verified", "Null names are kept.", message_id));
  await reviewer("update_thread_status", { thread_id, status: "active", reason: "mended" });
  expect(await builder("update_thread_status", { thread_id, status: "resolved", reason: "verified" })).toMatchObject({
    status: "resolved",
  });
  const summary = await lead("summarize_thread", { thread_id });
  expect(summary).toMatchObject({ open_items: [], last_status: "resolved" });
  expect(summary["summary"]).toContain("finding");
});
