import type { ConcurrentStep } from "../fixture/case.js";
import type { Performed } from "../stage/observation.js";
import type { Stage } from "../stage/stage.js";
import { ask } from "./ask.js";

/**
 * `concurrent`: calls that are all made before any answer is waited for, spread over as many sessions as the step has
 * processes. Every session is open before the first call, so that none gets ahead by the time that opening takes.
 */
export async function callAtOnce({ calls, processes }: ConcurrentStep, stage: Stage): Promise<Performed> {
  const main = stage.session;
  const others = await Promise.all(Array.from({ length: processes - 1 }, () => stage.open()));
  const sessions = [main, ...others];
  const outcomes = await Promise.allSettled(
    calls.map((call, index) => ask(call, sessions[index % sessions.length] ?? main, stage)),
  );
  // Nobody is closed while a neighbour still waits for an answer.
  for (const session of others) await stage.close(session);
  const answered = outcomes.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
  return { answered, interrupted: false };
}
