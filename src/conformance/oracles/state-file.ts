/** Parses a state file. A `.jsonl` file becomes the array of its lines. Returns undefined if it is not JSON. */
export function parseStateFile(file: string, text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = file.endsWith(".jsonl")
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
