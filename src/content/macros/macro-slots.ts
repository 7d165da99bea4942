import { maskSpans } from "../../base/markdown/mask-code.js";

/** A placeholder that nobody fills: an author forgot it, or did not close it. */
export interface Slot {
  readonly text: string;
  readonly offset: number;
}

/** Names in braces; names behind a dollar sign, as shells and templates write them; lines to be written on. */
const NAMED =
  /(?<![{\w])\$?\{[A-Za-z_][\w .-]*\}(?!\})|(?<![\w$\\])\$[A-Za-z_]\w*|(?<![\w/])%[A-Z][A-Z_]+%|(?<!\w)_{3,}(?!\w)|<<[A-Za-z][\w -]*>>|\[\[[A-Za-z][\w -]*\]\]/g;
/** Words in angle brackets that nothing closes before the line ends. Those that are closed are filled at the call. */
const OPEN_ANGLE = /(?<![\w<])<[A-Za-z][\w ,'/-]*(?=$|[<\n])/gm;
/** An instruction in square brackets. A link has an address after the brackets. */
const BRACKETED = /(?<!\w)\[(?:insert|enter|paste|fill(?: in)?|put|add|your|placeholder)\b[^\]\n]*\](?!\()/gi;

/** Words for missing text, alone on a line or after a colon at its end. */
const OPEN = /(?<![\w.])(?:TODO|TBD|…|\.{3})(?=[ \t.]{0,4}$)(?<=(?:^|:)[ \t]{0,4}(?:TODO|TBD|…|\.{3}))/gm;

/** As other programs write slots; with the name of a primitive it is a macro that is spoken of. */
const DOUBLE = /\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g;

/**
 * The slots of a macro's value that nobody fills. Lead fills `<the name of the option>` when it makes the call; a slot
 * inside code is a mention, such as the wording of a message.
 * @param primitives names that double braces may also contain
 */
export function slotsIn(text: string, primitives: readonly string[]): readonly Slot[] {
  const open = maskSpans(text);
  const all = (pattern: RegExp) => [...open.matchAll(pattern)];
  return [
    ...all(NAMED),
    ...all(OPEN),
    ...all(DOUBLE).filter(([, name = ""]) => !primitives.includes(name)),
    ...all(OPEN_ANGLE),
    ...all(BRACKETED),
  ]
    .map(({ 0: slot, index }) => ({ text: slot, offset: index }))
    .sort((a, b) => a.offset - b.offset);
}
