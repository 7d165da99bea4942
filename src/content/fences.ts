/** A fenced block of a text. All places are offsets in its text. */
export interface Fence {
  /** The first word behind the opening backticks or tildes; empty where there is none. */
  readonly infoWord: string;
  /** Where the opening line starts. */
  readonly open: number;
  /** Where its content starts and ends. */
  readonly start: number;
  readonly end: number;
  /** Where the closing line ends; undefined where the block is never closed and runs to the end of the text. */
  readonly close: number | undefined;
}

/**
 * The fenced blocks of a text, as CommonMark has them outside quotations and lists: three or more backticks or tildes
 * behind at most three blanks, closed by as many or more of the same, alone on a line. A fence inside another is text.
 */
export function fencesOf(text: string): readonly Fence[] {
  const fences: Fence[] = [];
  let opened: (Omit<Fence, "end" | "close"> & { readonly run: string }) | undefined;
  for (const { start, end, next } of linesOf(text)) {
    const line = text.slice(start, end);
    if (opened !== undefined) {
      const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
      if (closing === undefined || closing[0] !== opened.run[0] || closing.length < opened.run.length) continue;
      fences.push({ infoWord: opened.infoWord, open: opened.open, start: opened.start, end: start, close: end });
      opened = undefined;
      continue;
    }
    const [, run, info = ""] = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})([\s\S]*)$/.exec(line) ?? [];
    if (run !== undefined) opened = { run, infoWord: info.trim().split(/\s/, 1)[0] ?? "", open: start, start: next };
  }
  if (opened !== undefined) {
    const { run: _, ...rest } = opened;
    fences.push({ ...rest, end: text.length, close: undefined });
  }
  return fences;
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
