import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HELLO, RawServer, toolCall } from "../testing/raw-server.js";

const folder = mkdtempSync(join(tmpdir(), "service-"));
const program = join(folder, "program.mjs");

beforeAll(async () => {
  await build({
    entryPoints: [fileURLToPath(new URL("../testing/stdio-program.ts", import.meta.url))],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

test("garbage on the input is skipped with a line on standard error, and the connection goes on", async () => {
  const server = new RawServer([program]);
  const garbage = ["garbage\n", "\n", '{"no":"message"}\n', "[1,2]\n", "\u0000\u0001{\n"];
  for (const line of [...garbage, HELLO, toolCall(1, "count")]) server.write(line);
  server.child.stdin!.end('{"jsonrpc":"2.0","id":9,"method":"tools/li');
  const { code, ids, stderr } = await server.end();
  expect({ code, ids }).toEqual({ code: 0, ids: [0, 1] });
  const lines = stderr.trim().split("\n");
  expect(lines.length).toBe(garbage.length);
  for (const line of lines) expect(line).toMatch(/^program: skipped a line of the input that is not/);
  expect(lines.join("")).not.toMatch(/\p{C}/u);
});

const COUNT = 25;

/** A server that has begun 25 calls, all of which came in one piece. */
async function busyServer(last = ""): Promise<RawServer> {
  const server = new RawServer([program]);
  server.write(HELLO);
  await server.answered();
  const calls = Array.from({ length: COUNT }, (_, index) => toolCall(index + 1, "count"));
  server.write(calls.join("") + last);
  return server;
}

const EVERY_ID = Array.from({ length: COUNT + 1 }, (_, index) => index);

test("at the end of input it answers every call that has begun, and ends", async () => {
  const server = await busyServer();
  server.child.stdin!.end();
  const { code, ids, answers } = await server.end();
  expect({ code, ids }).toEqual({ code: 0, ids: EVERY_ID });
  expect(answers.filter(({ result }) => result === undefined)).toEqual([]);
});

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "at %s, even twice, it answers every call that has begun, and ends",
  async (signal) => {
    const server = await busyServer(toolCall(COUNT + 1, "hold"));
    await server.answered();
    server.child.kill(signal);
    server.child.kill(signal);
    server.child.kill("SIGUSR2");
    const { code, ids, answers } = await server.end();
    expect({ code, ids }).toEqual({ code: 0, ids: [...EVERY_ID, COUNT + 1] });
    expect(answers.filter(({ result }) => result === undefined)).toEqual([]);
  },
);

test.each(["stray", "throw"])(
  "after an uncaught error it answers every call, and ends with code 3: %s",
  async (tool) => {
    const server = await busyServer(toolCall(COUNT + 1, tool));
    const { code, ids, stderr } = await server.end();
    expect({ code, ids, stderr }).toEqual({ code: 3, ids: [...EVERY_ID, COUNT + 1], stderr: "program: gone astray\n" });
  },
);

test("it ends with code 0 when its client is gone and reads no answer", async () => {
  const server = new RawServer([program]);
  server.write(HELLO);
  await server.answered();
  server.goAway();
  server.write(toolCall(1, "count"));
  const [code] = (await once(server.child, "exit")) as [number];
  expect(code).toBe(0);
});

test("a message without an end is refused, and the server ends with code 3", async () => {
  const server = new RawServer([program]);
  server.child.stdin!.on("error", () => {});
  for (let index = 0; index < 5; index += 1) server.write("x".repeat(16 * 1024));
  const { code, answers, stderr } = await server.end();
  expect({ code, answers }).toEqual({ code: 3, answers: [] });
  expect(stderr).toMatch(/^program: .*exceeded maximum size of 65536 bytes\n$/);
});
