import { maskSpans } from "../../base/markdown/mask-code.js";

/** A place that somebody was meant to fill before the text is used. */
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
/** An order in square brackets to whoever fills it in; a link has its address behind it. */
const BRACKETED = /(?<!\w)\[(?:insert|enter|paste|fill(?: in)?|put|add|your|placeholder)\b[^\]\n]*\](?!\()/gi;

/** Words for what is still to be written: alone on a line, or behind a colon at its end. */
const OPEN = /(?<![\w.])(?:TODO|TBD|…|\.{3})(?=[ \t.]{0,4}$)(?<=(?:^|:)[ \t]{0,4}(?:TODO|TBD|…|\.{3}))/gm;

/** As other programs write slots; with the name of a primitive it is a macro that is spoken of. */
const DOUBLE = /\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g;

/**
 * The slots of a macro's value. What stands in code is a mention, such as the wording of a message.
 * @param primitives what else may stand between double braces
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
