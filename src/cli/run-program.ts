import { type ExitCode, NexusError } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";
import type { Context, Program } from "./command.js";

/** Runs one command of a program. Whatever goes wrong becomes one line on stderr and an exit code. */
export async function runProgram(program: Program, words: readonly string[], context: Context): Promise<ExitCode> {
  try {
    return await dispatch(program, words, context);
  } catch (thrown) {
    const error = NexusError.from(thrown);
    context.stderr(`${error.line}\n`);
    return error.exitCode;
  }
}

async function dispatch(program: Program, [name, ...words]: readonly string[], context: Context): Promise<ExitCode> {
  if (name === undefined || name === "--help" || name === "help") {
    const { programHelp } = await import("./help.js");
    context.stdout(programHelp(program));
    return name === undefined ? 2 : 0;
  }
  if (name === "--version") {
    const { packageVersion } = await import("../base/package-root.js");
    context.stdout(`${packageVersion}\n`);
    return 0;
  }
  const entry = Object.hasOwn(program.commands, name) ? program.commands[name] : undefined;
  if (entry === undefined) {
    const hint = didYouMean(name, Object.keys(program.commands));
    throw name.startsWith("-")
      ? NexusError.of("NXC_USAGE_UNKNOWN_FLAG", { flag: name, program: program.name, hint })
      : NexusError.of("NXC_USAGE_UNKNOWN_COMMAND", { command: name, program: program.name, hint });
  }
  const { command } = await entry.load();
  if (words.includes("--help")) {
    const { commandHelp } = await import("./help.js");
    context.stdout(commandHelp(program.name, name, command));
    return 0;
  }
  const { parseOptions } = await import("./parse-options.js");
  const { options, positionals } = parseOptions(command, words, `${program.name} ${name}`);
  return command.run(options, positionals, context);
}
