/** Parses a state file. A file of JSON lines becomes an array. Returns undefined if it is not JSON. */
export function parseStateFile(
  file: string,
  text: string,
  isLines: boolean = file.endsWith(".jsonl"),
): { readonly value: unknown } | undefined {
  try {
    const value: unknown = isLines
      ? text
          .split("\n")
          .filter((line) => line.trim() !== "")
          .map((line) => JSON.parse(line) as unknown)
      : JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}
