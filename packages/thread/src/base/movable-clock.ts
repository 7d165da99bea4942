import type { Clock } from "./clock.js";

/** The time of this machine, and as much more as it has been moved. */
export class MovableClock implements Clock {
  #ahead = 0;

  now(): number {
    return Date.now() + this.#ahead;
  }

  /** Moves it forward to a time, in milliseconds since 1970. It never goes back. */
  moveTo(time: number): void {
    this.#ahead = Math.max(this.#ahead, time - Date.now());
  }
}
