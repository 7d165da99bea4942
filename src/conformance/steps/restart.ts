import { setTimeout as sleep } from "node:timers/promises";
import { NexusError } from "../../base/errors.js";
import type { Call, RestartStep } from "../fixture/case.js";
import { callName, type Performed } from "../stage/observation.js";
import type { Stage } from "../stage/stage.js";
import { changesBetween, type Snapshot } from "../workspace/snapshot.js";
import { send } from "./ask.js";

/** Short enough to fall between two writes of one call. */
const LOOK_EVERY_MS = 2;

/** `restart`: ends the implementation, in the middle of a call where the step has one, and opens it again. */
export async function restart({ signal, during, after }: RestartStep, stage: Stage): Promise<Performed> {
  if (during !== undefined) await startAndWait(during, after, stage);
  await stage.restart(signal);
  return { answered: [], interrupted: during !== undefined };
}

/** Returns when the call is to be ended. What it answers, or that it never does, is nobody's concern any more. */
async function startAndWait(call: Call, after: RestartStep["after"], stage: Stage): Promise<void> {
  const before = stage.workspace.snapshot();
  const running = { ended: false };
  const settle = () => {
    running.ended = true;
  };
  // No limit of time runs for it: a timer would outlive the call that is ended here.
  Promise.resolve()
    .then(() => send(call, stage.session, stage))
    .then(settle, settle);
  if (after !== "first-write") {
    await sleep(after);
    return;
  }
  const limit = performance.now() + stage.timeout;
  while (!running.ended && !hasChanged(stage, before)) {
    if (performance.now() > limit) {
      throw NexusError.of("NXC_CALL_TIMEOUT", { call: callName(call), limit: stage.timeout });
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/** A file that vanishes while it is looked at has changed too. A lock is taken before anything is written. */
function hasChanged({ workspace, ignores }: Stage, before: Snapshot): boolean {
  try {
    return changesBetween(before, workspace.snapshot()).some(({ file }) => !ignores(file));
  } catch {
    return true;
  }
}
