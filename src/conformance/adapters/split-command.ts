/** Splits a command into the words of an argument list, without a shell. */

import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { NexusError } from "../../base/errors.js";

/**
 * Blanks separate words. Single quotes keep everything as it is; double quotes keep blanks; a backslash keeps the next
 * character, and inside double quotes only `"` and `\`. Nothing else has a meaning: no variable, no pattern.
 * string-argv knows no backslash and accepts a quote that is never closed.
 * @throws NexusError NXC_ADAPTER_COMMAND
 */
export function splitCommand(command: string): readonly [string, ...string[]] {
  const fail = (reason: string) => NexusError.of("NXC_ADAPTER_COMMAND", { reason }, command);
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < command.length; at += 1) {
    const character = command.charAt(at);
    const next = command[at + 1];
    if (character === "\\" && quote !== "'" && (quote === undefined || next === '"' || next === "\\")) {
      if (next === undefined) throw fail("it ends with a backslash");
      word = (word ?? "") + next;
      at += 1;
    } else if (character === quote) {
      quote = undefined;
    } else if (quote === undefined && (character === "'" || character === '"')) {
      quote = character;
      word ??= "";
    } else if (quote === undefined && /\s/u.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + character;
    }
  }
  if (quote !== undefined) throw fail(`a ${quote} is not closed`);
  if (word !== undefined) words.push(word);
  const [program, ...rest] = words;
  if (program === undefined || program === "") throw fail("it names no program");
  return [program, ...rest];
}

/**
 * Adapts a command to another working folder: makes words that name an existing file absolute, and a program of an installed
 * package that npx would not find from there. Other programs without a slash are found by the search path.
 */
export function anchorCommand(words: readonly [string, ...string[]], folder: string): readonly [string, ...string[]] {
  const [program, ...rest] = throughNpx(words, folder) ?? words;
  const anchored = (word: string) => {
    const path = resolve(folder, word);
    return word !== "" && !isAbsolute(word) && existsSync(path) ? path : word;
  };
  return [/[\\/]/u.test(program) ? anchored(program) : program, ...rest.map(anchored)];
}

const NPX_FLAGS = ["--no", "--no-install", "--yes", "-y", "--"];

/** Replaces npx: from a folder outside the project, it would look for the package in the registry. */
function throughNpx([program, ...rest]: readonly [string, ...string[]], folder: string) {
  const start = rest.findIndex((word) => !NPX_FLAGS.includes(word));
  const name = rest[start];
  if (program !== "npx" || name === undefined || name.startsWith("-")) return undefined;
  for (let at = resolve(folder); ; at = dirname(at)) {
    const file = join(at, "node_modules/.bin", name);
    if (existsSync(file)) return [file, ...rest.slice(start + 1)] as const;
    if (at === dirname(at)) return undefined;
  }
}

/** Joins words into a text that {@link splitCommand} can split again. */
export function joinCommand(words: readonly string[]): string {
  const quoted = (word: string) =>
    /^[^\s'"\\]+$/u.test(word) ? word : `"${word.replaceAll(/["\\]/gu, (character) => `\\${character}`)}"`;
  return words.map(quoted).join(" ");
}
