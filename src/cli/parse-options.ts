import { parseArgs } from "node:util";
import { NexusError } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";
import type { Command, OptionSpec, OptionValues } from "./command.js";

export interface ParsedArguments {
  readonly options: OptionValues<Record<string, OptionSpec>>;
  readonly positionals: readonly string[];
}

/**
 * Reads the words after a command's name by its table.
 * @param program how messages call the command, for example `nexus-conformance run`
 * @throws NexusError NXC_USAGE_UNKNOWN_FLAG, NXC_USAGE_FLAG_VALUE or NXC_USAGE_EXTRA_ARGUMENT
 */
export function parseOptions(command: Command, words: readonly string[], program: string): ParsedArguments {
  const { tokens } = parseArgs({
    args: words.flatMap((word, index) => withBareValue(word, words[index + 1], command)),
    options: Object.fromEntries(
      Object.entries(command.options).map(([name, spec]) => [
        name,
        { type: spec.type === "flag" ? "boolean" : "string" },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const options: Record<string, unknown> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") {
      if (positionals.length === command.positionals.length) {
        throw NexusError.of("NXC_USAGE_EXTRA_ARGUMENT", { argument: token.value, program });
      }
      positionals.push(token.value);
    } else if (token.kind === "option") {
      const spec = command.options[token.name];
      if (spec === undefined) throw unknownFlag(token.rawName, command, program);
      const value = readValue(token.rawName, spec, token.value);
      options[token.name] =
        spec.multiple === true ? [...((options[token.name] as unknown[] | undefined) ?? []), value] : value;
    }
  }
  return { options: options as ParsedArguments["options"], positionals };
}

/** `--bail` alone, `--bail 3` and `--bail=3` mean what they look like. */
function withBareValue(word: string, next: string | undefined, command: Command): string[] {
  const bare = word.startsWith("--") ? command.options[word.slice(2)]?.bare : undefined;
  return bare === undefined || /^\d+$/u.test(next ?? "") ? [word] : [`${word}=${bare}`];
}

function unknownFlag(flag: string, command: Command, program: string): NexusError {
  const known = [...Object.keys(command.options), "help"].map((name) => `--${name}`);
  return NexusError.of("NXC_USAGE_UNKNOWN_FLAG", { flag, program, hint: didYouMean(flag, known) });
}

function readValue(flag: string, spec: OptionSpec, value: string | undefined): unknown {
  const expected = spec.type === "flag" ? flag : `${flag} ${spec.value ?? "VALUE"}`;
  const fail = (problem: string) => NexusError.of("NXC_USAGE_FLAG_VALUE", { flag, problem, expected });
  if (spec.type === "flag") {
    if (value !== undefined) throw fail("takes no value");
    return true;
  }
  if (value === undefined || value === "" || value.startsWith("--")) throw fail("needs a value");
  if (spec.choices !== undefined && spec.isOpen === undefined && !spec.choices.includes(value)) {
    throw fail(noChoice(value, spec.choices));
  }
  if (spec.type === "text") return value;
  if (!/^[1-9]\d{0,8}$/u.test(value)) throw fail(`cannot be "${value}": it is a whole number from 1`);
  return Number(value);
}

/** Why a value is refused that is none of the choices. */
export function noChoice(value: string, choices: readonly string[]): string {
  return `cannot be "${value}": ${didYouMean(value, choices)}it is one of ${choices.join(", ")}`;
}

/** The words that parse into these options again. */
export function wordsOf(options: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(options).flatMap(([name, value]) =>
    [value].flat().map((each) => (each === true ? `--${name}` : `--${name}=${String(each)}`)),
  );
}
