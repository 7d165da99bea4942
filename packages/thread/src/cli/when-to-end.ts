import type { ExitCode } from "@nexus-core/service/command-line/refused";
import { reasonOf } from "nexus-core/base";
import { note } from "./note.js";

type End = (code: ExitCode) => void;

/**
 * Waits for a reason to end the process. A signal is one, with exit code 0. So is an error that nobody has caught, with
 * exit code 3 and a line on standard error in place of a stack trace.
 * @param addReasons is handed what ends the wait with a code, and what ends it with an error
 */
export function whenToEnd(addReasons?: (end: End, fail: (thrown: unknown) => void) => void): Promise<ExitCode> {
  return new Promise((end) => {
    const fail = (thrown: unknown) => {
      note(reasonOf(thrown));
      end(3);
    };
    // A second signal comes where a terminal and a starter both pass on the first; the calls still have to finish.
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => end(0));
    process.on("uncaughtException", fail);
    process.on("unhandledRejection", fail);
    addReasons?.(end, fail);
  });
}
