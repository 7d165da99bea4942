/** What a command is: a table of options and a function that returns an exit code. */

import type { ExitCode } from "../base/errors.js";

export interface OptionSpec {
  readonly type: "text" | "integer" | "flag";
  /** How help names the value. */
  readonly value?: string;
  readonly description: string;
  /** May be given more than once. */
  readonly multiple?: true;
  readonly choices?: readonly string[];
  /** The choices are those that can be offered; the command itself refuses what is none. */
  readonly isOpen?: true;
  /** The value that the bare option stands for. */
  readonly bare?: string;
}

export type OptionTable = Readonly<Record<string, OptionSpec>>;

type ValueOf<Spec extends OptionSpec> = Spec["type"] extends "flag"
  ? true
  : Spec["type"] extends "integer"
    ? number
    : string;

export type OptionValues<Table extends OptionTable> = {
  readonly [Name in keyof Table]?: Table[Name]["multiple"] extends true
    ? readonly ValueOf<Table[Name]>[]
    : ValueOf<Table[Name]>;
};

/** The world as a command sees it. A command writes through it and never exits. */
export interface Context {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: boolean;
  /** All of standard input, for commands that are asked to read it. */
  readonly stdin: () => Promise<Buffer>;
  readonly stdout: (text: string) => unknown;
  readonly stderr: (text: string) => unknown;
}

export interface Command<Table extends OptionTable = OptionTable> {
  /** One line for the list of commands. */
  readonly summary: string;
  /** What follows the command's name. */
  readonly usage: string;
  /** Names of positional arguments, all optional. */
  readonly positionals: readonly string[];
  readonly options: Table;
  readonly run: (
    options: OptionValues<Table>,
    positionals: readonly string[],
    context: Context,
  ) => Promise<ExitCode> | ExitCode;
}

/** Keeps the types of a table together with the function that reads them. */
export function defineCommand<const Table extends OptionTable>(command: Command<Table>): Command {
  // A program holds commands of many tables; each is only ever called with values parsed by its own.
  return command as unknown as Command;
}

export interface Program {
  readonly name: string;
  readonly summary: string;
  readonly commands: Readonly<
    Record<string, { readonly summary: string; readonly load: () => Promise<{ readonly command: Command }> }>
  >;
}
