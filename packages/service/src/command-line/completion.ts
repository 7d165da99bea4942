import { Argument } from "commander";
import type { Shell } from "nexus-core/completion";
import type { CommandLine } from "./command-line.js";
import type { ExitCode } from "./refused.js";

const SHELLS = ["bash", "zsh", "fish"] as const satisfies readonly Shell[];

/** Gives a program the command that prints its completion for a shell. */
export function addCompletion(program: CommandLine): void {
  program
    .command("completion")
    .description("print a script that completes commands and options in your shell")
    .addArgument(new Argument("<shell>").choices(SHELLS))
    .runs(async (shell: Shell): Promise<ExitCode> => {
      const { completionScript } = await import("nexus-core/completion");
      process.stdout.write(completionScript(shell, program));
      return 0;
    });
}
