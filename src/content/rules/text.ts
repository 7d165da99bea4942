import type { Content } from "../read/content.js";
import { isAuthored } from "../read/content-files.js";
import { type BodyText, bodyTexts, breachIn } from "./body-text.js";
import { agentBody } from "./example-bodies.js";
import type { Breach, Rule } from "./rule.js";

/**
 * Characters that a model sees and a reader does not: those that Unicode calls ignorable, controls, and a few that
 * Unicode leaves out. The variation selectors U+FE00 to U+FE0F are allowed: everyday emoji need them, and they hide
 * nothing.
 */
const HIDDEN =
  /(?![\t\n\r]|[\u{fe00}-\u{fe0f}])[\p{Default_Ignorable_Code_Point}\p{Cc}\u{2028}\u{2029}\u{2800}\u{fff9}-\u{fffb}\u{16fe4}\u{1d159}]/gu;

/** Spaces of other widths. One before a unit is good typography; several in a row can hide a message. */
const BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]{2,}/g;

export const textRules: readonly Rule[] = [
  {
    id: "text/hidden-character",
    level: "error",
    title:
      "Content holds no invisible characters: no byte order mark, zero-width or direction marks, blank letters, tag or control characters, no entities for such characters, and no runs of special spaces.",
    reason: "They carry text past a reviewer into a prompt, and break comparisons that look equal.",
    remedy: "Delete the character, or write a visible one.",
    bad: { "agents/helper/body.md": agentBody("You help\u200B.") },
    good: { "agents/helper/body.md": agentBody("You help: naïve, 40 °C.") },
    check: (content) => [
      ...lineBreaches(content, hasHidden, (line) => [
        ...[...line.matchAll(HIDDEN)].map(({ 0: character, index }) => hiddenMessage(character, index)),
        ...[...line.matchAll(BLANKS)].map(
          ({ 0: run, index }) => `${run.length} special spaces in a row begin in column ${index + 1}`,
        ),
      ]),
      ...bodyTexts(content).flatMap(hiddenEntities),
    ],
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
            message: /\r(?!\n)/.test(text) ? "a carriage return has no line feed after it" : "lines end in CRLF",
          };
        }),
  },
  {
    id: "text/final-newline",
    level: "warning",
    title: "A file ends in exactly one line end.",
    reason: "The hash of a body is taken over such an end; only then is it also the hash of the file on disk.",
    remedy: "End the last line with one line end and nothing after it.",
    bad: { "agents/helper/body.md": agentBody().trimEnd() },
    good: { "agents/helper/body.md": agentBody() },
    check: (content) =>
      authoredTexts(content)
        .map(([file, text]) => [file, text.replaceAll("\r\n", "\n")] as const)
        .filter(([, text]) => text.trim() !== "" && text !== `${text.trimEnd()}\n`)
        .map(([file, text]) => ({
          file,
          line: text.trimEnd().split("\n").length,
          message: text.endsWith("\n") ? "spaces or empty lines follow the last line" : "the last line has no line end",
        })),
  },
  {
    id: "text/trailing-space",
    level: "warning",
    title: "No line ends in spaces or tabs.",
    reason: "Editors remove them unasked, which changes the hash; two spaces are a hidden line break in Markdown.",
    remedy: "Remove them.",
    bad: { "agents/helper/body.md": agentBody("You help. \nAnd stop.") },
    good: { "agents/helper/body.md": agentBody("You help.\nAnd stop.") },
    check: (content) =>
      lineBreaches(content, hasTrailing, (line, isLast) =>
        !isLast && /[ \t]\r?$/.test(line) ? ["the line ends in spaces or tabs"] : [],
      ),
  },
];

function hiddenMessage(character: string, index: number): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `the invisible character U+${code} is in column ${index + 1}`;
}

/** Markdown decodes characters that are written by number or name. */
function hiddenEntities(body: BodyText): readonly Breach[] {
  return [...body.nodes, ...body.promptNodes].flatMap(({ node, start, end }) => {
    if (node.type !== "text" || node.value.search(HIDDEN) === -1) return [];
    const written = body.text.slice(start, end);
    return written.search(HIDDEN) === -1
      ? [breachIn(body, start, `"${written}" holds an entity for an invisible character`)]
      : [];
  });
}

function authoredTexts({ files }: Content): readonly (readonly [file: string, text: string])[] {
  return [...files.texts].filter(([file]) => isAuthored(file));
}

const hasHidden = (text: string) => text.search(HIDDEN) !== -1 || text.search(BLANKS) !== -1;
const hasTrailing = (text: string) => /[ \t]\r?$/mu.test(text);

/**
 * Calls `ask` for each line of a text that has anything to find. `isLast` marks the last line with content: another rule
 * judges its end.
 */
function lineBreaches(
  content: Content,
  hasAny: (text: string) => boolean,
  ask: (line: string, isLast: boolean) => readonly string[],
): readonly Breach[] {
  return authoredTexts(content).flatMap(([file, text]) => {
    if (!hasAny(text)) return [];
    const lines = text.split("\n");
    const last = text.trimEnd().split("\n").length - 1;
    return lines.flatMap((line, index) =>
      ask(line, index >= last).map((message) => ({ file, line: index + 1, message })),
    );
  });
}
