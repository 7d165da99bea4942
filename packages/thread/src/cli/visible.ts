/**
 * Text of others on a terminal: what would move the cursor, change colours or turn the direction of writing is shown
 * instead of done.
 */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) =>
    character === "\n" || character === "\t" || character === "\u200d" ? character : escaped(character),
  );
}

/** The same in one line. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
