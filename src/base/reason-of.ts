/** The first line of whatever was thrown, without a stack. */
export function reasonOf(thrown: unknown): string {
  let text: string;
  try {
    text = thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
  } catch {
    text = "something was thrown that has no text";
  }
  return text.split("\n", 1)[0]?.trim() ?? "";
}
