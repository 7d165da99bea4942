import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@nexus-core/service/testing/temporary-folder";
import { decodeJwt } from "jose";
import { beforeAll, expect, test } from "vitest";
import { openService, readConfig } from "../index.js";
import { BIN, environment, run } from "../testing/program.js";

const folder = temporaryFolder();
const TOKEN_FILE = join(folder, "tokens/builder.token");

beforeAll(() => {
  run(["keygen", "--out", "keys", "--kid", "k"], folder);
});

/** What Claude Code does: it starts the hook, and writes JSON to its standard input. */
function hooked(input: object | string, more: readonly string[] = []) {
  const words = ["hook", "--from", "claude", "--agent", "builder", "--workspace-id", "ws", "--token-file", TOKEN_FILE];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [BIN, ...words, "--key", "keys/k.private.json", "--keys", "keys/keys.jwks.json", ...more],
    {
      cwd: folder,
      encoding: "utf8",
      env: environment(),
      input: typeof input === "string" ? input : JSON.stringify(input),
    },
  );
  return { status, stdout, stderr };
}

const event = (hook_event_name: string, session_id = "0b7c-1") => ({ hook_event_name, session_id, cwd: folder });
const kept = () => readFileSync(TOKEN_FILE, "utf8").trim();

test("a session is given its token at its start, sends heartbeats, and is told what is unread", async () => {
  expect(hooked(event("SessionStart"))).toEqual({ status: 0, stdout: "", stderr: "" });
  const token = kept();
  expect(decodeJwt(token)).toMatchObject({
    agent_id: "builder",
    workspace_id: "ws",
    role: "worker",
    session_id: "0b7c-1",
  });
  expect(statSync(TOKEN_FILE).mode & 0o777).toBe(0o600);

  const service = await openService({ config: readConfig({ THREAD_KEYS: "keys/keys.jwks.json" }, folder) });
  const lead = run(
    [
      "token",
      "--key",
      "keys/k.private.json",
      "--agent",
      "lead",
      "--workspace",
      "ws",
      "--role",
      "orchestrator",
      "--session",
      "s",
    ],
    folder,
  ).stdout.trim();
  const about = { title: "t", type: "workflow", participants: ["builder"] } as const;
  const { thread_id } = await service.call("create_thread", about, lead);
  await service.call("post_message", { thread_id, schema_version: 1, kind: "chat", body: "Hello" }, lead);
  const trigger = { thread_id, target_agent_id: "builder", reason: "r", trigger_prompt: "p" };

  const told = hooked(event("UserPromptSubmit"));
  expect(JSON.parse(told.stdout)).toMatchObject({
    hookSpecificOutput: {
      hookEventName: "UserPromptSubmit",
      additionalContext: expect.stringContaining(`${thread_id} (1)`),
    },
  });
  expect(kept()).toBe(token);
  expect(await service.call("trigger_participant", trigger, lead)).toMatchObject({ result: "not_needed" });
  expect(hooked(event("Stop"))).toEqual({ status: 0, stdout: "", stderr: "" });
  await expect(service.call("trigger_participant", trigger, lead)).rejects.toMatchObject({ code: "UNMANAGED_RUNTIME" });
  await service.close();

  hooked(event("SessionStart", "0b7c-2"));
  expect(decodeJwt(kept())).toMatchObject({ session_id: "0b7c-2" });
});

test("a token is signed anew well before it expires", () => {
  hooked(event("SessionStart", "short"), ["--expires", "3s"]);
  const first = kept();
  hooked(event("Stop", "short"), ["--expires", "1h"]);
  expect(kept()).not.toBe(first);
});

test.each([
  ["no JSON", "nothing", "reads the JSON"],
  ["no session", { hook_event_name: "Stop" }, "no session_id"],
])("input with %s is one line, and does not stop the tool", (_, input, text) => {
  const { status, stdout, stderr } = hooked(input);
  expect({ status, stdout, lines: stderr.trim().split("\n").length }).toEqual({ status: 1, stdout: "", lines: 1 });
  expect(stderr).toContain(text);
});

test("a heartbeat goes to a server over HTTP, and a server that is away is one line", () => {
  const { status, stderr } = hooked(event("Stop"), ["--url", "http://127.0.0.1:9/v1/mcp"]);
  expect({ status, lines: stderr.trim().split("\n").length }).toEqual({ status: 1, lines: 1 });
  expect(hooked(event("Notification"))).toEqual({ status: 0, stdout: "", stderr: "" });
});
