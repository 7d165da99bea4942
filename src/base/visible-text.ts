/**
 * Makes text of unknown origin safe to print. A message, a name or a file may contain characters that move the cursor
 * of a terminal, reverse the direction of writing or hide their neighbours, and lines that a CI system runs as
 * commands. Here they become text that a reader sees.
 *
 * An escaped character is written as `\u{202e}`, and a line break, a tab and a carriage return as `\n`, `\t` and `\r`.
 * Backslashes of the text are not doubled: paths and patterns stay readable, and a text that is escaped twice does not
 * change. So the text `\n` and a real line break look the same; the JSON report tells them apart.
 */

/**
 * What is escaped: control and format characters, line and paragraph separators, lone surrogates, characters that take
 * no room, and code points that are no characters.
 *
 * Two of them stay where they only choose how a picture that everybody sees is drawn: a variation selector right after
 * an emoji, and the joiner between two emoji. They hide nothing there and join no letters.
 */
const UNSEEN =
  /(?!(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic}))[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/** Most texts are plain. Looking for what is hidden takes a hundred times longer than seeing that nothing can be. */
const PLAIN = /^[ -~]*$/u;

/**
 * GitHub runs `::error::` at the start of a line, also behind blanks. It runs `##[error]` anywhere in a line, as Azure
 * Pipelines does with `##vso[…]` and TeamCity with `##teamcity[…]`.
 */
const COMMAND_AT_START = /^([^\S\n]*):(?=:)/gmu;
const COMMAND_ANYWHERE = /##(?=\w*\[)/gu;

const SHORT_FORMS: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * The text with its own lines and tabs, for a place where it may have several lines.
 * @returns the same text where it is harmless
 */
export function visible(text: string): string {
  return withoutCommands(
    text.replace(UNSEEN, (character) => (character === "\n" || character === "\t" ? character : shown(character))),
  );
}

/** The text in one line, for all other places: no text that is put into a line can begin a new one. */
export function visibleLine(text: string): string {
  return withoutCommands(PLAIN.test(text) ? text : text.replace(UNSEEN, shown));
}

/** Each text in a line of its own, which ends in a line end; empty for none. */
export function visibleLines(texts: readonly string[]): string {
  return texts.map((text) => `${visibleLine(text)}\n`).join("");
}

/**
 * A value as JSON text that is safe to print and means the same to a program: what is hidden is written as `\u202e`.
 * @param indent blanks for each level; without it the text is one line
 * @returns `null` for what JSON cannot carry, such as undefined
 */
export function visibleJson(value: unknown, indent?: number): string {
  return (JSON.stringify(value, null, indent) ?? "null")
    .replace(UNSEEN, (character) => (character === "\n" ? character : inJson(character)))
    .replace(COMMAND_ANYWHERE, `${inJson("#")}#`);
}

function withoutCommands(text: string): string {
  return text.replace(COMMAND_AT_START, `$1${shown(":")}`).replace(COMMAND_ANYWHERE, `${shown("#")}#`);
}

function shown(character: string): string {
  return SHORT_FORMS[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** JSON names the two halves of a character beyond U+FFFF. */
function inJson(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }).join("");
}
