/** What a command is: a table of options and a function that returns an exit code. */

import type { ExitCode } from "../../base/errors.js";

export interface OptionSpec {
  readonly type: "text" | "integer" | "flag";
  /** The smallest integer. Default: 1. */
  readonly min?: 0;
  /** How help names the value. */
  readonly value?: string;
  readonly description: string;
  /** May be given more than once. */
  readonly multiple?: true;
  /** Refused when given twice. Otherwise the last one counts, so that a script can have defaults. */
  readonly isOnce?: true;
  readonly choices?: readonly string[];
  /** The choices are suggestions: the command accepts other values too, and checks them itself. */
  readonly isOpen?: true;
  /** The value of the option when it is given without one. */
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

/** `<FILE>` must be given, `[DIR]` may be, `<FILE...>` is one or more; `[cases|requirements]` is one of two words. */
type Positional = `<${string}>` | `[${string}]`;

type PositionalValues<Positionals extends readonly Positional[]> = {
  readonly [Index in keyof Positionals]: Positionals[Index] extends `<${string}...>`
    ? readonly string[]
    : Positionals[Index] extends `<${string}`
      ? string
      : string | undefined;
};

/** The world as a command sees it. A command writes through it and never exits. */
export interface Context {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: boolean;
  /** All of standard input, for commands that read it. */
  readonly stdin: () => Promise<Buffer>;
  /** Asks the user for a line; undefined when the input or the output is not a terminal. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  readonly stdout: (text: string) => unknown;
  readonly stderr: (text: string) => unknown;
}

export interface Command<
  Table extends OptionTable = OptionTable,
  Positionals extends readonly Positional[] = readonly Positional[],
> {
  readonly description: string;
  readonly positionals: Positionals;
  readonly options: Table;
  readonly run: (
    options: OptionValues<Table>,
    positionals: PositionalValues<Positionals>,
    context: Context,
  ) => Promise<ExitCode> | ExitCode;
}

/** Keeps the types of a table together with the function that reads them. */
export function defineCommand<const Table extends OptionTable, const Positionals extends readonly Positional[]>(
  command: Command<Table, Positionals>,
): Command {
  // A program holds commands of many tables. Each is only called with values that its own table has parsed.
  return command as unknown as Command;
}

export interface Program {
  readonly name: string;
  readonly description: string;
  readonly commands: Readonly<
    Record<
      string,
      {
        /** One line for the list of commands. */
        readonly summary: string;
        readonly load: () => Promise<{ readonly command: Command }>;
      }
    >
  >;
}
