import type { ConcurrentStep } from "../fixture/case.js";
import type { Performed } from "../stage/observation.js";
import type { Stage } from "../stage/stage.js";
import { ask } from "./ask.js";

/**
 * `concurrent`: makes all calls before waiting for an answer, distributed over `processes` sessions. Opens all sessions
 * before the first call, so that none gets a head start. The last extra session is given a symbolic link to the workspace.
 * This shows a lock that is named after the path of the project: two paths of one project would give two locks.
 */
export async function callAtOnce({ calls, processes }: ConcurrentStep, stage: Stage): Promise<Performed> {
  const main = stage.session;
  const extraSessions = await Promise.all(
    Array.from({ length: processes - 1 }, (_, index) =>
      index + 2 === processes ? stage.openThroughLink() : stage.open(),
    ),
  );
  const sessions = [main, ...extraSessions];
  const outcomes = await Promise.allSettled(
    calls.map((call, index) => ask(call, sessions[index % sessions.length] ?? main, stage)),
  );
  // Closed only now, so that no call runs while another session closes.
  for (const session of extraSessions) await stage.close(session);
  const answered = outcomes.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
  return { answered, interrupted: false };
}
