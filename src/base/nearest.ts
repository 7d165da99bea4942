/** The number of slips between two words: a character too many, missing, wrong, or swapped with its neighbour. */
function distance(a: string, b: string): number {
  let twoRowsUp: readonly number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const wrong = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? (twoRowsUp[j - 2] ?? 0) + 1 : wrong;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, wrong, swapped));
    }
    [twoRowsUp, row] = [row, next];
  }
  return row[b.length] ?? 0;
}

/**
 * The candidate that a mistyped word most likely meant, if one is near enough: within a third of the word's length, or
 * a shorter or longer form of it (`minimum` for `min`).
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: { readonly candidate: string; readonly edits: number } | undefined;
  const most = Math.max(1, Math.floor(word.length / 3));
  const wanted = word.toLowerCase();
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    const isForm = isLongerForm(wanted, other);
    // There are at least as many slips, and to count them all takes long.
    if (!isForm && Math.abs(wanted.length - other.length) > most) continue;
    const edits = distance(wanted, other);
    if ((isForm || edits <= most) && (best === undefined || edits < best.edits)) {
      best = { candidate, edits };
    }
  }
  return best?.candidate;
}

function isLongerForm(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 3 && long.startsWith(short);
}

/** `Did you mean "x"? ` with the blank that a following sentence needs, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const candidate = nearest(word, candidates);
  return candidate === undefined ? "" : `Did you mean "${candidate}"? `;
}
