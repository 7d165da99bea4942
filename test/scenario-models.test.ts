/** A model behind chat completions, against a small server of our own on the loopback. */

import { expect, test } from "vitest";
import { main } from "../scripts/scenarios/main.js";
import { openAiModel } from "../scripts/scenarios/openai-model.js";
import { temporaryFolder, writeFiles } from "../src/testing/temporary-folder.js";
import { type Answer, calls, chatOptions as options, chatRequest as request, says, serve } from "./chat-server.js";

test("a turn goes out as chat, and comes back with its calls", async () => {
  const { url, seen } = await serve(() => calls("read_file", '{"path":"a"}'));
  const model = openAiModel({ ...options, url: `${url}/`, key: "k-1" });
  const messages = [
    ...request.messages,
    { from: "assistant", text: "", calls: [{ id: "x", name: "read_file", params: { path: "b" } }] },
    { from: "tool", call: "x", name: "read_file", text: "text of b" },
  ] as const;
  expect(await model({ ...request, messages })).toEqual({
    text: "",
    calls: [{ id: "call-1", name: "read_file", params: { path: "a" } }],
  });
  expect(seen).toEqual([
    {
      path: "/v1/chat/completions",
      authorization: "Bearer k-1",
      body: {
        model: "m",
        messages: [
          { role: "system", content: "You are a helpful engineer." },
          { role: "user", content: "Hello." },
          {
            role: "assistant",
            content: null,
            tool_calls: [{ id: "x", type: "function", function: { name: "read_file", arguments: '{"path":"b"}' } }],
          },
          { role: "tool", tool_call_id: "x", content: "text of b" },
        ],
        tools: [
          {
            type: "function",
            function: { name: "read_file", description: "Gives a text.", parameters: { type: "object" } },
          },
        ],
      },
    },
  ]);
});

test("parameters that are no JSON reach the tool, which refuses them", async () => {
  const { url } = await serve(() => calls("read_file", "{path"));
  expect((await openAiModel({ ...options, url })(request)).calls).toEqual([
    { id: "call-1", name: "read_file", params: { unreadable: "{path" } },
  ]);
});

test("429 and 5xx are tried again, and a server that says how long to wait is believed", async () => {
  const busy = [
    { status: 429, headers: { "retry-after": "0.2" }, text: "slow down" },
    { status: 503, text: "later" },
  ];
  const { url, seen } = await serve((_, count) => busy[count - 1] ?? says("Hello."));
  const started = performance.now();
  expect(await openAiModel({ ...options, url })(request)).toEqual({ text: "Hello.", calls: [] });
  expect(seen).toHaveLength(3);
  expect(performance.now() - started).toBeGreaterThan(190);
});

test.each<[string, Answer | undefined, RegExp, number]>([
  ["that stays busy", { status: 429, text: "slow down" }, /it answers 429 slow down, 3 times/, 3],
  ["that refuses the key", { status: 401, text: "no such key" }, /it answers 401 no such key$/, 1],
  ["that answers no JSON", { text: "<html>" }, /it answers no JSON: <html>/, 1],
  ["that answers something else", { json: { ok: true } }, /has no choices\[0\]\.message/, 1],
  ["that never answers", undefined, /it has not answered within 0\.1 s$/, 1],
])("a server %s is named in one line", async (_, answer, problem, tries) => {
  const { url, seen } = await serve(() => answer);
  const failing = openAiModel({ ...options, url, timeoutMs: 100, retries: 2 })(request);
  await expect(failing).rejects.toMatchObject({
    where: `openai:${url}`,
    message: expect.stringMatching(problem),
    exitCode: 3,
  });
  expect(seen).toHaveLength(tries);
});

test("a server that is not there is named", async () => {
  const model = openAiModel({ ...options, url: "http://127.0.0.1:9", retries: 0 });
  await expect(model(request)).rejects.toThrow(/^it cannot be reached: [^,]*$/);
});

test("a scenario runs to its end over the network, and the key stands in nothing that is written", async () => {
  const { url, seen } = await serve(({ body: { messages } }) => {
    if (messages.length === 2) return calls("write_file", JSON.stringify({ path: "src/a.js", text: "2" }));
    const isBody = messages[0]?.content?.includes("## Constraints") === true;
    return says(isBody ? "Set to two." : "I would rather talk.");
  });
  const folder = temporaryFolder();
  const script = { good: { prose: "Set to two." }, bad: { breaks: "says it", prose: "x" } };
  const scenario = {
    ...{
      id: "S90",
      title: "x",
      body: "agents/engineer",
      rules: ["Change target files only"],
      message: "Set it.",
      scripted: script,
    },
    given: { files: { "src/a.js": "1" } },
    must: [
      { name: "sets it", check: "state", file: "src/a.js", contains: "2" },
      { name: "says it", check: "regex", pattern: "set to two" },
    ],
  };
  writeFiles(folder, { "own.yml": JSON.stringify([scenario]) });
  let written = "";
  const words = [
    "--model",
    `openai:${url}`,
    "--model-name",
    "m",
    "--folder",
    folder,
    "--samples",
    "2",
    "--key-env",
    "MY_KEY",
  ];
  const write = (text: string) => (written += text);
  expect(
    await main([...words, "--out", `${folder}/r.md`], { env: { MY_KEY: "k-secret" }, stdout: write, stderr: write }),
  ).toBe(0);
  expect(written).toMatch(/2\/2 +0\/2 +0 +1 +0 +binds/);
  expect(written).not.toContain("k-secret");
  expect(seen).toHaveLength(8);
  expect(seen[0]?.body.tools?.map((tool) => tool.function.name)).toEqual(
    expect.arrayContaining(["read_file", "task_add", "plan_start"]),
  );
});
