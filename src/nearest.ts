/** The number of single-character edits (insert, delete, replace) between two words. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, left] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, right] of [...b].entries()) {
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (left === right ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The candidate that a mistyped word most likely meant, if one is near enough: within a third of the word's length. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: { readonly candidate: string; readonly edits: number } | undefined;
  for (const candidate of candidates) {
    const edits = distance(word.toLowerCase(), candidate.toLowerCase());
    if (edits <= Math.max(1, Math.floor(word.length / 3)) && (best === undefined || edits < best.edits)) {
      best = { candidate, edits };
    }
  }
  return best?.candidate;
}

/** `Did you mean "x"? ` with the blank that a following sentence needs, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const candidate = nearest(word, candidates);
  return candidate === undefined ? "" : `Did you mean "${candidate}"? `;
}
