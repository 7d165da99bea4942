/** Whether a text is still there, but not to the letter. */
export function isDamaged(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== "string" || typeof actual !== "string") return false;
  const [wanted, given] = [expected, actual].map((text) =>
    text
      .normalize("NFKC")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, ""),
  );
  return (
    given !== "" && wanted !== undefined && given !== undefined && (wanted.includes(given) || given.includes(wanted))
  );
}
