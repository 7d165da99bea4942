import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Program, run } from "../testing/program.js";
import { temporaryFolder } from "../testing/service.js";
import { claimsOf, KEYS_FILE, signed } from "../testing/tokens.js";

const folder = temporaryFolder();
const KEYS = ["--keys", KEYS_FILE];
/** Nothing is left unchecked with these, so nothing is warned of. */
const STRICT = [...KEYS, "--audience", "threads", "--issuer", "me"];
const token = (agent: string, claims: object = {}) =>
  signed(claimsOf({ agent_id: agent, aud: "threads", iss: "me", ...claims }));
/** A client starts a server over stdio somewhere, so it says which threads it serves. */
const OPENED = `nexus-thread: serves the threads of ${join(folder, ".thread/thread.db")}\n`;
const HELLO = {
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};
async function call(url: string, bearer: string, name: string, params: object) {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${bearer}`,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: params } }),
  });
  const { result } = (await response.json()) as { result: { structuredContent: { thread_id: string } } };
  return result;
}

test("a server without tokens of its own asks for one at each call, and ends with its client", async () => {
  const program = new Program(["serve", ...STRICT], folder);
  program.send(HELLO);
  expect(await program.line()).toContain('"@nexus-core/thread"');
  program.send({ method: "tools/call", params: { name: "get_thread", arguments: { thread_id: "th_1" } } });
  expect(await program.line()).toContain("UNAUTHORIZED");
  program.child.stdin!.end();
  expect(await program.end()).toEqual({ code: 0, by: null, stderr: OPENED });
});

test("a signal ends a server that still waits for its token", async () => {
  const asked = join(folder, "asked");
  const slow = `require("fs").writeFileSync(${JSON.stringify(asked)}, ""); setTimeout(() => {}, 10_000)`;
  const command = JSON.stringify([process.execPath, "-e", slow]);
  const program = new Program(["serve", ...STRICT, "--token-command", command], folder);
  await expect.poll(() => existsSync(asked), { timeout: 20_000 }).toBe(true);
  expect(await program.end("SIGTERM")).toEqual({ code: null, by: "SIGTERM", stderr: "" });
});

test("over HTTP it says where it listens, follows what is posted, and stops at a signal", async () => {
  const program = new Program(["serve", "--http", "0", ...STRICT], folder);
  const url = (await program.line()).trim();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\/mcp$/);
  const [, port = ""] = /:(\d+)\//.exec(url) ?? [];
  expect(run(["serve", "--http", port, ...KEYS, "--database", "other.db"], folder)).toEqual({
    status: 3,
    stdout: "",
    stderr: `nexus-thread: 127.0.0.1:${port} is taken by another program. Choose another port with --http.\n`,
  });
  const builder = token("builder");
  const opened = { title: "t", type: "workflow", participants: ["builder"] };
  const { thread_id } = (await call(url, builder, "create_thread", opened)).structuredContent;
  const follower = new Program(["tail", thread_id, "--follow"], folder);
  expect(await follower.line()).toBe("t  [active]\n");
  await call(url, builder, "post_message", { thread_id, schema_version: 1, kind: "chat", body: "Good morning." });
  expect(await follower.line()).toContain("    Good morning.\n");
  expect(await call(url, token("builder", { aud: "builds" }), "get_thread", { thread_id })).toBeUndefined();
  expect(await follower.end("SIGINT")).toEqual({ code: 0, by: null, stderr: "" });
  expect(await program.end("SIGTERM")).toEqual({ code: 0, by: null, stderr: "" });
});

test.each([
  [
    [],
    "any aud and any iss, so also those made for another service or by another issuer. Set --audience and --issuer.",
  ],
  [["--audience", "threads"], "any iss, so also those made by another issuer. Set --issuer."],
  [["--issuer", "me"], "any aud, so also those made for another service. Set --audience."],
])("with %j it warns in one line of claims that are not checked", (words, warning) => {
  expect(run(["serve", ...KEYS, ...words], folder)).toEqual({
    status: 0,
    stdout: "",
    stderr: `nexus-thread: tokens are accepted with ${warning}\n${OPENED}`,
  });
});

test("with a movable clock, everyone can let time pass, and tokens expire", async () => {
  const program = new Program(["serve", "--movable-clock", ...STRICT], folder);
  const asked = async (name: string, params: object, meta?: object) => {
    program.send({ method: "tools/call", params: { name, arguments: params, ...(meta && { _meta: meta }) } });
    return program.line();
  };
  program.send(HELLO);
  await program.line();
  const meta = { "nexus-core/credential": token("builder") };
  expect(await asked("get_thread", { thread_id: "th_1" }, meta)).toContain("NOT_FOUND");
  expect(await asked("move_clock", { milliseconds: -1 })).toContain("it must be 0 or more");
  expect(await asked("move_clock", { milliseconds: 48 * 3_600_000 })).toContain('"now":');
  expect(await asked("get_thread", { thread_id: "th_1" }, meta)).toContain("UNAUTHORIZED");
  program.child.stdin!.end();
  const warning =
    "nexus-thread: everyone who reaches this server can move its clock. --movable-clock is for trials only.\n";
  expect((await program.end()).stderr).toBe(warning + OPENED);
});

/** Lets an error go astray at a signal, as a library with a fault would. */
const STRAY = join(folder, "stray.mjs");
writeFileSync(STRAY, 'process.on("SIGUSR2", () => void Promise.reject(new Error("gone astray\\nwith more lines")));');
const ASTRAY = { code: 3, by: null, stderr: "nexus-thread: gone astray\n" };

test("over HTTP it ends with 3 after an uncaught error", async () => {
  const program = new Program(["serve", "--http", "0", ...STRICT], folder, ["--import", STRAY]);
  await program.line();
  expect(await program.end("SIGUSR2")).toEqual(ASTRAY);
});
