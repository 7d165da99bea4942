import { setTimeout as sleep } from "node:timers/promises";
import { NexusError } from "../../base/errors.js";
import type { Watch } from "../adapters/adapter.js";
import type { Call, RestartStep } from "../fixture/case.js";
import { callName, type Performed } from "../stage/observation.js";
import type { Stage } from "../stage/stage.js";
import { changesBetween, type Snapshot } from "../workspace/snapshot.js";
import { send } from "./ask.js";

/** Short enough to end a call between two of its writes. */
const LOOK_EVERY_MS = 2;

/** The unit of `ulimit -f` in bytes (POSIX). */
const ULIMIT_BLOCK = 512;

/** `restart`: ends the implementation, if the step says so in the middle of a call, and opens it again. */
export async function restart({ signal, during, after, maxFileSize }: RestartStep, stage: Stage): Promise<Performed> {
  if (during !== undefined) await startAndWait(during, after, stage);
  await stage.restart(signal, maxFileSize === undefined ? undefined : limitedTo(maxFileSize));
  return { answered: [], interrupted: during !== undefined };
}

/** A program inherits this limit from the shell that starts it. A write that crosses it is cut off, and the next one fails. */
function limitedTo(bytes: number): Watch {
  return { prefix: ["sh", "-c", `ulimit -f ${bytes / ULIMIT_BLOCK}; exec "$@"`, "sh"], environment: {} };
}

/** Starts a call and returns at the moment to interrupt it. Ignores its answer. */
async function startAndWait(call: Call, after: RestartStep["after"], stage: Stage): Promise<void> {
  const before = stage.workspace.snapshot();
  const running = { ended: false };
  const settle = () => {
    running.ended = true;
  };
  // Without a time limit, because its timer would outlive the interrupted call.
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

/** Does not count ignored files, because a lock is taken before the first write. A file that vanishes counts as changed. */
function hasChanged({ workspace, ignores }: Stage, before: Snapshot): boolean {
  try {
    return changesBetween(before, workspace.snapshot()).some(({ file }) => !ignores(file));
  } catch {
    return true;
  }
}
