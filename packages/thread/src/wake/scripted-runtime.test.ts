import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
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
  const deliveries = join(folder, "deliveries.jsonl");
  return {
    runtime: scriptedRuntime(join(folder, "runtime.json"), clock),
    write: (next: unknown) => writeFileSync(join(folder, "runtime.json"), JSON.stringify(next)),
    lines: () =>
      existsSync(deliveries)
        ? readFileSync(deliveries, "utf8")
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line))
        : [],
  };
}

test("without a script every attempt succeeds without human input, and each prompt becomes a line", async () => {
  const { runtime, lines } = scripted();
  expect(await runtime.humanInputAt(session)).toBeUndefined();
  expect(await runtime.trigger(session, prompt)).toBe("delivered");
  expect(await runtime.resume(session, prompt)).toBe("delivered");
  expect(await runtime.spawn(target, prompt)).toBe("delivered");
  const about = { agent_id: "reviewer_agent", prompt: prompt.text, at: "2026-03-01T09:00:00.000Z" };
  expect(lines()).toEqual([
    { action: "trigger_runtime", session_id: "sess_rv_1", ...about },
    { action: "resume_session", session_id: "sess_rv_1", ...about },
    { action: "spawn_session", session_id: null, ...about },
  ]);
});

test("a script sets outcomes and human input, and is read at each use", async () => {
  const { runtime, lines, write } = scripted({ trigger: "fails", resume: "absent", human_input: ["sess_rv_1"] });
  expect(await runtime.humanInputAt(session)).toBe(clock.now());
  expect(await runtime.humanInputAt({ ...session, sessionId: "sess_rv_2" })).toBeUndefined();
  expect(await runtime.trigger(session, prompt)).toBe("failed");
  expect(await runtime.resume(session, prompt)).toBe("absent");
  expect(lines()).toEqual([]);
  write({ spawn: "fails", human_input: [] });
  expect(await runtime.humanInputAt(session)).toBeUndefined();
  expect(await runtime.trigger(session, prompt)).toBe("delivered");
  expect(await runtime.spawn(target, prompt)).toBe("failed");
});

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
