/** Commander, set up from our tables: it reads the words of a command line and writes the help. */

import { Argument, Command as CommanderCommand, CommanderError, type ErrorOptions, Option } from "commander";
import { NexusError } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";
import type { Command, Context, OptionSpec, OptionTable, OptionValues, Program } from "./command.js";
import { noChoice, usageError } from "./usage-error.js";

export const EXIT_CODES = [
  ["0", "conforms, conforms as judged (1 with --strict), or the check found nothing"],
  ["1", "findings: a requirement is violated, drift"],
  ["2", "wrong invocation or configuration, or nothing was judged"],
  ["3", "the adapter or the kit itself failed"],
] as const;

/** For the help of every command of our programs. */
export const EXIT_CODE_HELP = `\nExit codes:\n${EXIT_CODES.map(([code, meaning]) => `  ${code}  ${meaning}`).join("\n")}`;

/** @param name how help and messages call the command, for example `nexus-conformance run` */
export function commandParser(name: string, { description, positionals, options }: Command): Parser {
  const parser = newParser(name).description(description);
  for (const positional of positionals) parser.addArgument(argumentOf(positional, name));
  for (const [option, spec] of Object.entries(options)) parser.addOption(optionOf(option, spec));
  return parser;
}

/**
 * The parser of what comes without a command: `--help`, `--version`, and mistakes.
 * @param commands with their options, for completion; help of the program needs their summaries alone
 */
export function programParser(
  program: Program,
  version: string,
  commands: readonly Parser[] = summariesOf(program),
): Parser {
  const { name, description } = program;
  const parser = newParser(name)
    .description(description)
    .version(version, "--version", "print the version")
    .helpCommand(false)
    .addHelpText("after", `\nRun ${name} COMMAND --help for the options of a command.`);
  for (const command of commands) parser.addCommand(command);
  return parser;
}

function summariesOf({ commands }: Program): readonly Parser[] {
  return Object.entries(commands).map(([name, { summary }]) => newParser(name).summary(summary));
}

class Parser extends CommanderCommand {
  override error(message: string, options: ErrorOptions = {}): never {
    throw usageError(message, options, this);
  }
}

function newParser(name: string): Parser {
  return new Parser(name)
    .helpOption("--help", "print this")
    .showSuggestionAfterError(false)
    .allowExcessArguments()
    .exitOverride()
    .configureHelp({ optionTerm: ({ flags }) => flags.replace(/[<>]/gu, "") });
}

function argumentOf(positional: string, program: string): Argument {
  const argument = new Argument(positional);
  const words = argument.name().split("|");
  if (words.length === 1) return argument;
  return argument.choices(words).argParser((word) => {
    if (words.includes(word)) return word;
    const problem = `"${word}" is not one of ${words.join(", ")}`;
    throw NexusError.of("NXC_USAGE_ARGUMENT", { problem, hint: didYouMean(word, words), program });
  });
}

function optionOf(name: string, spec: OptionSpec): Option {
  const { type, value = "VALUE", description, multiple, choices, bare } = spec;
  const form = type === "flag" ? "" : bare === undefined ? ` <${value}>` : ` [${value}]`;
  const option = new Option(`--${name}${form}`, multiple === true ? `${description}; repeatable` : description);
  // In our tables --no-color is an option like any other; commander would make it the opposite of --color.
  option.negate = false;
  if (choices !== undefined) option.choices(choices);
  if (bare !== undefined) option.preset(bare);
  if (type === "flag") return option;
  return option.argParser<unknown>((text, before) => {
    if (spec.isOnce === true && before !== undefined) {
      throw NexusError.of("NXC_USAGE_FLAG_VALUE", {
        flag: `--${name}`,
        problem: "is given twice",
        expected: `--${name} ${value} once in each call`,
      });
    }
    const read = readValue(`--${name}`, spec, text);
    return multiple === true ? [...((before as readonly unknown[] | undefined) ?? []), read] : read;
  });
}

function readValue(flag: string, spec: OptionSpec, text: string): unknown {
  const { type, value = "VALUE", choices, isOpen, min = 1 } = spec;
  const fail = (problem: string) =>
    NexusError.of("NXC_USAGE_FLAG_VALUE", { flag, problem, expected: `${flag} ${value}` });
  if (text === "" || text.startsWith("--")) throw fail("needs a value");
  if (choices !== undefined && isOpen === undefined && !choices.includes(text)) throw fail(noChoice(text, choices));
  if (type === "text") return text;
  if (!/^(?:0|[1-9]\d{0,8})$/u.test(text) || Number(text) < min) {
    throw fail(`cannot be "${text}": it is a whole number from ${min}`);
  }
  return Number(text);
}

export interface ParsedWords {
  readonly options: OptionValues<OptionTable>;
  /** The type of each follows from the table of its command. */
  readonly positionals: readonly (string | undefined)[];
}

/**
 * @returns undefined when the words asked for help or for the version, which is printed by then
 * @throws NexusError NXC_USAGE_… for words that the parser does not accept
 */
export function parseWords(parser: Parser, words: readonly string[], { stdout }: Context): ParsedWords | undefined {
  parser.configureOutput({ writeOut: stdout, writeErr: () => undefined });
  try {
    parser.parse(words, { from: "user" });
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    if (thrown.exitCode === 0) return undefined;
    throw NexusError.of("NXC_USAGE_MISSING_ARGUMENT", { argument: "COMMAND", program: parser.name() });
  }
  const { args, registeredArguments, processedArgs } = parser;
  const extra = args[registeredArguments.length];
  if (extra !== undefined && registeredArguments.at(-1)?.variadic !== true)
    throw NexusError.of("NXC_USAGE_EXTRA_ARGUMENT", { argument: extra, program: parser.name() });
  const given = parser.opts<Record<string, unknown>>();
  const options = parser.options.flatMap((option) => {
    const value = given[option.attributeName()];
    return value === undefined ? [] : [[option.name(), value] as const];
  });
  return {
    options: Object.fromEntries(options) as ParsedWords["options"],
    positionals: processedArgs as ParsedWords["positionals"],
  };
}
