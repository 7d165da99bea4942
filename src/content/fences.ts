import { CODE, indentOf, listItems, OPENING_FENCE } from "./list-items.js";

/** A fenced block of a text. All places are offsets in its text. */
export interface Fence {
  /** The first word behind the opening backticks or tildes; empty where there is none. */
  readonly infoWord: string;
  /** Whether it stands in an item of a list. */
  readonly isInList: boolean;
  /** Where the opening line starts. */
  readonly open: number;
  /** Where its content starts and ends. */
  readonly start: number;
  readonly end: number;
  /** Where the closing line, or its list, ends; undefined where the block is never closed and runs to the end of the text. */
  readonly close: number | undefined;
}

/**
 * The fenced blocks of a text, as CommonMark has them outside quotations: three or more backticks or tildes behind at
 * most three blanks, closed by as many or more of the same, alone on a line, or by the end of the item of a list in
 * which they stand. A fence inside another is text.
 */
export function fencesOf(text: string): readonly Fence[] {
  const fences: Fence[] = [];
  const placeOf = listItems();
  let opened: OpenFence | undefined;
  for (const { start, end, next } of linesOf(text)) {
    const line = text.slice(start, end);
    if (opened !== undefined) {
      const indent = indentOf(line) - opened.item;
      const isOutside = indent < 0 && /[^ \t]/.test(line);
      if (!isOutside && !(indent < CODE && closes(line, opened.run))) continue;
      fences.push({ ...fenceOf(opened), end: start, close: isOutside ? start : end });
      opened = undefined;
      if (!isOutside) continue;
    }
    const { rest, indent, item } = placeOf(line);
    const [, run, info = ""] = (indent < CODE && OPENING_FENCE.exec(rest)) || [];
    if (run !== undefined) {
      opened = { run, item, infoWord: info.trim().split(/\s/, 1)[0] ?? "", open: start, start: next };
    }
  }
  if (opened !== undefined) fences.push({ ...fenceOf(opened), end: text.length, close: undefined });
  return fences;
}

interface OpenFence extends Pick<Fence, "infoWord" | "open" | "start"> {
  readonly run: string;
  /** The column of the item in which it stands; 0 outside lists. */
  readonly item: number;
}

function fenceOf({ infoWord, open, start, item }: OpenFence): Omit<Fence, "end" | "close"> {
  return { infoWord, isInList: item > 0, open, start };
}

function closes(line: string, run: string): boolean {
  const closing = /^[ \t]*(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return closing !== undefined && closing[0] === run[0] && closing.length >= run.length;
}

interface Line {
  readonly start: number;
  readonly end: number;
  /** Where the line after it starts. */
  readonly next: number;
}

function* linesOf(text: string): Iterable<Line> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("\n", start);
    const stop = found === -1 ? text.length : found;
    const next = found === -1 ? text.length : found + 1;
    yield { start, end: text[stop - 1] === "\r" && stop > start ? stop - 1 : stop, next };
    start = next;
  }
}
