/** A line-by-line diff of two texts. */

export interface DiffLine {
  /** `skipped`: equal lines are left out here; `text` is empty. */
  readonly kind: "same" | "removed" | "added" | "skipped";
  readonly text: string;
}

/** Equal lines shown around a change. */
const CONTEXT = 2;

/** With more comparisons than this, all lines in between are shown as replaced. */
const COMPARISONS = 1_000_000;

export function lineDiff(before: string | null, after: string | null): readonly DiffLine[] {
  const old = linesOf(before);
  const now = linesOf(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const same = (text: string): DiffLine => ({ kind: "same", text });
  return withoutFarLines([
    ...old.slice(0, start).map(same),
    ...middle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...old.slice(old.length - end).map(same),
  ]);
}

function linesOf(text: string | null): readonly string[] {
  if (text === null || text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

/** The diff from the longest common subsequence, with a table of lengths that is filled from the end. */
function middle(old: readonly string[], now: readonly string[]): readonly DiffLine[] {
  if (old.length * now.length > COMPARISONS) {
    return [
      ...old.map((text) => ({ kind: "removed", text }) as const),
      ...now.map((text) => ({ kind: "added", text }) as const),
    ];
  }
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    const [removed, added] = [old[i], now[j]];
    if (removed !== undefined && removed === added) {
      lines.push({ kind: "same", text: removed });
      i += 1;
      j += 1;
    } else if (removed !== undefined && (added === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: "removed", text: removed });
      i += 1;
    } else {
      lines.push({ kind: "added", text: added ?? "" });
      j += 1;
    }
  }
  return lines;
}

function withoutFarLines(lines: readonly DiffLine[]): readonly DiffLine[] {
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ kind }) => kind !== "same");
  const shown: DiffLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (isNear(index)) shown.push(line);
    else if (shown.at(-1)?.kind !== "skipped") shown.push({ kind: "skipped", text: "" });
  }
  return shown;
}
