/**
 * Characters that change what a reader takes a name for: direction marks, zero-width characters, blanks that are no
 * spaces, and separators of lines. The selectors of emoji are none of them.
 */
const HIDDEN = /[\p{Bidi_Control}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f/u;

/** Whether a name looks like another one, or hides a part of itself, wherever it is shown. */
export function hasHiddenCharacter(name: string): boolean {
  return HIDDEN.test(name);
}
