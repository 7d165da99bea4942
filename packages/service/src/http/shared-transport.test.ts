import type { JSONRPCMessage, MessageExtraInfo, RequestId } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { SharedTransport } from "./shared-transport.js";
import { TestServer } from "./test-server.js";

async function connected() {
  const tools = new TestServer();
  const transport = new SharedTransport();
  await tools.server.connect(transport);
  const client = (credential?: string) => {
    const extra: MessageExtraInfo = { requestInfo: { headers: { authorization: credential } } };
    return (...messages: readonly JSONRPCMessage[]) => transport.exchange(messages, { extra, credential });
  };
  const pending = () => (transport as unknown as { readonly pending: Map<unknown, unknown> }).pending.size;
  return { ...tools, tools, transport, client, pending };
}

const call = (id: RequestId, name: string, text: string) =>
  ({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: { text } } }) as const;
const cancelled = (requestId: RequestId) =>
  ({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } }) as const;
const answered = (id: RequestId, text: string, from?: string) => ({
  jsonrpc: "2.0",
  id,
  result: { content: [], structuredContent: { text, from } },
});

test("two clients with equal ids get their own answers, in whatever order the server finishes", async () => {
  const { client, held } = await connected();
  const [first, second] = [client("a")(call(1, "hold", "one")), client("b")(call(1, "hold", "two"))];
  await expect.poll(() => held.length).toBe(2);
  held[1]?.release();
  expect(await second.answers).toEqual([answered(1, "two", "b")]);
  held[0]?.release();
  expect(await first.answers).toEqual([answered(1, "one", "a")]);
});

test.each([0, 7, "7", "", "a long text"])("a client gets its own id back: %j", async (id) => {
  const { client } = await connected();
  expect(await client()(call(id, "echo", "x")).answers).toEqual([answered(id, "x")]);
});

test("a batch is answered in its order, also where its ids are equal, and notifications have no answer", async () => {
  const { client, held } = await connected();
  const initialized = { jsonrpc: "2.0", method: "notifications/initialized" } as const;
  const { answers } = client()(call(1, "hold", "slow"), initialized, call(1, "echo", "fast"));
  await expect.poll(() => held.length).toBe(1);
  held[0]?.release();
  expect(await answers).toEqual([answered(1, "slow"), answered(1, "fast")]);
  expect(await client()(initialized).answers).toEqual([]);
});

test("a failure reaches the client that caused it, under its id", async () => {
  const { client, tools } = await connected();
  const before = tools.remembered;
  const asked = client()(call("a", "ping-client", "x"));
  expect(await asked.answers).toEqual([
    {
      jsonrpc: "2.0",
      id: "a",
      error: { code: expect.any(Number), message: expect.stringContaining("asked for ping") },
    },
  ]);
  await expect.poll(() => tools.remembered).toBe(before);
});

test("a client cancels only its own request, not another client's with the same id", async () => {
  const { client, held } = await connected();
  const [mine, theirs] = [client("a")(call(1, "hold", "mine")), client("b")(call(1, "hold", "theirs"))];
  await expect.poll(() => held.length).toBe(2);
  client("a")(cancelled(1));
  expect(await mine.answers).toMatchObject([{ id: 1, error: { message: "The client cancelled this request." } }]);
  await expect.poll(() => held[0]?.signal.aborted).toBe(true);
  expect(held[1]?.signal.aborted).toBe(false);
  for (const each of held) each.release();
  expect(await theirs.answers).toEqual([answered(1, "theirs", "b")]);
});

test.each<[string, (string | undefined)[], string | undefined]>([
  ["without a credential", [undefined], undefined],
  ["with another credential", ["a"], "b"],
  ["where two requests fit", ["a", "a"], "a"],
])("%s nothing is cancelled", async (_, senders, canceller) => {
  const { client, held } = await connected();
  const asked = senders.map((credential) => client(credential)(call(1, "hold", "x")));
  await expect.poll(() => held.length).toBe(senders.length);
  client(canceller)(cancelled(1));
  // The server handles notifications in order, so this one has been handled when the next call is answered.
  await client()(call(2, "echo", "x")).answers;
  for (const each of held) each.release();
  for (const [index, { answers }] of asked.entries()) {
    expect(await answers).toEqual([answered(1, "x", senders[index])]);
  }
});

test("a client's messages about server requests are dropped", async () => {
  const { client, tools } = await connected();
  const errors: Error[] = [];
  tools.server.onerror = (error) => errors.push(error);
  const progress = { progressToken: 1, progress: 1 };
  const { answers } = client()(
    { jsonrpc: "2.0", id: 1, result: {} },
    { jsonrpc: "2.0", method: "notifications/progress", params: progress },
    call(1, "echo", "x"),
  );
  expect(await answers).toEqual([answered(1, "x")]);
  expect(errors).toEqual([]);
});

test("nothing is kept of 10,000 requests, whether they are answered, cancelled or abandoned", async () => {
  const { client, tools, held, pending } = await connected();
  const ask = client("a");
  const before = tools.remembered;
  for (let round = 0; round < 100; round++) {
    const echoes = Array.from({ length: 97 }, (_, id) => ask(call(id, "echo", "x")).answers);
    const abandoned = ask(call("gone", "hold", "x"), call("too", "hold", "x"));
    const dropped = ask(call("dropped", "hold", "x"));
    await Promise.all(echoes);
    await expect.poll(() => held.length).toBe(3);
    expect(pending()).toBe(3);
    abandoned.abandon();
    ask(cancelled("dropped"));
    expect(await Promise.all([abandoned.answers, dropped.answers])).toMatchObject([
      [{ error: {} }, { error: {} }],
      [{ error: {} }],
    ]);
    await expect.poll(() => held.every(({ signal }) => signal.aborted)).toBe(true);
    for (const each of held.splice(0)) each.release();
  }
  expect(pending()).toBe(0);
  await expect.poll(() => tools.remembered).toBe(before);
});

test("a server that closes answers what is still waiting", async () => {
  const { client, tools, held } = await connected();
  const { answers } = client()(call(1, "hold", "x"));
  await expect.poll(() => held.length).toBe(1);
  await tools.server.close();
  expect(await answers).toMatchObject([{ id: 1, error: { message: "The server was closed." } }]);
});
