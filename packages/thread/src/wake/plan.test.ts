import { expect, test } from "vitest";
import { planWake } from "./plan.js";
import type { KnownSession } from "./session.js";

const NOW = 1_000_000;

function session(sessionId: string, about: Partial<KnownSession> = {}): KnownSession {
  return {
    agentId: "reviewer_agent",
    workspaceId: "ws",
    sessionId,
    runtime: "codex_cli",
    managed: true,
    resumable: true,
    status: "idle",
    heardAt: NOW - 1_000,
    ...about,
  };
}

/** The planned attempts as text: `trigger a`, `resume b`, `spawn`. */
function attempts(sessions: readonly KnownSession[]): readonly string[] | string {
  const plan = planWake(sessions, true);
  if (plan.kind === "not-needed") return plan.why;
  return plan.attempts.map((attempt) =>
    attempt.action === "spawn_session" ? "spawn" : `${attempt.action.split("_")[0]} ${attempt.session.sessionId}`,
  );
}

test("live sessions come before offline ones, and the latest heartbeat first", () => {
  const older = session("older", { heardAt: NOW - 2_000 });
  const newer = session("newer");
  expect(attempts([older, newer])).toEqual(["trigger newer", "resume newer", "spawn"]);
  expect(attempts([older, { ...newer, status: "offline" }])).toEqual(["trigger older", "resume older", "spawn"]);
  expect(
    attempts([
      { ...older, resumable: true },
      { ...newer, resumable: false },
    ]),
  ).toEqual(["trigger newer", "resume older", "spawn"]);
});

test("a participant that has read everything or is active is not woken", () => {
  expect(planWake([session("a")], false)).toEqual({ kind: "not-needed", why: "read" });
  expect(attempts([session("a", { status: "active" })])).toBe("active");
  expect(attempts([session("a", { status: "active", heardAt: NOW - 9_000 }), session("b")])).toEqual([
    "trigger b",
    "resume b",
    "spawn",
  ]);
});
