import { setTimeout as sleep } from "node:timers/promises";
import { withinLimit } from "../adapters/within-limit.js";
import type { WaitStep } from "../fixture/case.js";
import type { Stage } from "../stage/stage.js";

/** The longest move of the clock that is replaced by real waiting, if the implementation's clock cannot be moved. */
export const PATIENCE_MS = 2_000;

/** `wait`: waits, or moves the implementation's clock if the step asks for it and the implementation supports it. */
export async function wait({ milliseconds, clock }: WaitStep, stage: Stage): Promise<void> {
  const { session, timeout, wallet } = stage;
  if (clock && session.advanceClock !== undefined) {
    await withinLimit(() => session.advanceClock?.(milliseconds), "advanceClock", timeout);
    wallet.moveClock(milliseconds);
  } else {
    await sleep(milliseconds);
  }
}
