import type { Content } from "../content.js";
import { isAuthored } from "../content-files.js";
import { agentBody } from "../example-bodies.js";
import type { Breach, Rule } from "../rule.js";

/**
 * Characters that a reader does not see and a model does, as ranges of code points. The variation selectors U+FE00 to
 * U+FE0F are left out: everyday emoji need them, and they hide nothing.
 */
const HIDDEN_RANGES: readonly (readonly [from: number, to: number])[] = [
  [0x0000, 0x0008], // controls, but for tab and line ends
  [0x000b, 0x000c],
  [0x000e, 0x001f],
  [0x007f, 0x009f],
  [0x00ad, 0x00ad], // soft hyphen
  [0x034f, 0x034f], // grapheme joiner
  [0x061c, 0x061c], // direction mark
  [0x115f, 0x1160], // fillers without width
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f], // zero width, direction marks
  [0x2028, 0x202e], // line separators, direction overrides
  [0x2060, 0x206f], // word joiner, invisible operators, isolates
  [0x2800, 0x2800], // a braille pattern without dots
  [0x3164, 0x3164],
  [0xfeff, 0xfeff], // byte order mark
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0x16fe4, 0x16fe4], // fillers of scripts and of music
  [0x1d159, 0x1d159],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff], // tags and further variation selectors: whole sentences fit in them
];

const HIDDEN = new RegExp(
  `[${HIDDEN_RANGES.map((range) => range.map((point) => `\\u{${point.toString(16)}}`).join("-")).join("")}]`,
  "gu",
);

/** Blanks of other widths: one between a figure and its unit is good typography, and several in a row are a message. */
const BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]{2,}/g;

/** Characters by number or name, as Markdown decodes them. */
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi;
const HIDDEN_NAMES = new Set(
  "shy lrm rlm zwj zwnj nobreak zerowidthspace negativemediumspace negativethickspace negativethinspace negativeverythinspace applyfunction af invisibletimes it invisiblecomma ic".split(
    " ",
  ),
);

export const textRules: readonly Rule[] = [
  {
    id: "text/hidden-character",
    level: "error",
    title:
      "Content holds no invisible characters: no byte order mark, zero-width or direction marks, blank letters, tag or control characters, nor entities that stand for them, nor runs of special blanks.",
    reason: "They carry text past a reviewer into a prompt, and break comparisons that look equal.",
    remedy: "Delete the character, or write a visible one.",
    bad: { "agents/helper/body.md": agentBody("You help\u200B.") },
    good: { "agents/helper/body.md": agentBody("You help: naïve, 40 °C.") },
    check: (content) =>
      lineBreaches(content, (line) => [
        ...[...line.matchAll(HIDDEN)].map(({ 0: character, index }) => hiddenMessage(character, index)),
        ...[...line.matchAll(BLANKS)].map(
          ({ 0: run, index }) => `${run.length} special blanks stand in a row from column ${index + 1}`,
        ),
        ...[...line.matchAll(ENTITY)].flatMap(hiddenEntity),
      ]),
  },
  {
    id: "text/line-end",
    level: "warning",
    title: "Lines end in LF.",
    reason:
      "Hashes are taken over LF, so CRLF changes nothing in the manifest; but a mixture makes every comparison noisy.",
    remedy: "Save with LF, or let .gitattributes say eol=lf.",
    bad: { "agents/helper/body.md": agentBody().replaceAll("\n", "\r\n") },
    good: { "agents/helper/body.md": agentBody("You help.\nAnd stop.") },
    check: (content) =>
      authoredTexts(content)
        .filter(([, text]) => text.includes("\r"))
        .map(([file, text]) => {
          const line = text.slice(0, text.indexOf("\r")).split("\n").length;
          return {
            file,
            line,
            message: /\r(?!\n)/.test(text) ? "a carriage return stands alone" : "lines end in CRLF",
          };
        }),
  },
  {
    id: "text/final-newline",
    level: "error",
    title: "A file ends in exactly one line end.",
    reason:
      "The hash of a body is taken over such an end; only then is it also the hash of the file as it lies on disk.",
    remedy: "End the last line with one line end and nothing behind it.",
    bad: { "agents/helper/body.md": agentBody().trimEnd() },
    good: { "agents/helper/body.md": agentBody() },
    check: (content) =>
      authoredTexts(content)
        .map(([file, text]) => [file, text.replaceAll("\r\n", "\n")] as const)
        .filter(([, text]) => text.trim() !== "" && text !== `${text.trimEnd()}\n`)
        .map(([file, text]) => ({
          file,
          line: text.trimEnd().split("\n").length,
          message: text.endsWith("\n") ? "blanks or empty lines follow the last line" : "the last line has no line end",
        })),
  },
  {
    id: "text/trailing-space",
    level: "warning",
    title: "No line ends in blanks.",
    reason:
      "Editors strip them unasked, and the hash changes with them; two of them are a hidden line break in Markdown.",
    remedy: "Remove the blanks.",
    bad: { "agents/helper/body.md": agentBody("You help. \nAnd stop.") },
    good: { "agents/helper/body.md": agentBody("You help.\nAnd stop.") },
    check: (content) =>
      lineBreaches(content, (line, isLast) =>
        !isLast && /[ \t]\r?$/.test(line) ? ["blanks stand at the end of the line"] : [],
      ),
  },
];

function hiddenMessage(character: string, index: number): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `the invisible character U+${code} stands in column ${index + 1}`;
}

function hiddenEntity({ 0: entity, 1: decimal, 2: hex, 3: name = "", index }: RegExpExecArray): readonly string[] {
  const digits = decimal ?? hex;
  const point = digits === undefined ? undefined : Number.parseInt(digits, decimal === undefined ? 16 : 10);
  const isHidden =
    point === undefined
      ? HIDDEN_NAMES.has(name.toLowerCase())
      : point <= 0x10ffff && String.fromCodePoint(point).search(HIDDEN) !== -1;
  return isHidden ? [`the entity ${entity} in column ${index + 1} stands for an invisible character`] : [];
}

function authoredTexts({ files }: Content): readonly (readonly [file: string, text: string])[] {
  return [...files.texts].filter(([file]) => isAuthored(file));
}

/** Asks about each line; `isLast` is the last line that holds anything, whose end belongs to another rule. */
function lineBreaches(content: Content, ask: (line: string, isLast: boolean) => readonly string[]): readonly Breach[] {
  return authoredTexts(content).flatMap(([file, text]) => {
    const lines = text.split("\n");
    const last = text.trimEnd().split("\n").length - 1;
    return lines.flatMap((line, index) =>
      ask(line, index >= last).map((message) => ({ file, line: index + 1, message })),
    );
  });
}
