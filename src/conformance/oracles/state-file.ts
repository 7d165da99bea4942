/** The JSON value of a file's text; a `.jsonl` file is the array of its lines. Nothing when it is no JSON. */
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
