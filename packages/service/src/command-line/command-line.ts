/** The frame of a program: what its command line accepts, how it refuses, and how it ends. */

import { Console } from "node:console";
import { Command, CommanderError, type ErrorOptions } from "commander";
import { didYouMean } from "nexus-core/base";
import { noteOf } from "../process/note.js";
import { type ExitCode, Refused } from "./refused.js";
import { reportFailure } from "./report-failure.js";

export class CommandLine extends Command {
  private exitCode: ExitCode = 0;

  constructor(name?: string) {
    super(name);
    this.helpOption("--help", "print this")
      .showSuggestionAfterError(false)
      .allowExcessArguments(false)
      .exitOverride()
      .configureHelp({ optionTerm: ({ flags }) => flags.replace(/[<>]/gu, "") });
  }

  /** Makes the commands of a program, which refuse in the same way. */
  override createCommand(name?: string): CommandLine {
    return new CommandLine(name);
  }

  /**
   * @param run gets the arguments, then the options. It imports what it works with, so that help does not wait for it.
   */
  runs<Given extends readonly unknown[]>(run: (...given: Given) => ExitCode | Promise<ExitCode>): this {
    return this.action(async (...given: unknown[]) => {
      this.program.exitCode = await run(...(given as unknown as Given));
    });
  }

  /** Commander calls this for everything that it refuses. */
  override error(message: string, { code }: ErrorOptions = {}): never {
    throw new Refused(2, `${this.refusalOf(message, code)} See ${this.path} --help.`);
  }

  private refusalOf(message: string, code: string | undefined): string {
    // Commander passes on what it refuses in its message alone.
    const [, refused = ""] = /'(.*)'/su.exec(message) ?? [];
    if (code === "commander.unknownOption") {
      const [flag = ""] = refused.split("=", 1);
      const options = this.createHelp().visibleOptions(this);
      const known = options.flatMap(({ long }) => long ?? []);
      if (known.includes(flag)) return `option "${flag}" takes no value.`;
      return `unknown option "${flag}". ${didYouMean(flag, known)}`.trimEnd();
    }
    if (code === "commander.unknownCommand") {
      const known = this.commands.map((command) => command.name());
      return `unknown command "${refused}". ${didYouMean(refused, known)}`.trimEnd();
    }
    return message
      .replace(/^error: /u, "")
      .replace(/^command-argument value '(.*)' is invalid for argument '(.*)'\./su, '"$1" is not a valid $2.')
      .replace(/'(--[^']*)' argument '(.*)' is invalid/su, "'$1' cannot be \"$2\"")
      .replace(/'(--[^']*)'/u, (_, flags: string) => `"${flags.replace(/[<>]/gu, "")}"`)
      .replace(/[^.?]$/u, "$&.");
  }

  /**
   * Runs the program with these words. What it refuses, and what fails in it, becomes one line on standard error.
   * @returns its exit code
   */
  async run(words: readonly string[]): Promise<ExitCode> {
    try {
      await this.parseAsync(words, { from: "user" });
      return this.exitCode;
    } catch (thrown) {
      // Commander has printed the help or the version; it prints the help for a missing command too.
      if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
      return reportFailure(thrown, noteOf(this.name()));
    }
  }

  /** As it is typed: the names of the program and of its command. */
  private get path(): string {
    return this.parent instanceof CommandLine ? `${this.parent.path} ${this.name()}` : this.name();
  }

  private get program(): CommandLine {
    return this.parent instanceof CommandLine ? this.parent.program : this;
  }
}

/**
 * Runs a program as this process. It sets the exit code and leaves the end to Node, so that everything under way is
 * finished first.
 */
export async function runMain(program: CommandLine, words: readonly string[]): Promise<void> {
  // Standard output may carry a protocol. What libraries print belongs to standard error.
  globalThis.console = new Console(process.stderr);
  process.exitCode = await program.run(words);
}
