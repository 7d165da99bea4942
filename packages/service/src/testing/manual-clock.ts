/** A clock that only moves when a test moves it, so that a slow machine does not affect results. */
export class ManualClock {
  private time = Date.now();

  /** Milliseconds since 1970. */
  now(): number {
    return this.time;
  }

  advance(milliseconds: number): void {
    this.time += milliseconds;
  }
}
