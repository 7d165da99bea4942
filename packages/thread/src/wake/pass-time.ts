import type { MovableClock } from "../base/movable-clock.js";
import type { ThreadService } from "../thread-service.js";

/** Lets time pass for a service. Each prompt that comes due meanwhile is checked at its own time. */
export async function passTime(
  service: Pick<ThreadService, "nextWakeAt" | "runDueWakes">,
  clock: MovableClock,
  milliseconds: number,
): Promise<void> {
  // A check may have begun that waits for a program.
  await service.runDueWakes();
  const end = clock.now() + milliseconds;
  for (;;) {
    const next = await service.nextWakeAt();
    if (next === undefined || next > end) break;
    clock.moveTo(next);
    await service.runDueWakes();
  }
  clock.moveTo(end);
}
