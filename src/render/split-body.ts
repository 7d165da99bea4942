import { NexusError } from "../base/errors.js";
import { markdownNodes } from "../base/markdown/markdown.js";

/** The name of the second file. */
export const REST_FILE = "more.md";

const POINTER = `## The rest\n\nThis skill goes on in \`${REST_FILE}\` beside this file. Read that file now, before you act.\n`;

/**
 * A body in two parts, for a harness that reads only the beginning of a skill: the first one holds as many whole
 * sections as fit and says where the others are.
 * @param most bytes of the first part
 * @param where names the skill in the error
 * @throws NexusError NXC_RENDER_LIMIT when not even the first section fits
 */
export function splitBody(text: string, most: number, where: string): readonly [string, string] {
  const sections = markdownNodes(text).filter(({ node }) => node.type === "heading" && node.depth === 2);
  const fits = (offset: number) => offset > 0 && Buffer.byteLength(text.slice(0, offset) + POINTER) <= most;
  const end = sections.map(({ start }) => start).findLast(fits);
  if (end === undefined)
    throw NexusError.of("NXC_RENDER_LIMIT", { what: "the first section", most: `${most} bytes` }, where);
  return [text.slice(0, end) + POINTER, text.slice(end)];
}
