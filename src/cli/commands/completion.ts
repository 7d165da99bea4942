import { completionScript, type Shell } from "../../base/completion.js";
import type { ExitCode } from "../../base/errors.js";
import { packageVersion } from "../../base/package-root.js";
import { type Command, defineCommand, type Program } from "../frame/command.js";
import { commandParser, programParser } from "../frame/parser.js";

/** The command that prints the completion of its own program. */
export function completionOf(program: Program): { readonly command: Command } {
  const command = defineCommand({
    description: `Prints a script for your shell that completes the commands and options of ${program.name}.`,
    positionals: ["<bash|zsh|fish>"],
    options: {},
    async run(_, [shell], { stdout }): Promise<ExitCode> {
      const commands = await Promise.all(
        Object.entries(program.commands).map(async ([name, { summary, load }]) =>
          commandParser(name, (await load()).command).summary(summary),
        ),
      );
      stdout(completionScript(shell as Shell, programParser(program, packageVersion, commands)));
      return 0;
    },
  });
  return { command };
}
