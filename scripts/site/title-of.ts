import matter from "gray-matter";
import { markdownNodes } from "../../src/base/markdown/markdown.js";

/** The title of a page: what its front matter says, otherwise its first heading. */
export function titleOf(page: string): string {
  const { data, content } = matter(page);
  if (typeof data["title"] === "string") return data["title"];
  const heading = markdownNodes(content).find(({ node }) => node.type === "heading");
  if (heading === undefined) throw new Error(`a page of the site has no heading: ${content.slice(0, 60)}`);
  return content.slice(heading.start, heading.end).replace(/^#+ /u, "").replaceAll("`", "");
}
