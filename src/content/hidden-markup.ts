import { type BodyText, blank } from "./bodies/body-text.js";

export interface HiddenMarkup {
  readonly offset: number;
  /** What was found, as a sentence without its full stop. */
  readonly message: string;
}

/** Marks up text, or stands in its place, and shows nothing itself: an element, a declaration, an instruction. */
const ELEMENT = /(?<!<)<(?:\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?|[!?][^<>]*)>/gi;

/** Elements without attributes that Markdown has no sign for, and that show all they hold. */
const PLAIN = /^<\/?(?:br|sub|sup|kbd)\s*\/?>$/i;

/** In the prompt of a macro a bare tag may divide the prompt for its reader; these hide what stands in them. */
const HIDING =
  /(?<!<)<(?:[a-z][a-z0-9-]*\s[^<>{}]*=[^<>{}]*|(?:details|iframe|noscript|object|script|style|svg|template)\b[^<>{}]*)>/gi;

/** A definition shows nothing where it stands, and its title nowhere. A footnote is one, until it is named elsewhere. */
const DEFINITION =
  /^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?\[([^\]\n]+)\]:[ \t]*\n?[ \t]*(?:<[^<>\n]*>|[^\s<]\S*)(?:[ \t]*\n?[ \t]*(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*$/gm;
const FOOTNOTE = /^[ \t>]*\[(\^[^\]\n]+)\]:/gm;

/** Links that nobody sees, and words of links that only a pointer brings up. */
const EMPTY_LINK = /(?<!!)\[\s*\]\([^()\n]*\)/g;
const TITLED_LINK = /\]\([^()\s]*[ \t]+(?:"[^"\n]*"|'[^'\n]*')[ \t]*\)/g;

/** What a page that shows this body leaves out. Code shows what it holds. */
export function hiddenMarkup(body: BodyText): readonly HiddenMarkup[] {
  const fenced = body.fences.map(({ open, end, close = end }) => [open, close] as const);
  const shown = withoutCode(blank(body.text, fenced));
  const prose = withoutCode(body.prose);
  const isProse = (offset: number) => (body.prose[offset] ?? " ") !== " ";
  const within = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].filter(({ 0: words }) => !words.startsWith("<!--") && !PLAIN.test(words));
  return [
    ...within(prose, ELEMENT)
      .filter(isFirst(prose))
      .map(({ 0: words, index }) => found(index, "element", words)),
    ...within(shown, HIDING)
      .filter(({ index }) => !isProse(index))
      .map(({ 0: words, index }) => found(index, "element", words)),
    ...within(shown, DEFINITION)
      .filter(([, label = ""]) => !label.startsWith("^"))
      .map(({ 0: words, index }) => found(index, "definition", words)),
    ...within(shown, FOOTNOTE)
      .filter(([, label = ""]) => shown.split(`[${label}]`).length < 3)
      .map(({ 0: words, index }) => found(index, "footnote", words)),
    ...within(prose, EMPTY_LINK).map(({ 0: words, index }) => found(index, "link", words)),
    ...within(prose, TITLED_LINK).map(({ 0: words, index }) => found(index, "link", `[…${words}`)),
  ];
}

/** Not the closing tag of an element that was named by its opening one. */
function isFirst(text: string) {
  return ({ 0: words }: RegExpExecArray): boolean => {
    const name = /^<\/([\w-]+)/.exec(words)?.[1];
    return name === undefined || !new RegExp(`<${name}[\\s>]`, "i").test(text);
  };
}

const MESSAGES = {
  element: "is markup, which the page does not show",
  definition: "is a definition, which the page does not show",
  footnote: "is a footnote that nothing names, and so the page does not show it",
  link: "is a link with words that the page does not show",
};

function found(offset: number, kind: keyof typeof MESSAGES, words: string): HiddenMarkup {
  const line = words.trim().replace(/\s+/g, " ");
  const short = line.length > 40 ? `${line.slice(0, 39)}…` : line;
  // A list marker or line start may precede what was found.
  return { offset: offset + words.search(/\S/), message: `"${short}" ${MESSAGES[kind]}` };
}

/** The text with code spans made unreadable, and no blanks of them: as many backticks end one as began it. */
function withoutCode(text: string): string {
  return text.replace(/(?<!`)(`+)(?!`)((?:(?!\n[ \t]*\n)[\s\S])*?)(?<!`)\1(?!`)/g, (span) =>
    span.replace(/[^\n]/g, "·"),
  );
}
