import { maskSpans } from "../../base/markdown/mask-code.js";

/** A placeholder that an author forgot to fill. */
export interface Slot {
  readonly text: string;
  readonly offset: number;
}

/** Names in braces; names behind a dollar sign, as shells and templates write them; lines to be written on. */
const NAMED =
  /(?<![{\w])\$?\{[A-Za-z_][\w .-]*\}(?!\})|(?<![\w$\\])\$[A-Za-z_]\w*|(?<![\w/])%[A-Z][A-Z_]+%|(?<!\w)_{3,}(?!\w)|<<[A-Za-z][\w -]*>>|\[\[[A-Za-z][\w -]*\]\]/g;
/** Words in angle brackets. A tag has a closing one, or attributes, and divides a prompt; an address has a colon or @. */
const ANGLED = /(?<![\w<])<([A-Za-z][\w-]*)((?:[ '/,-]+[\w'-]+)*)[ .…]*>/g;
/** Elements that are never closed. */
const VOID = /^(?:br|hr|p|li|td|th|tr|img)$/i;
/** An instruction in square brackets. A link has an address after the brackets. */
const BRACKETED = /(?<!\w)\[(?:insert|enter|paste|fill(?: in)?|put|add|your|placeholder)\b[^\]\n]*\](?!\()/gi;

/** Words for missing text, alone on a line or after a colon at its end. */
const OPEN = /(?<![\w.])(?:TODO|TBD|…|\.{3})(?=[ \t.]{0,4}$)(?<=(?:^|:)[ \t]{0,4}(?:TODO|TBD|…|\.{3}))/gm;

/** As other programs write slots; with the name of a primitive it is a macro that is spoken of. */
const DOUBLE = /\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g;

/**
 * The slots of a macro's value. A slot inside code is a mention, such as the wording of a message.
 * @param primitives names that double braces may also contain
 */
export function slotsIn(text: string, primitives: readonly string[]): readonly Slot[] {
  const open = maskSpans(text);
  const all = (pattern: RegExp) => [...open.matchAll(pattern)];
  return [
    ...all(NAMED),
    ...all(OPEN),
    ...all(DOUBLE).filter(([, name = ""]) => !primitives.includes(name)),
    ...all(ANGLED).filter(([, name = ""]) => !VOID.test(name) && !new RegExp(`</${name}\\s*>`).test(open)),
    ...all(BRACKETED),
  ]
    .map(({ 0: slot, index }) => ({ text: slot, offset: index }))
    .sort((a, b) => a.offset - b.offset);
}
