import type { Failure } from "../oracles/failure.js";

/** The failures at all kill points of a case. One that occurs at several of them counts once, at the first. */
export class FailureUnion {
  private readonly found = new Map<string, Failure>();

  get failures(): readonly Failure[] {
    return [...this.found.values()];
  }

  /** @param point its name, as the beginning of a sentence */
  add(point: string, failures: readonly Failure[]): void {
    for (const failure of failures) {
      const { code, requirement, step, file, path } = failure;
      const key = JSON.stringify([code, requirement, step, file, path]);
      if (!this.found.has(key)) this.found.set(key, { ...failure, message: `${point}: ${failure.message}` });
    }
  }
}
