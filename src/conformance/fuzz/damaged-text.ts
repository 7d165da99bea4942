/** Whether a text is still there, but not to the letter: cut, extended, in another case, or with other signs. */
export function isDamaged(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== "string" || typeof actual !== "string") return false;
  const [wanted, given] = [lettersOf(expected), lettersOf(actual)];
  return wanted !== "" && given !== "" && (wanted.includes(given) || given.includes(wanted));
}

function lettersOf(text: string): string {
  const letters = text.normalize("NFKC").toLowerCase();
  return letters.replaceAll(/[^\p{L}\p{N}]/gu, "");
}
