/** Which versions have written the files, and so what an upgrade finds. */

import type { Noticed } from "../../../conformance/inspect/inspection.js";

/** Versions that were seen. */
export class Versions {
  private readonly seen = new Map<string, readonly number[]>();

  /** @param written a `schema_version`, or undefined where it is missing */
  notes(file: string, pointer: string, what: string, written: unknown, today: string): readonly Noticed[] {
    const note = (rule: string, message: string): readonly Noticed[] => [{ rule, file, pointer, message }];
    if (written === undefined) return note("upgrade/older", `${what} names no version`);
    const [version, now] = [numbersIn(written), numbersIn(today)];
    // Another form breaks the schema, which says so.
    if (version === undefined || now === undefined) return [];
    this.seen.set(String(written), version);
    const order = compared(version, now);
    if (order === 0) return [];
    if (order > 0) return note("upgrade/newer", `${what} was written for version ${written}`);
    return note("upgrade/older", `${what} was written for version ${written}`);
  }

  /** `version 0.8 to 0.11`; empty where none was named. */
  shown(): string {
    const sorted = [...this.seen].sort(([, a], [, b]) => compared(a, b)).map(([version]) => version);
    const [first, last] = [sorted[0], sorted.at(-1)];
    if (first === undefined) return "";
    return first === last ? `version ${first}` : `version ${first} to ${last}`;
  }
}

function numbersIn(version: unknown): readonly number[] | undefined {
  return typeof version === "string" && /^\d{1,4}\.\d{1,4}$/u.test(version)
    ? version.split(".").map(Number)
    : undefined;
}

function compared(
  [major = 0, minor = 0]: readonly number[],
  [otherMajor = 0, otherMinor = 0]: readonly number[],
): number {
  return major - otherMajor || minor - otherMinor;
}
