import { reasonOf } from "nexus-core/base";
import type { Note } from "./note.js";

/** How a server ends: 0 when it was asked to, 3 when it failed. */
export type ServerExit = 0 | 3;

/**
 * Waits for a reason to end the process. A signal is one, with exit code 0. So is an uncaught error, with exit code 3
 * and a line on standard error instead of a stack trace.
 * @param addReasons adds reasons of its own: it gets one function that ends the wait, and one that reports an error first
 */
export function whenToEnd(
  note: Note,
  addReasons?: (end: (code: ServerExit) => void, fail: (thrown: unknown) => void) => void,
): Promise<ServerExit> {
  return new Promise((end) => {
    const fail = (thrown: unknown) => {
      note(reasonOf(thrown));
      end(3);
    };
    // Listen for good: a terminal and a starter may both pass a signal on, and the second must not kill running calls.
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => end(0));
    process.on("uncaughtException", fail);
    process.on("unhandledRejection", fail);
    addReasons?.(end, fail);
  });
}
