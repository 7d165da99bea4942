/** Delivers events through hook processes, which read one JSON object and answer by output and exit code. */

import { NexusError } from "../../base/errors.js";
import { userEnvironment } from "../workspace/user-environment.js";
import { ChildProcess } from "./child-process.js";
import { graceOf, watched } from "./launch.js";
import { LONGEST_LINE } from "./line-buffer.js";
import type { RunHook } from "./mapping.js";
import { jsonIn, Refused } from "./refused.js";
import { anchorCommand, splitCommand } from "./split-command.js";

/**
 * Runs hooks in the workspace of the case. With exit code 0, the answer is the JSON or the text on standard output, or null
 * if it is empty. Any other exit code is a refusal with the last line of standard error as its message.
 * @param folder the folder that paths in the command are relative to
 * @param limit milliseconds that a hook may take
 */
export function hookRunner(folder: string, limit: number): RunHook {
  return async (command, event, params, { workspace, namespace, environment, user, watch }, { credential } = {}) => {
    const call = `event ${event}`;
    // The time limit includes the start of the process, because the limit of the call does, too.
    const began = performance.now();
    const home = user === undefined ? {} : userEnvironment(user);
    const options = { cwd: workspace, environment: { ...home, ...environment, ...watch?.environment } };
    const words = watched(anchorCommand(splitCommand(command), folder), watch);
    const child = await ChildProcess.start(words, options);
    const lines: string[] = [];
    let flooded = false;
    let timer: NodeJS.Timeout | undefined;
    const ended = new Promise<"ended">((resolve) => {
      child.listen({
        line: (text) => lines.push(text),
        tooLong: () => {
          flooded = true;
        },
        ended: () => resolve("ended"),
      });
    });
    child.write(JSON.stringify({ event, params, workspace, namespace, credential }));
    child.endInput();
    const late = new Promise<"late">((resolve) => {
      timer = setTimeout(resolve, Math.max(0, limit - (performance.now() - began)), "late");
    });
    const outcome = await Promise.race([ended, late]);
    clearTimeout(timer);
    const ending = outcome === "late" ? "killed" : await child.end(graceOf(limit));
    if (outcome === "late") await child.kill("SIGKILL");
    const lastWords = child.lastWords;
    if (outcome === "late") throw NexusError.of("NXC_PROCESS_SILENT", { call, limit, words: lastWords });
    if (flooded) throw NexusError.of("NXC_PROTOCOL_LONG_LINE", { call, limit: LONGEST_LINE, words: lastWords });
    if (child.exitCode === undefined) {
      throw NexusError.of("NXC_PROCESS_DIED", { how: child.ending ?? "", call, words: lastWords });
    }
    if (ending === "left others running") throw NexusError.of("NXC_PROCESS_LEFTOVER", { words: lastWords });
    if (child.exitCode !== 0) throw new Refused({ message: child.lastLine ?? `exit code ${child.exitCode}` });
    const text = [...lines, child.halfLine].join("\n").trim();
    return text === "" ? null : (jsonIn(text) ?? text);
  };
}
