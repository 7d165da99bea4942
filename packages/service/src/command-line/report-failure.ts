import { reasonOf } from "nexus-core/base";
import type { Note } from "../process/note.js";
import { type ExitCode, Refused } from "./refused.js";

/**
 * Tells in one line why a command ended.
 * @returns the exit code for that
 */
export function reportFailure(thrown: unknown, note: Note): ExitCode {
  const isRefused = thrown instanceof Refused;
  note(isRefused ? thrown.message : reasonOf(thrown));
  return isRefused ? thrown.exitCode : 3;
}
