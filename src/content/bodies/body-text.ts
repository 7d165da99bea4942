import type { Body, Content, DefinitionKind } from "../content.js";
import { definitionsOf, idOf } from "../content.js";
import { type Fence, fencesOf } from "../fences.js";
import { withLf } from "../hash-text.js";
import { parseMacros } from "../macros.js";
import type { Breach } from "../rule.js";
import { positionsIn } from "../text-position.js";

/** A piece of a text with the place where it starts. */
export interface Piece {
  readonly text: string;
  readonly offset: number;
}

/** What stands below a heading, up to the next one. */
export interface Section extends Piece {
  readonly title: string;
  readonly depth: number;
  /** Where the heading itself starts. */
  readonly heading: number;
  /** Offset behind the last character. */
  readonly end: number;
}

/** A body as the rules about wording look at it. */
export interface BodyText {
  readonly kind: DefinitionKind;
  readonly id: string;
  readonly file: string;
  /** With LF line ends. */
  readonly text: string;
  /** The text with macros and code fences blanked out, so that offsets and lines stay those of the text. */
  readonly prose: string;
  readonly fences: readonly Fence[];
  readonly sections: readonly Section[];
  /** Paragraphs, list items and table rows of the prose, without headings. */
  readonly blocks: readonly Piece[];
  readonly lineAt: (offset: number) => number;
}

/**
 * What is longer is looked at in parts. Rules look back from each place of a sentence and across a block, and no person
 * writes as much in one: without a bound a line of 300 KB would take hours.
 */
export const LONGEST_BLOCK = 4_000;
export const LONGEST_SENTENCE = 1_000;

const known = new WeakMap<Body, BodyText>();

/** Every body that says something. One that is empty has a rule of its own. */
export function bodyTexts(content: Content, kind?: DefinitionKind): readonly BodyText[] {
  return definitionsOf(content).flatMap((definition) => {
    const { body } = definition;
    if (body === undefined || body.text.trim() === "" || (kind !== undefined && kind !== definition.kind)) return [];
    let view = known.get(body);
    if (view === undefined) {
      view = readBody(body, definition.kind, idOf(definition));
      known.set(body, view);
    }
    return [view];
  });
}

/** A breach at a place of a body. */
export function breachIn({ file, lineAt }: BodyText, offset: number, message: string, hint = ""): Breach {
  return { file, line: lineAt(offset), message, hint };
}

/** The section of this title, if the body has it. */
export function sectionOf({ sections }: BodyText, title: string): Section | undefined {
  return sections.find((section) => section.title === title);
}

/** The blocks that lie in the section of this title. */
export function blocksIn(body: BodyText, title: string): readonly Piece[] {
  const section = sectionOf(body, title);
  if (section === undefined) return [];
  return body.blocks.filter(({ offset }) => offset >= section.offset && offset < section.end);
}

function readBody(body: Body, kind: DefinitionKind, id: string): BodyText {
  const text = withLf(body.text);
  const fences = fencesOf(text);
  const macros = text === body.text ? body.macros.macros : parseMacros(text).macros;
  const prose = blank(text, [
    ...macros.map(({ start, end }) => [start, end] as const),
    ...fences.map(({ open, end, close = end }) => [open, close] as const),
  ]);
  const { sections, blocks } = readProse(prose);
  const positionOf = positionsIn(text);
  return { kind, id, file: body.file, text, prose, fences, sections, blocks, lineAt: (at) => positionOf(at).line };
}

/** The text with these ranges turned to blanks, line ends apart. */
export function blank(text: string, ranges: readonly (readonly [start: number, end: number])[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const [start, end] of [...ranges].sort(([one], [other]) => one - other)) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    parts.push(text.slice(at, from), text.slice(from, end).replace(/[^\n]/g, " "));
    at = end;
  }
  return [...parts, text.slice(at)].join("");
}

/** A heading behind at most three blanks, as CommonMark has it. */
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;

/** The title of a heading without the number signs that may close it. */
function withoutClosing(title: string): string {
  let end = title.length;
  while (end > 0 && /[# \t]/.test(title[end - 1] ?? "")) end -= 1;
  return title.slice(0, end);
}

/** What a line of = or - makes of the paragraph in front of it; below a row of a table or beside an item it is a rule. */
function underlineOf(paragraph: string, line: string): { readonly title: string; readonly depth: number } | undefined {
  const [, blanks = "", sign] = /^( {0,3})(=|-)\2*[ \t]*$/.exec(line) ?? [];
  const isItem = /^\s*(?:[-*+]|\d+[.)])\s/.test(paragraph);
  if (sign === undefined || /^\s*[|>]/.test(paragraph) || (isItem && blanks.length < 2)) return undefined;
  return { title: onOneLine(paragraph), depth: sign === "=" ? 1 : 2 };
}

function readProse(prose: string): { readonly sections: readonly Section[]; readonly blocks: readonly Piece[] } {
  const sections: Section[] = [];
  const blocks: Piece[] = [];
  let open: { start: number; end: number } | undefined;
  // Front matter has a rule of its own, and its last line underlines nothing.
  const front = /^---[ \t]*\n[\s\S]*?\n---[ \t]*(?:\n|$)/.exec(prose)?.[0].length ?? 0;
  const close = () => {
    if (open !== undefined) {
      blocks.push(...cutPieces({ text: prose.slice(open.start, open.end), offset: open.start }, LONGEST_BLOCK));
    }
    open = undefined;
  };
  for (const { text: line, offset } of linesOf(prose)) {
    const heading = HEADING.exec(line.trimEnd());
    const underline =
      open === undefined || offset < front ? undefined : underlineOf(prose.slice(open.start, open.end), line);
    if (heading !== null) {
      close();
      const [, marks = "", written = ""] = heading;
      const title = withoutClosing(written.trim());
      sections.push({ title, depth: marks.length, heading: offset, offset: offset + line.length, end: 0, text: "" });
    } else if (open !== undefined && underline !== undefined) {
      const { title, depth } = underline;
      sections.push({ title, depth, heading: open.start, offset: offset + line.length, end: 0, text: "" });
      open = undefined;
    } else if (line.trim() === "") close();
    else {
      if (/^\s*(?:[-*+]|\d+[.)])\s|^\s*\|/.test(line)) close();
      open = { start: open?.start ?? offset, end: offset + line.length };
    }
  }
  close();
  return {
    blocks,
    sections: sections.map((section, index) => {
      const end = sections[index + 1]?.heading ?? prose.length;
      return { ...section, end, text: prose.slice(section.offset, end) };
    }),
  };
}

/** The lines of a text without their ends. */
export function linesOf(text: string): readonly Piece[] {
  let offset = 0;
  return text.split("\n").map((line) => {
    const piece = { text: line, offset };
    offset += line.length + 1;
    return piece;
  });
}

/** The sentences of a block. Text in brackets or back-ticks may hold a full stop; a blank and a new start must follow it. */
export function sentencesOf({ text, offset }: Piece): readonly Piece[] {
  const sentences: Piece[] = [];
  let start = 0;
  for (const { index, 0: gap } of text.matchAll(/(?<=[.!?]["')`*]{0,6})\s+(?=["'(`*[]{0,6}[A-Z0-9])/g)) {
    sentences.push({ text: text.slice(start, index), offset: offset + start });
    start = index + gap.length;
  }
  return [...sentences, { text: text.slice(start), offset: offset + start }].flatMap((each) =>
    cutPieces(each, LONGEST_SENTENCE),
  );
}

/** A text without line ends and the blanks around them. */
export function onOneLine(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
}

/** Parts of at most so many characters, each but the last up to a blank where there is one. */
function cutPieces({ text, offset }: Piece, longest: number): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  while (text.length - start > longest) {
    const blank = text.lastIndexOf(" ", start + longest);
    const end = blank > start ? blank : start + longest;
    pieces.push({ text: text.slice(start, end), offset: offset + start });
    start = end;
  }
  return [...pieces, { text: text.slice(start), offset: offset + start }];
}

/** Blanks out code spans and quotations: what is quoted is shown, not said. */
export function unquoted(text: string): string {
  return text.replace(/`[^`\n]*`|"[^"\n]*"/g, (quoted) => quoted.replace(/[^\n]/g, " "));
}

/** Blanks out quotations alone: what a text or a person says is no order of the body. */
export function withoutSpeech(text: string): string {
  return text.replace(/"[^"\n]*"/g, (quoted) => quoted.replace(/[^\n]/g, " "));
}

/** Words as a person counts them: what stands between blanks. */
export function wordCount(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
