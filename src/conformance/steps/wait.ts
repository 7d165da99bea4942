import { setTimeout as sleep } from "node:timers/promises";
import { withinLimit } from "../adapters/within-limit.js";
import type { WaitStep } from "../fixture/case.js";
import type { Stage } from "../stage/stage.js";

/** The longest time by which a clock may be moved by really waiting, where the implementation's own cannot be. */
export const PATIENCE_MS = 2_000;

/** `wait`: lets time pass, by moving the implementation's clock where the step asks for it and there is one to move. */
export async function wait({ milliseconds, clock }: WaitStep, stage: Stage): Promise<void> {
  const { session, timeout, wallet } = stage;
  if (clock && session.advanceClock !== undefined) {
    await withinLimit(() => session.advanceClock?.(milliseconds), "advanceClock", timeout);
    wallet.moveClock(milliseconds);
  } else {
    await sleep(milliseconds);
  }
}
