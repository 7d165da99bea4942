import type { Level } from "./contract.js";

/** From the strongest to the weakest. */
export const LEVELS: readonly Level[] = ["MUST", "SHOULD", "MAY", "INFO"];

/** Whether a requirement of this level is not binding: an implementation takes it or not, and never violates it. */
export function isOption(level: Level | undefined): level is "MAY" | "INFO" {
  return level === "MAY" || level === "INFO";
}
