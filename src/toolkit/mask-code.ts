/**
 * Markdown with all code blanked out, offsets kept: fenced blocks, and code spans with their backticks. The rules are
 * those of CommonMark:
 *
 * - A fence is three or more backticks or tildes behind at most three blanks. It is closed by as many or more of the
 *   same, alone on a line; without that it runs to the end of the text, or of the quotation or list item that it
 *   stands in. Behind backticks that open a fence no further backtick stands on the line.
 * - A code span runs from backticks to the next run of just as many, within one block of lines. A backslash before a
 *   backtick takes its meaning, outside a span.
 */
export function maskCode(text: string): string {
  const lines = readLines(text);
  const ranges = [...lines.filter(({ isCode }) => isCode), ...paragraphs(lines).flatMap((part) => spans(text, part))];
  ranges.sort((a, b) => a.start - b.start);
  let masked = "";
  for (const { start, end } of ranges) {
    masked += text.slice(masked.length, start) + " ".repeat(end - start);
  }
  return masked + text.slice(masked.length);
}

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Line extends Range {
  readonly isCode: boolean;
  /** No code span runs into this line from the one before, or out of it. */
  readonly isBreak: boolean;
  /** A list item or a quotation begins here: no code span runs into the line. */
  readonly isStart: boolean;
}

/** What a block may stand in: a quotation, or a list item whose content is indented by so many columns. */
type Container = "quote" | number;

interface Fence {
  readonly run: string;
  /** How many containers it stands in; when one of them ends, so does the fence. */
  readonly depth: number;
}

/**
 * What stands at the end of a line, as a number of characters. All that is left of the line inside its containers is
 * compared with it, so that nothing is read again for each of them.
 */
interface Tail {
  readonly blanks: number;
  /** Nothing but blanks and one of the marks that make a rule. */
  readonly marks: number;
}

/** Deeper than anybody nests; without a limit a long line and many short ones take time with their product. */
const DEEPEST = 100;

const HEADING = /^ {0,3}#{1,6}(?: |$)/;
/** Where nothing but blanks and marks is left. */
const RULE = /^ {0,3}([-*_])(?: *\1){2}/;

function readLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  let containers: readonly Container[] = [];
  let fence: Fence | undefined;
  // Without the wider type the compiler takes the first value for the only one.
  let before = "other" as "paragraph" | "empty item" | "other";
  for (const { 0: line, index: start } of text.matchAll(/[^\r\n]+|(?<=^|\n)(?=\r?\n)/g)) {
    const end = start + line.length;
    const wide = line.replaceAll("\t", "    ");
    const tail = tailOf(wide);
    const inner = enter(wide, containers, tail);
    if (fence !== undefined && inner.depth >= fence.depth) {
      if (closes(inner.rest, fence)) fence = undefined;
      lines.push({ start, end, isCode: true, isBreak: false, isStart: false });
      before = "other";
      continue;
    }
    const isInside = inner.depth === containers.length;
    const opened = open(inner, isInside && before === "paragraph", tail);
    const isBlank = opened.rest.length <= tail.blanks;
    // An item without a first line ends at once when a blank line follows.
    const kept = isInside && isBlank && before === "empty item" ? inner.depth - 1 : inner.depth;
    containers = [...containers.slice(0, kept), ...opened.containers];
    const run = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(opened.rest)?.[1];
    fence = run === undefined ? undefined : { run, depth: containers.length };
    const isCode = fence !== undefined;
    const isUnderline = isInside && before === "paragraph" && /^ {0,3}(?:=+|-+) *$/.test(opened.rest);
    const isBreak = isBlank || isUnderline || HEADING.test(opened.rest) || isRule(opened.rest, tail);
    lines.push({ start, end, isCode, isBreak, isStart: opened.containers.length > 0 });
    const isEmptyItem = isBlank && typeof opened.containers.at(-1) === "number";
    before = isEmptyItem ? "empty item" : isCode || isBreak ? "other" : "paragraph";
  }
  return lines;
}

function tailOf(line: string): Tail {
  const blanks = line.length - line.trimEnd().length;
  const mark = line.at(-1 - blanks) ?? "";
  let from = line.length;
  while (from > 0 && (line[from - 1] === mark || line[from - 1] === " ")) from -= 1;
  return { blanks, marks: "-*_".includes(mark) ? line.length - from : 0 };
}

function isRule(rest: string, { marks }: Tail): boolean {
  return rest.length <= marks && RULE.test(rest);
}

/** The rest of a line inside the containers that it still belongs to, and how many they are. */
interface Inner {
  readonly rest: string;
  readonly depth: number;
}

function enter(line: string, containers: readonly Container[], tail: Tail): Inner {
  let rest = line;
  let depth = 0;
  for (const container of containers) {
    const inside = widthOf(container, rest, tail);
    if (inside === undefined) break;
    rest = rest.slice(inside);
    depth += 1;
  }
  return { rest, depth };
}

/** How much of a line belongs to a container; undefined where the line is outside it. */
function widthOf(container: Container, rest: string, { blanks }: Tail): number | undefined {
  if (container === "quote") return /^ {0,3}> ?/.exec(rest)?.[0].length;
  if (rest.length <= blanks) return 0;
  return /\S/.test(rest.slice(0, container)) ? undefined : container;
}

/**
 * The quotations and list items that begin at the head of a line, and what stands inside the last of them. In the
 * middle of a paragraph an item neither is empty nor counts from anything but 1.
 */
function open(
  { rest: line, depth }: Inner,
  isInParagraph: boolean,
  tail: Tail,
): { readonly rest: string; readonly containers: readonly Container[] } {
  const containers: Container[] = [];
  let rest = line;
  for (;;) {
    const quote = /^ {0,3}> ?/.exec(rest)?.[0];
    const item = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?: {1,4}(?=\S)| (?= {4})| *$)/.exec(rest)?.[0];
    const isText = isRule(rest, tail) || depth + containers.length >= DEEPEST;
    const marker = isText ? undefined : (quote ?? item);
    const interrupts = isInParagraph && containers.length === 0;
    const isNoItem = interrupts && quote === undefined && !/^ *(?:[-+*]|0*1[.)]) +\S/.test(rest);
    if (marker === undefined || isNoItem) return { rest, containers };
    rest = rest.slice(marker.length);
    // An item whose first line is empty is indented as if one blank followed its marker.
    const indent = rest.length <= tail.blanks ? marker.trimEnd().length + 1 : marker.length;
    containers.push(quote === undefined ? indent : "quote");
  }
}

function closes(line: string, { run }: Fence): boolean {
  const closing = /^ {0,3}(`{3,}|~{3,}) *$/.exec(line)?.[1];
  return closing !== undefined && closing[0] === run[0] && closing.length >= run.length;
}

/** Stretches of lines within which a code span may run. */
function paragraphs(lines: readonly Line[]): readonly Range[] {
  const found: { start: number; end: number }[] = [];
  let isOpen = false;
  for (const { start, end, isCode, isBreak, isStart } of lines) {
    if (isCode) {
      isOpen = false;
      continue;
    }
    const last = found.at(-1);
    if (isOpen && !isBreak && !isStart && last !== undefined) last.end = end;
    else found.push({ start, end });
    isOpen = !isBreak;
  }
  return found;
}

/** The code spans of a paragraph. */
function spans(text: string, { start, end }: Range): readonly Range[] {
  const found: Range[] = [];
  const runs = [...text.slice(start, end).matchAll(/`+/g)].map(({ 0: run, index }) => ({
    at: start + index,
    length: run.length,
  }));
  const places = new Map<number, number[]>();
  for (const [index, { length }] of runs.entries()) {
    const same = places.get(length);
    if (same === undefined) places.set(length, [index]);
    else same.push(index);
  }
  // Of each length, how many runs lie behind; no place is looked at twice.
  const passed = new Map<number, number>();
  const nextOf = (length: number, index: number): number | undefined => {
    const same = places.get(length) ?? [];
    let place = passed.get(length) ?? 0;
    while ((same[place] ?? index + 1) <= index) place += 1;
    passed.set(length, place);
    return same[place];
  };
  for (let index = 0; index < runs.length; index += 1) {
    const { at = 0, length = 0 } = runs[index] ?? {};
    // An escaped backtick is no part of the run that it leads.
    const escaped = isEscaped(text, at) ? 1 : 0;
    const next = nextOf(length - escaped, index);
    const closing = next === undefined ? undefined : runs[next];
    if (next === undefined || closing === undefined) continue;
    found.push({ start: at + escaped, end: closing.at + closing.length });
    index = next;
  }
  return found;
}

/** Whether a backslash takes its meaning from the character at this place. */
export function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text[from - 1] === "\\") from -= 1;
  return (at - from) % 2 === 1;
}
