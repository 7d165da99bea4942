import { markdownNodes } from "./markdown.js";

/** A fenced block of a text. All places are offsets in its text. */
export interface Fence {
  /** The first word after the opening backticks or tildes, or an empty text. */
  readonly infoWord: string;
  /** Whether it is inside a list item or a quotation. */
  readonly isNested: boolean;
  /** Where the opening line starts. */
  readonly open: number;
  /** Where its content starts and ends. */
  readonly start: number;
  readonly end: number;
  /** Where the closing line, or its list, ends; undefined where the block is never closed and runs to the end of the text. */
  readonly close: number | undefined;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Blocks alone are looked for; what a paragraph holds need not be read. */
const BLOCKS_ONLY = {
  disable: {
    null: [
      "autolink",
      "characterEscape",
      "characterReference",
      "codeText",
      "definition",
      "hardBreakEscape",
      "htmlText",
      "labelEnd",
      "labelStartImage",
      "labelStartLink",
    ],
  },
};

/** The fenced blocks of a text, as CommonMark has them. A fence inside another is text. */
export function fencesOf(text: string): readonly Fence[] {
  if (!text.includes("```") && !text.includes("~~~")) return [];
  // The tree has the content of a block but not the places of its fences.
  const marks: Range[] = [];
  const onFence = {
    enter: {
      codeFencedFence({ start, end }: { readonly start: Point; readonly end: Point }) {
        marks.push({ start: start.offset, end: end.offset });
      },
    },
  };
  const nodes = markdownNodes(text, { extensions: [BLOCKS_ONLY], mdastExtensions: [onFence] });
  const indexOf = new Map(marks.map(({ start }, index) => [start, index]));
  return nodes.flatMap(({ node, ancestors, start, end }) => {
    const index = indexOf.get(start);
    const opening = index === undefined ? undefined : marks[index];
    if (node.type !== "code" || index === undefined || opening === undefined) return [];
    const next = marks[index + 1];
    const closing = next !== undefined && next.start < end ? next : undefined;
    return [
      {
        infoWord: node.lang ?? "",
        isNested: ancestors.some(({ type }) => type === "listItem" || type === "blockquote"),
        open: text.lastIndexOf("\n", start - 1) + 1,
        start: lineAfter(text, opening.end),
        ...endOf(text, end, closing),
      },
    ];
  });
}

interface Point {
  readonly offset: number;
}

function endOf(text: string, end: number, closing: Range | undefined): Pick<Fence, "end" | "close"> {
  if (closing !== undefined) return { end: text.lastIndexOf("\n", closing.start - 1) + 1, close: closing.end };
  if (text.slice(end).trim() === "") return { end: text.length, close: undefined };
  const outside = lineAfter(text, end);
  return { end: outside, close: outside };
}

/** Where the line behind that of an offset starts. */
function lineAfter(text: string, offset: number): number {
  const lineEnd = text.indexOf("\n", offset);
  return lineEnd === -1 ? text.length : lineEnd + 1;
}
