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

function readLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  let containers: readonly Container[] = [];
  let fence: Fence | undefined;
  for (const { 0: line, index: start } of text.matchAll(/[^\r\n]+|(?<=^|\n)(?=\r?\n)/g)) {
    const end = start + line.length;
    const inner = enter(line.replaceAll("\t", "    "), containers);
    if (fence !== undefined && inner.depth >= fence.depth) {
      if (closes(inner.rest, fence)) fence = undefined;
      lines.push({ start, end, isCode: true, isBreak: false, isStart: false });
      continue;
    }
    const opened = open(inner.rest);
    containers = [...containers.slice(0, inner.depth), ...opened.containers];
    const run = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(opened.rest)?.[1];
    fence = run === undefined ? undefined : { run, depth: containers.length };
    lines.push({
      start,
      end,
      isCode: fence !== undefined,
      isBreak: /^\s*$|^ {0,3}(?:#{1,6}(?:\s|$)|=+\s*$|-+\s*$)/.test(opened.rest),
      isStart: opened.containers.length > 0,
    });
  }
  return lines;
}

/** The rest of a line inside the containers that it still belongs to, and how many they are. */
function enter(line: string, containers: readonly Container[]): { readonly rest: string; readonly depth: number } {
  let rest = line;
  let depth = 0;
  for (const container of containers) {
    const inside =
      container === "quote"
        ? /^ {0,3}>( ?)/.exec(rest)?.[0].length
        : rest.trim() === ""
          ? 0
          : rest.search(/\S/) >= container
            ? container
            : undefined;
    if (inside === undefined) break;
    rest = rest.slice(inside);
    depth += 1;
  }
  return { rest, depth };
}

/** The quotations and list items that begin at the head of a line, and what stands inside the last of them. */
function open(line: string): { readonly rest: string; readonly containers: readonly Container[] } {
  const containers: Container[] = [];
  let rest = line;
  for (;;) {
    const quote = /^ {0,3}> ?/.exec(rest)?.[0];
    const item = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?: {1,4}(?=\S)| (?= {4})|$)/.exec(rest)?.[0];
    const marker = quote ?? item;
    if (marker === undefined) return { rest, containers };
    // An item whose first line is empty is indented as if one blank followed its marker.
    containers.push(quote === undefined ? Math.max(marker.length, marker.trimEnd().length + 1) : "quote");
    rest = rest.slice(marker.length);
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
  for (let index = 0; index < runs.length; index += 1) {
    const { at = 0, length = 0 } = runs[index] ?? {};
    // An escaped backtick is no part of the run that it leads.
    const escaped = isEscaped(text, at) ? 1 : 0;
    let next = index + 1;
    while (next < runs.length && runs[next]?.length !== length - escaped) next += 1;
    const closing = runs[next];
    if (closing === undefined) continue;
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
