/** What a server of chat completions can do wrong: a failure of the model, with one line, and never one of a body. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { main } from "../scripts/scenarios/main.js";
import { openAiModel } from "../scripts/scenarios/openai-model.js";
import { temporaryFolder } from "../src/testing/temporary-folder.js";
import { type Answer, chatOptions as options, chatRequest as request, says, serve } from "./chat-server.js";
import { folderOf, smallScenario } from "./scenario-folder.js";

const completes = (message: unknown, finish_reason?: string): Answer => ({
  json: { choices: [{ message, ...(finish_reason === undefined ? {} : { finish_reason }) }] },
});
const text = (words: string) => ({ type: "text", text: words });

test("an answer in parts is their texts in order, without thoughts", async () => {
  const { url } = await serve(() =>
    completes({ content: [text("Hel"), { type: "thinking", thinking: [] }, text("lo.")] }),
  );
  expect(await openAiModel({ ...options, url })(request)).toEqual({ text: "Hello.", calls: [] });
});

test("parameters that come as an object are taken as they are", async () => {
  const call = { id: "c", function: { name: "read_file", arguments: { path: "a" } } };
  const { url } = await serve(() => completes({ tool_calls: [call] }, "tool_calls"));
  expect((await openAiModel({ ...options, url })(request)).calls).toEqual([
    { id: "c", name: "read_file", params: { path: "a" } },
  ]);
});

test.each<[string, Answer, RegExp]>([
  ["is cut by its limit", completes({ content: "I will" }, "length"), /its answer is cut \(finish_reason "length"\)/],
  ["is taken away by a filter", completes({ content: "" }, "content_filter"), /\(finish_reason "content_filter"\)/],
  ["is null", completes({ content: null }, "stop"), /its answer holds neither text nor calls$/],
  ["is blank", completes({ content: " \n" }), /its answer holds neither text nor calls$/],
  ["is a refusal", completes({ content: null, refusal: "No." }), /neither text nor calls: it refuses: No\./],
  ["is a number", completes({ content: 4 }), /its content is neither text nor parts: 4/],
  [
    "is a picture",
    completes({ content: [{ type: "image_url" }] }),
    /a part of its content is no text: \{"type":"image_url"\}/,
  ],
  ["has no message", { json: { choices: [{ message: null }] } }, /its answer has no choices\[0\]\.message/],
  [
    "is an error with success",
    { json: { error: { message: "out of memory" } } },
    /no choices\[0\]\.message: .*out of memory/,
  ],
  ["calls nothing by name", completes({ tool_calls: [{ id: "c" }] }), /a call of its answer names no tool/],
  ["has calls that are no list", completes({ tool_calls: {} }), /its tool_calls are no list/],
])("an answer that %s is a failure of the model", async (_, answer, problem) => {
  const { url } = await serve(() => answer);
  await expect(openAiModel({ ...options, url })(request)).rejects.toMatchObject({
    message: expect.stringMatching(problem),
    exitCode: 3,
  });
});

test("runs in which the model failed are counted apart, and so is their reading", async () => {
  const { url } = await serve((_, count) => (count === 2 ? completes({ content: null }, "length") : says("Set.")));
  const folder = folderOf(smallScenario({ must: [{ name: "sets it", check: "regex", pattern: "set" }], ...SCRIPTS }));
  const out = join(temporaryFolder(), "r.md");
  const words = ["--model", `openai:${url}`, "--model-name", "m", "--folder", folder, "--samples", "2", "--out", out];
  const { code, stdout, stderr } = await run(words);
  expect(code).toBe(3);
  expect(stdout).toMatch(/2\/2 +1\/1 +1 +1 +0 +not judged: the model failed in 1 of 4 runs\n/);
  expect(stderr).toMatch(/^2\/4 S90 stand-in 1: not judged: .*finish_reason "length"/m);
  // The reading list has the run, and says that it was not judged.
  expect(readFileSync(out, "utf8")).toMatch(/### S90, run \d: not judged/);
});

const SCRIPTS = { scripted: { good: { prose: "Set." }, bad: { breaks: "sets it", prose: "x" } } };

async function run(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  let [stdout, stderr] = ["", ""];
  const code = await main(words, { env, stdout: (part) => (stdout += part), stderr: (part) => (stderr += part) });
  return { code, stdout, stderr };
}

test("the time of a turn is that of all its tries, and no wait goes past it", async () => {
  const { url, seen } = await serve(() => ({ status: 429, headers: { "retry-after": "30" }, text: "slow down" }));
  const started = performance.now();
  await expect(openAiModel({ ...options, url })(request)).rejects.toThrow(
    /^it answers 429 slow down, and the next try would be after the limit of 2 s$/,
  );
  expect(seen).toHaveLength(1);
  expect(performance.now() - started).toBeLessThan(1_500);
});

test("a server that hangs after a refusal is named with both", async () => {
  const { url, seen } = await serve((_, count) => (count === 1 ? { status: 503, text: "later" } : undefined));
  await expect(openAiModel({ ...options, url, timeoutMs: 200 })(request)).rejects.toThrow(
    /^it has not answered within 0\.2 s; before that, it answers 503 later$/,
  );
  expect(seen).toHaveLength(2);
});

test("a wait may be told as a date", async () => {
  // Dates have whole seconds: between one and two from now.
  const date = new Date(Date.now() + 2_000).toUTCString();
  const busy: Answer = { status: 503, headers: { "retry-after": date }, text: "later" };
  const { url } = await serve((_, count) => (count === 1 ? busy : says("Hello.")));
  const started = performance.now();
  expect(await openAiModel({ ...options, url, timeoutMs: 10_000 })(request)).toEqual({ text: "Hello.", calls: [] });
  expect(performance.now() - started).toBeGreaterThan(800);
});

test.each([301, 302, 307, 308])("a redirect (%i) is refused with the address to set", async (status) => {
  const { url, seen } = await serve(() => ({ status, headers: { location: "/v2/chat/completions" }, text: "" }));
  const failing = openAiModel({ ...options, url })(request);
  await expect(failing).rejects.toMatchObject({
    message: `it answers ${status}, a redirect, which is not followed`,
    remedy: `Set openai:${url.replace("/v1", "/v2")} if you trust that address.`,
  });
  expect(seen).toHaveLength(1);
});

test("a key that a server repeats is shown and written nowhere, not even half of it", async () => {
  const key = "sk/secret-4711";
  const padding = "x".repeat(150);
  const repeating: readonly Answer[] = [
    { status: 401, text: `no such key: ${key}` },
    { status: 400, text: `${padding} ${key}` },
    { text: `no JSON, but ${key}` },
    { json: { error: key } },
    { status: 302, headers: { location: `http://127.0.0.1:9/${encodeURIComponent(key)}` }, text: "" },
    completes({ content: null, refusal: `${key} is no good` }),
    says(`Your key is ${key}.`),
    says("Set."),
  ];
  const { url } = await serve((_, count) => repeating[count - 1]);
  const folder = folderOf(smallScenario({ must: [{ name: "sets it", check: "regex", pattern: "set" }], ...SCRIPTS }));
  const out = join(temporaryFolder(), "r.md");
  const words = ["--model", `openai:${url}`, "--model-name", "m", "--folder", folder, "--samples", "4", "--out", out];
  const { code, stdout, stderr } = await run(words, { NEXUS_MODEL_KEY: key });
  expect(code).toBe(3);
  expect(stderr).toContain("it answers 401 no such key: [key]");
  const files = [out, out.replace(".md", ".json"), out.replace(".md", ".jsonl")].map((file) =>
    readFileSync(file, "utf8"),
  );
  const all = [stdout, stderr, ...files].join("\n");
  expect(all).toContain("Your key is [key].");
  for (const part of [key, key.slice(0, 9), encodeURIComponent(key)]) expect(all).not.toContain(part);
});
