import type { Session } from "../adapters/adapter.js";
import type { Step } from "../fixture/case.js";
import type { Performed } from "../stage/observation.js";
import type { Stage } from "../stage/stage.js";
import { callOnce } from "./ask.js";
import { callAtOnce } from "./concurrent.js";
import { restart } from "./restart.js";
import { PATIENCE_MS, wait } from "./wait.js";

const YEAR_MS = 365 * 24 * 3_600_000;

const NO_CALLS: Performed = { answered: [], interrupted: false };

/**
 * Performs one step.
 * @throws NexusError if the implementation or its adapter fails to answer
 */
export async function perform(step: Step, stage: Stage): Promise<Performed> {
  switch (step.kind) {
    case "action":
    case "event":
      return callOnce(step, stage);
    case "concurrent":
      return callAtOnce(step, stage);
    case "restart":
      return restart(step, stage);
    case "wait":
      await wait(step, stage);
      return NO_CALLS;
    case "write_files":
      stage.workspace.give(step.files, step.aged === true ? new Date(Date.now() - YEAR_MS) : undefined);
      return NO_CALLS;
    case "delete_files":
      stage.workspace.give(step.files.map((file) => ({ file, text: null })));
      return NO_CALLS;
  }
}

/** The reason why a session cannot perform a step, if there is one. The case is not applicable then. */
export function unmetNeed(step: Step, session: Session): string | undefined {
  if (step.kind === "restart" && session.kill === undefined) return "the implementation cannot be killed";
  const movesClock = step.kind === "wait" && step.clock && step.milliseconds > PATIENCE_MS;
  return movesClock && session.advanceClock === undefined ? "the implementation's clock cannot be moved" : undefined;
}
