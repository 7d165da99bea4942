/** A heading and the text under it. */
export type TextBlock = readonly [heading: string, body: string | undefined];

/** Headings over their texts, a blank line between blocks. A block without text is left out, heading and all. */
export function textBlocks(blocks: readonly TextBlock[]): string {
  return blocks
    .map(([heading, body = ""]) => [heading, body.trim()])
    .filter(([, body]) => body !== "")
    .map(([heading, body]) => `${heading}:\n${body}`)
    .join("\n\n");
}
