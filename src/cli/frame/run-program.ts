import { type ExitCode, NexusError } from "../../base/errors.js";
import type { Context, Program } from "./command.js";
import { commandParser, EXIT_CODE_HELP, parseWords, programParser } from "./parser.js";

/** Runs one command of a program. Whatever goes wrong becomes one line on standard error and an exit code. */
export async function runProgram(program: Program, words: readonly string[], context: Context): Promise<ExitCode> {
  try {
    return await dispatch(program, words, context);
  } catch (thrown) {
    const error = NexusError.from(thrown);
    context.stderr(`${error.line}\n`);
    return error.exitCode;
  }
}

async function dispatch(
  program: Program,
  [name = "", ...words]: readonly string[],
  context: Context,
): Promise<ExitCode> {
  if (name === "help") return dispatch(program, [...words.slice(0, 1), "--help"], context);
  const entry = Object.hasOwn(program.commands, name) ? program.commands[name] : undefined;
  if (entry === undefined) return withoutCommand(program, name, context);
  // Help needs the table alone, so a command imports what it works with when it runs.
  const { command } = await entry.load();
  const parser = commandParser(`${program.name} ${name}`, command).addHelpText("after", EXIT_CODE_HELP);
  const parsed = parseWords(parser, words, context);
  return parsed === undefined ? 0 : command.run(parsed.options, parsed.positionals, context);
}

/** Prints the help or the version. @throws NexusError for any other word */
async function withoutCommand(program: Program, word: string, context: Context): Promise<ExitCode> {
  const { packageVersion } = await import("../../base/package-root.js");
  const parser = programParser(program, packageVersion);
  parseWords(parser, [word || "--help"], context);
  return word === "" ? 2 : 0;
}
