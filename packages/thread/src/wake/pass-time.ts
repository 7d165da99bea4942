import type { MovableClock } from "../base/movable-clock.js";
import type { ThreadService } from "../thread-service.js";

/** Lets time pass for a service. Each prompt that comes due meanwhile is checked at its own time. */
export async function passTime(
  service: Pick<ThreadService, "nextWakeAt" | "runDueWakes" | "checksEnded">,
  clock: MovableClock,
  milliseconds: number,
): Promise<void> {
  const check = async () => {
    await service.runDueWakes();
    // A prompt may also be with a check that has begun on time, and waits for a program.
    await service.checksEnded();
  };
  await check();
  const end = clock.now() + milliseconds;
  for (;;) {
    const next = await service.nextWakeAt();
    if (next === undefined || next > end) break;
    clock.moveTo(next);
    await check();
  }
  clock.moveTo(end);
}
