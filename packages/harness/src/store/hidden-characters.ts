/**
 * Characters that change what a reader takes a name for: control characters beyond ASCII, direction marks, characters
 * without width, blanks that are no plain spaces, and separators of lines. A selector behind an emoji is none of them.
 */
const HIDDEN =
  /[\u0080-\u009f\p{Cf}\p{Zl}\p{Zp}\u2800\p{Noncharacter_Code_Point}]|(?![\ufe0e\ufe0f ])[\p{Default_Ignorable_Code_Point}\p{Zs}]|(?<!\p{Emoji})[\ufe0e\ufe0f]/u;

/** Whether a name looks like another one, or hides a part of itself, wherever it is shown. */
export function hasHiddenCharacter(name: string): boolean {
  return HIDDEN.test(name);
}
