import { type ExitCode, NexusError } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";
import { type Command, defineCommand, type Program } from "../command.js";
import { COMPLETIONS } from "../completion.js";

const SHELLS = Object.keys(COMPLETIONS);

/** The command that prints the completion of the program that it is a part of. */
export function completionOf(program: Program): { readonly command: Command } {
  const command = defineCommand({
    summary: `Prints a script for your shell that completes the commands and options of ${program.name}.`,
    usage: SHELLS.join("|"),
    positionals: [SHELLS.join("|")],
    options: {},
    async run(_, [shell = ""], { stdout }): Promise<ExitCode> {
      const write = Object.hasOwn(COMPLETIONS, shell) ? COMPLETIONS[shell] : undefined;
      if (write === undefined) {
        const problem = shell === "" ? "no shell was named" : `there is no completion for "${shell}"`;
        const params = { problem, hint: didYouMean(shell, SHELLS), program: `${program.name} completion` };
        throw NexusError.of("NXC_USAGE_ARGUMENT", params);
      }
      const commands = await Promise.all(
        Object.entries(program.commands).map(async ([name, entry]) => ({
          name,
          summary: entry.summary,
          command: (await entry.load()).command,
        })),
      );
      stdout(write(program.name, commands));
      return 0;
    },
  });
  return { command };
}
