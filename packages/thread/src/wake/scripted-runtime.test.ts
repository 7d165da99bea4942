import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scriptedRuntime } from "./scripted-runtime.js";
import type { KnownSession } from "./session.js";

const session: KnownSession = {
  agentId: "reviewer_agent",
  workspaceId: "ws",
  sessionId: "sess_rv_1",
  runtime: "codex_cli",
  managed: true,
  resumable: true,
  status: "idle",
  heardAt: 0,
};
const prompt = { threadId: "th_1", text: 'Read "it"; rm -rf / $(now)\n' };
const target = { agentId: "reviewer_agent", workspaceId: "ws", runtime: undefined };
const clock = { now: () => Date.parse("2026-03-01T09:00:00.000Z") };

function scripted(script?: unknown) {
  const folder = mkdtempSync(join(process.env["NEXUS_TEST_ROOT"] ?? tmpdir(), "scripted-"));
  if (script !== undefined) writeFileSync(join(folder, "runtime.json"), JSON.stringify(script));
  return { runtime: scriptedRuntime(join(folder, "runtime.json"), clock) };
}

test("an invalid script is refused", async () => {
  const told = async (script: unknown) =>
    scripted(script)
      .runtime.trigger(session, prompt)
      .catch((thrown: Error) => thrown.message.replace(/^\S+ /u, ""));
  expect(await told({ triger: "ok" })).toBe(
    'has the member "triger". It may have trigger, resume, spawn, human_input.',
  );
  expect(await told({ trigger: "absent" })).toBe("has a trigger that cannot be used.");
  expect(await told([])).toBe("must hold a JSON object.");
});

test("commands of the Codex CLI are shown with the prompt as a JSON string", () => {
  const { runtime } = scripted();
  const of = (name: string) => ({ ...target, runtime: name, sessionId: "sess_rv_1" });
  expect(runtime.command("resume_session", of("codex_cli"), prompt)).toBe(
    `codex exec resume sess_rv_1 ${JSON.stringify(prompt.text)}`,
  );
  expect(runtime.command("spawn_session", of("codex_cli"), prompt)).toBe(`codex exec ${JSON.stringify(prompt.text)}`);
  expect(runtime.command("trigger_runtime", of("codex_cli"), prompt)).toBeUndefined();
  expect(runtime.command("resume_session", of("other"), prompt)).toBeUndefined();
});
