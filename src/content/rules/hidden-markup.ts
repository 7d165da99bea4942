import type { PlacedNode } from "../../base/markdown/markdown.js";
import type { BodyText } from "./body-text.js";

export interface HiddenMarkup {
  readonly kind: "comment" | "markup";
  readonly offset: number;
  /** What was found, as a sentence without its full stop. */
  readonly message: string;
}

/** Elements that Markdown has no sign for, and that show all they hold; and those that hide what they hold. */
const PLAIN = new Set(["br", "sub", "sup", "kbd"]);
const HIDING = new Set(["details", "iframe", "noscript", "object", "script", "style", "svg", "template"]);

/** An HTML element: its name and its attributes. The Markdown parser gives HTML as plain text. */
const ELEMENT = /<(\/?)([a-z][a-z0-9-]*)((?:\s[^<>]*)?)>/gi;

/** A footnote, as far as plain Markdown can see it: as a paragraph, or as a definition. */
const FOOTNOTE = /^\[\^([^\]\n]+)\]:/;

/** What a page that shows this body leaves out. Code shows what it holds. */
export function hiddenMarkup(body: BodyText): readonly HiddenMarkup[] {
  return [
    ...body.nodes.flatMap((placed) => hiddenIn(placed, body, hidesOnPage)),
    // In a prompt a bare tag may divide the text for its reader.
    ...body.promptNodes.flatMap((placed) => hiddenIn(placed, body, hidesInPrompt)),
  ];
}

function hiddenIn(
  { node, start, end }: PlacedNode,
  { text }: BodyText,
  hides: (html: string) => boolean,
): readonly HiddenMarkup[] {
  const words = text.slice(start, end);
  const found = (message: string, kind: HiddenMarkup["kind"] = "markup") => [
    { kind, offset: start, message: `"${shortened(words)}" ${message}` },
  ];
  if (node.type === "html") {
    if (node.value.includes("<!--")) return found("is an HTML comment, which the page does not show", "comment");
    return hides(node.value) ? found("is markup, which the page does not show") : [];
  }
  if (node.type === "definition") return found("is a definition, which the page does not show");
  if (node.type === "paragraph" && isUnnamedFootnote(words, text))
    return found("is a footnote that nothing names, and so the page does not show it");
  const isEmpty = (node.type === "link" || node.type === "linkReference") && node.children.length === 0;
  const hasTitle = (node.type === "link" || node.type === "image") && (node.title ?? "") !== "";
  return isEmpty || hasTitle ? found("is a link with words that the page does not show") : [];
}

/** Closing tags are skipped: the opening tag is judged for both. */
function hidesOnPage(html: string): boolean {
  const elements = elementsIn(html);
  // A declaration or an instruction has no element.
  return elements.length === 0 || elements.some(({ isEnd, name, rest }) => !isEnd && !(PLAIN.has(name) && rest === ""));
}

function hidesInPrompt(html: string): boolean {
  return elementsIn(html).some(({ isEnd, name, rest }) => !isEnd && (HIDING.has(name) || rest.includes("=")));
}

function elementsIn(html: string) {
  return [...html.matchAll(ELEMENT)].map(([, slash, name = "", rest = ""]) => ({
    isEnd: slash === "/",
    name: name.toLowerCase(),
    rest: rest.replace("/", "").trim(),
  }));
}

function isUnnamedFootnote(paragraph: string, text: string): boolean {
  const label = FOOTNOTE.exec(paragraph)?.[1];
  return label !== undefined && text.split(`[^${label}]`).length < 3;
}

function shortened(words: string): string {
  const line = words.trim().replace(/\s+/g, " ");
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
