import { fromMarkdown } from "mdast-util-from-markdown";

type MarkdownRoot = ReturnType<typeof fromMarkdown>;
type MarkdownNode = MarkdownRoot | MarkdownRoot["children"][number];

/** A node of a text with its ancestors, outermost first. */
export interface PlacedNode {
  readonly node: MarkdownNode;
  readonly ancestors: readonly MarkdownNode[];
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
}

type Options = NonNullable<Parameters<typeof fromMarkdown>[1]>;

/** No check looks at emphasis. Pairing its marks takes time that grows with the square of their number. */
const NO_EMPHASIS = { disable: { null: ["attention"] } };

/** Following nested lists and quotations takes time that grows with the square of their depth. Here they are a word. */
const TOO_DEEP = /^[>*+\-\d.) \t]{200,}/gm;

/** The nodes of a Markdown text in the order in which they begin. Every offset is one of the text. */
export function markdownNodes(text: string, { extensions, mdastExtensions }: Options = {}): readonly PlacedNode[] {
  // The parser drops a byte order mark, which would move every offset by one.
  const readable = text
    .replace(/^\uFEFF/, " ")
    .replace(TOO_DEEP, (marks) => (marks.trim() === "" ? marks : "x".repeat(marks.length)));
  const root = fromMarkdown(readable, {
    extensions: [NO_EMPHASIS, ...(extensions ?? [])],
    mdastExtensions: mdastExtensions ?? [],
  });
  const placed: PlacedNode[] = [];
  // A stack of its own: lists may nest deeper than calls.
  const waiting: Pick<PlacedNode, "node" | "ancestors">[] = [{ node: root, ancestors: [] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, ancestors } = next;
    const { start, end } = node.position ?? {};
    placed.push({ node, ancestors, start: start?.offset ?? 0, end: end?.offset ?? text.length });
    if (!("children" in node)) continue;
    const inner = [...ancestors, node];
    for (const child of [...node.children].reverse()) waiting.push({ node: child, ancestors: inner });
  }
  return placed;
}
