import type { Position } from "../located-document.js";

/** A function that turns an offset into this text into line and column, both from 1. */
export function positionsIn(text: string): (offset: number) => Position {
  let known: readonly number[] | undefined;
  return (offset) => {
    known ??= lineStarts(text);
    const starts = known;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
