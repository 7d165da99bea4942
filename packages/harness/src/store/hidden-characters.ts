/**
 * Characters that make a name look like another: control characters beyond ASCII, direction marks, zero-width characters,
 * unusual spaces and line separators. Variation selectors after an emoji are allowed.
 */
const HIDDEN =
  /[\u0080-\u009f\p{Cf}\p{Zl}\p{Zp}\u2800\p{Noncharacter_Code_Point}]|(?![\ufe0e\ufe0f ])[\p{Default_Ignorable_Code_Point}\p{Zs}]|(?<!\p{Emoji})[\ufe0e\ufe0f]/u;

/** Whether a name contains characters that make it look like another or hide a part of it. */
export function hasHiddenCharacter(name: string): boolean {
  return HIDDEN.test(name);
}
