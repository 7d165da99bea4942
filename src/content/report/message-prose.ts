/** The sentences of a message, without what it only quotes. Offsets stay those of the message. */

import { fencesOf } from "../fences.js";

/**
 * The text around a report with its code and quotations blanked out: fenced blocks, code spans, lines of a quotation,
 * and what stands in quotation marks on one line. Whoever quotes a word does not say it.
 * @param range where the report stands
 */
export function proseOf(message: string, range: { readonly start: number; readonly end: number }): string {
  const fences = fencesOf(message).map(({ open, end, close }) => ({ start: open, end: close ?? end }));
  let prose = "";
  // Where the message as a whole is the report, nothing else is prose.
  for (const { start, end } of range.end === message.length && range.start === 0 ? [range] : fences) {
    prose += message.slice(prose.length, start) + message.slice(start, end).replaceAll(/[^\n]/g, " ");
  }
  prose += message.slice(prose.length);
  return withoutQuotations(prose.replaceAll(/^ {0,3}>[^\n]*/gm, (line) => " ".repeat(line.length)));
}

/** A line of text with its code spans and quotations blanked out. */
export function withoutQuotations(text: string): string {
  const blank = (quoted: string) => " ".repeat(quoted.length);
  return text
    .replaceAll(/(?<!`)(`+)(?!`)[^`\n]*\1(?!`)/g, blank)
    .replaceAll(/"[^"\n]*"|“[^“”\n]*”|«[^«»\n]*»|„[^„“”\n]*[“”]/g, blank)
    .replaceAll(/(?<![\p{L}\p{N}])['‘][^'‘’\n]*['’](?![\p{L}\p{N}])/gu, blank);
}
