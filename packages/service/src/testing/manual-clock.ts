/** A clock that stands still until a test moves it, so that a slow machine changes no answer. */
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
