import { markdownNodes } from "./markdown.js";

/** Kinds of Markdown that cannot hold code and are not worth the time. */
const CODE_ONLY = {
  disable: {
    null: [
      "autolink",
      "characterReference",
      "definition",
      "hardBreakEscape",
      "htmlFlow",
      "htmlText",
      "labelEnd",
      "labelStartImage",
      "labelStartLink",
    ],
  },
};

/** The parser searches the text once for each length of a run, so a very long run counts as a word. */
const LONG_RUN = /`{40,}/g;

/** Blanks out fenced blocks and code spans, and keeps offsets and line ends. */
export function maskCode(text: string): string {
  return masked(text, codeIn(text));
}

/** Blanks out code spans, and keeps offsets and line ends. */
export function maskSpans(text: string): string {
  const spans = codeIn(text).filter(({ isSpan }) => isSpan);
  return masked(text, spans);
}

interface Code {
  readonly start: number;
  readonly end: number;
  readonly isSpan: boolean;
}

/** An indented block is text here, because people indent prose in messages. Its code spans are code. */
function codeIn(text: string): readonly Code[] {
  if (!/`|~~~/.test(text)) return [];
  const readable = text.replace(LONG_RUN, asWord);
  return markdownNodes(readable, { extensions: [CODE_ONLY] }).flatMap(({ node, start, end }) => {
    if (node.type === "inlineCode") return [{ start, end, isSpan: true }];
    if (node.type !== "code") return [];
    if (/[`~]/.test(readable.charAt(start))) return [{ start, end, isSpan: false }];
    // With a word in place of its indentation, the block is a paragraph.
    const paragraph = readable.slice(start, end).replace(/^[> \t]+(?=\S)/gm, asWord);
    return codeIn(paragraph).map((code) => ({ ...code, start: start + code.start, end: start + code.end }));
  });
}

function asWord(part: string): string {
  return "x".repeat(part.length);
}

function masked(text: string, ranges: readonly Code[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    parts.push(text.slice(at, start), text.slice(start, end).replace(/[^\r\n]/g, " "));
    at = end;
  }
  return parts.join("") + text.slice(at);
}
