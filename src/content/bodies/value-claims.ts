/** Where a text says which values a field of the report may have. */

import { OPERATION_PARAMETERS } from "../operation-names.js";
import { REPORT_FIELDS, REPORT_VALUES, STATE_VALUES } from "./report-values.js";

export interface ValueClaim {
  readonly field: string;
  readonly value: string;
  readonly offset: number;
}

const FIELDS = Object.keys(REPORT_VALUES);
const NAMES = FIELDS.join("|");
const VERB = "(?:is|are|may be|can be|must be|will be|becomes|takes|equals)";
const INTRODUCED = "(?:(?:always|only|then|either|(?:exactly |any )?one of|one of the values|the values?)[ ]+)*";
const WORD = "[A-Za-z_]+";
const CONDITION = "(?:when|if|where|while|until|unless)";

/** The field in code: what follows may be its values, each alone, in brackets explained, or with its condition. */
const LISTED = new RegExp(
  `(\\b(?:[Ss]et|[Cc]hange|[Tt]urn) (?:the |its )?)?\`(${NAMES})\`(:\\s+|\\s+${VERB}\\s+|\\s+(?:to|as)\\s+|\\s*=\\s*|\\s+(?=[\`"]))(${INTRODUCED})((?:[^.;:()\\n]|\\([^)]*\\))*)`,
  "g",
);

/** A value as code, or quoted. */
const SHOWN = `(?:\`${WORD}\`|"${WORD}")`;

/** The field as a plain word, which may mean anything: only values in code or quotes are claimed to be its. */
const SAID = new RegExp(
  `(?:^|[.;:(,|]\\s+|\\b(?:[Tt]he|[Aa]n?|[Ww]ith|[Gg]ive|[Rr]eport|[Ss]et|[Ww]rite|[Rr]eturn|[Aa]nd|[Oo]r|[Aa]s|[Pp]ossible|[Vv]alid|[Aa]llowed)\\s+)(${NAMES}|${NAMES.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())})(?:es|s)?(?::?\\s+|\\s+${VERB}\\s+|\\s+(?:to|as)\\s+|(?<=[Vv]erdict|[Ss]everity)\\s+of\\s+|\\s*=\\s*)${INTRODUCED}((?:${SHOWN}(?:\\s*[,|/]\\s*(?:or |and )?|\\s+(?:or|and)\\s+)?)+)`,
  "gm",
);

/** The field as a plain word, and a list of plain words up to the end: "Status: complete, failed." */
const BARE = new RegExp(
  `(?:^\\s*(?:[-*+]\\s+|\\d+[.)]\\s+|\\|\\s*)?|[.;(|]\\s+|\\b[Tt]he\\s+)[*_]{0,2}(${NAMES}|${NAMES.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())})[*_]{0,2}(?::[*_]{0,2}\\s+|\\s+${VERB}\\s+)${INTRODUCED}(${WORD}(?:(?:\\s*[,|/]\\s*(?:or\\s+)?|\\s+or\\s+)${WORD})+)(?=\\s*(?:[.;)|]|$))`,
  "gm",
);

/** Words that other forms have as values. Beside none of them, and none of ours, a list of words describes. */
const OF_OTHER_FORMS = new Set(
  "high medium low major minor trivial done failed skipped ok okay success succeeded error passed rejected accepted".split(
    " ",
  ),
);

/** Field and value in one piece of code. */
const WRITTEN = new RegExp(`\`"?(status|verdict|severity)"?\\s*:\\s*"?(${WORD})"?\``, "g");

/** The value first: "`done` as status". */
const TURNED = new RegExp(`${SHOWN} as (?:the |its |a )?(status|verdict|severity)\\b`, "g");

/** Every value that the text claims for a field of the report and that may be none of the form. */
export function valueClaims(text: string): readonly ValueClaim[] {
  const claims = [
    ...[...text.matchAll(LISTED)].flatMap(listed),
    ...[...text.matchAll(SAID)].flatMap(said),
    ...[...text.matchAll(BARE)].flatMap(bare),
    ...[...text.matchAll(TURNED)].map(({ 0: whole, 1: field = "", index }) => ({
      field,
      value: /\w+/.exec(whole)?.[0] ?? "",
      offset: index + 1,
    })),
    ...[...text.matchAll(WRITTEN)].map((match) => ({
      field: match[1] ?? "",
      value: match[2] ?? "",
      offset: match.index + match[0].lastIndexOf(match[2] ?? ""),
    })),
  ];
  const foreign = claims.filter(({ field, value }) => !isKnown(field, value) && !isName(value));
  return [...new Map(foreign.map((claim) => [claim.offset, claim])).values()];
}

interface Entry {
  readonly value: string;
  readonly isCode: boolean;
  readonly offset: number;
}

function listed(match: RegExpExecArray): readonly ValueClaim[] {
  const [whole, order, field = "", link = "", introduced = "", list = ""] = match;
  const start = match.index + whole.length - list.length;
  // Behind "when the field is so" a comma begins what to do then.
  const isCondition = /\b(?:when|if|where|while|once|unless|until|since|because)\b[^.;:]*$/i.test(
    match.input.slice(0, match.index),
  );
  const isSet = link.trim() === "=" || (order !== undefined && link.trim() === "to");
  const isSentence = !link.startsWith(":") && introduced.trim() === "";
  // "Set it so, stop" and "it is so and stays so" go on with something else as well.
  const ends = isCondition || isSet ? /,.*$|\band\b(?!\s*`).*$/ : isSentence ? /\band\b(?!\s*`).*$/ : /$/;
  const parts = partsOf(list.replace(ends, ""));
  const entries = parts.flatMap(({ text, offset }) => entryOf(text, start + offset) ?? []);
  const isList =
    introduced.trim() !== "" ||
    entries.some(({ value }) => isKnown(field, value)) ||
    // A colon, and nothing but single words behind it. "Short and honest" describes; "done, failed" lists.
    (link.startsWith(":") && entries.length === parts.length && parts.length > 1 && !/\band\b/.test(list));
  return entries
    .filter(({ isCode, value }) => isCode || ((isList || isSet) && !DESCRIBING.has(value)))
    .map(({ value, offset }) => ({ field, value, offset }));
}

function said(match: RegExpExecArray): readonly ValueClaim[] {
  const [whole, name = "", list = ""] = match;
  const field = name.toLowerCase();
  const start = match.index + whole.length - list.length;
  const claims = [...list.matchAll(/[`"](\w+)[`"]/g)].map(({ 1: value = "", index }) => ({
    field,
    value,
    offset: start + index + 1,
  }));
  // Sessions, documents and messages have a status as well: "a status `open`" may be theirs.
  if (field === "status" && /\b(?:with|an?)\s+status/i.test(whole)) return [];
  // The result of an act is no field of a report, unless a value of that field stands beside it.
  const isPlain = field === "result" || field === "outcome";
  return isPlain && !claims.some(({ value }) => isKnown(field, value)) ? [] : claims;
}

function bare(match: RegExpExecArray): readonly ValueClaim[] {
  const [whole, name = "", list = ""] = match;
  const field = name.toLowerCase();
  const sentence =
    match.input
      .slice(0, match.index + 1)
      .split(/[.;]\s/)
      .at(-1) ?? "";
  // What the state is when something else is done is a case, and no list.
  if (new RegExp(`\\b${CONDITION}\\b`, "i").test(sentence)) return [];
  const start = match.index + whole.length - list.length;
  const claims = [...list.matchAll(/\w+/g)]
    .filter(({ 0: value }) => value !== "or")
    .map(({ 0: value, index }) => ({ field, value, offset: start + index }));
  const ofForm = claims.some(({ value }) => isKnown(field, value));
  const isPlain = field === "result" || field === "outcome";
  // "Done or not" asks, and lists nothing.
  if (claims.some(({ value }) => value === "not")) return [];
  const isList = ofForm || (!isPlain && claims.some(({ value }) => OF_OTHER_FORMS.has(value.toLowerCase())));
  return isList ? claims.filter(({ value }) => !DESCRIBING.has(value)) : [];
}

/** What may be said of a field that is no value of it. */
const DESCRIBING = new Set(
  "missing absent empty malformed invalid wrong unknown required optional mandatory present given unset".split(" "),
);

/** The pieces of a list, with their places; what stands in brackets explains, and is blanked out. */
function partsOf(list: string): readonly { readonly text: string; readonly offset: number }[] {
  const plain = list.replace(/\([^)]*\)|\{[^}]*\}/g, (words) => " ".repeat(words.length));
  let offset = 0;
  return plain.split(/(,|\||\bor\b|\band\b)/).flatMap((text, index) => {
    const at = offset;
    offset += text.length;
    return index % 2 === 1 || text.trim() === "" ? [] : [{ text, offset: at }];
  });
}

/** A value alone or with its condition; anything longer is a sentence. */
function entryOf(text: string, offset: number): Entry | undefined {
  const match = new RegExp(`^(\\s*(?:(?:else|otherwise)\\s+)?)([\`"]?)(${WORD})\\2\\s*(?:$|${CONDITION}\\b)`).exec(
    text,
  );
  const [, before = "", tick = "", value] = match ?? [];
  if (value === undefined) return undefined;
  return { value, isCode: tick !== "", offset: offset + before.length + tick.length };
}

function isKnown(field: string, value: string): boolean {
  const values = REPORT_VALUES[field] ?? [];
  if (field === "status" && STATE_VALUES.includes(value)) return true;
  // Severities stand in capitals in prose.
  return values.includes(field === "severity" ? value.toLowerCase() : value);
}

const OPERATION_WORDS = new Set(Object.entries(OPERATION_PARAMETERS).flat(2));

/** Code that names something else: a field of the report, an operation or its parameter. */
function isName(value: string): boolean {
  return REPORT_FIELDS.includes(value) || OPERATION_WORDS.has(value);
}
