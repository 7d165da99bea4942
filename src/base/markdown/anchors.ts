import { markdownNodes } from "./markdown.js";

/** The fragments that a link to this page may end with: its headings as web pages spell them, and its anchors. */
export function anchorsOf(page: string): ReadonlySet<string> {
  const headings = markdownNodes(page).flatMap(({ node, start, end }) =>
    node.type === "heading" ? [anchorOf(page.slice(start, end).replace(/^#+ /u, ""))] : [],
  );
  return new Set([...headings, ...[...page.matchAll(/<a id="([^"]+)"/gu)].map(([, id = ""]) => id)]);
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}
