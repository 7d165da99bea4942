/** Shortens large values for a report. A call may carry megabytes. */

const CHARACTERS = 20_000;
const ITEMS = 1_000;

/** Replaces long texts and lists with their beginning and their length. @param limit characters of a text */
export function abridged(value: unknown, limit: number = CHARACTERS): unknown {
  if (typeof value === "string") return abridgedText(value, limit);
  if (Array.isArray(value)) {
    const shown = value.slice(0, ITEMS).map((item) => abridged(item, limit));
    return value.length > ITEMS ? [...shown, `… (${value.length} items)`] : shown;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, abridged(member, limit)]));
}

export function abridgedText(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}… (${text.length} characters)` : text;
}
