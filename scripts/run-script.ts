/** The frame of the scripts in this folder: their options are tables, as those of our commands are. */

import { NexusError } from "../src/base/errors.js";
import { reasonOf } from "../src/base/reason-of.js";
import type { Command } from "../src/cli/frame/command.js";
import { commandParser, parseWords } from "../src/cli/frame/parser.js";
import { processContext } from "../src/cli/run-main.js";

/**
 * Runs a script as this process. An error becomes one line.
 * @param name of its npm script
 */
export async function runScript(name: string, command: Command): Promise<void> {
  // A reader such as head closes the output early.
  process.stdout.on("error", () => process.exit(0));
  try {
    process.exitCode = await runWords(name, command, process.argv.slice(2));
  } catch (thrown) {
    const isOurs = thrown instanceof NexusError;
    process.stderr.write(isOurs ? `${thrown.line}\n` : `${name}: ${reasonOf(thrown)}\n`);
    process.exitCode = isOurs ? thrown.exitCode : 2;
  }
}

/**
 * @returns the exit code of the script
 * @throws NexusError NXC_USAGE_… for words that its table does not have, and what the script throws
 */
export async function runWords(name: string, command: Command, words: readonly string[]): Promise<number> {
  const context = processContext();
  const parsed = parseWords(commandParser(`npm run ${name} --`, command), words, context);
  return parsed === undefined ? 0 : command.run(parsed.options, parsed.positionals, context);
}
