import matter from "gray-matter";
import { dump } from "js-yaml";
import type { Fields } from "./harness-map.js";

/** Markdown with front matter in YAML. Long lines are not folded, because not every reader unfolds them. */
export function withFrontMatter(fields: Fields, text: string): string {
  const engines = { yaml: { parse: () => ({}), stringify: (data: object) => dump(data, { lineWidth: -1 }) } };
  // gray-matter reads its text for front matter of its own; a body that begins with --- is none.
  return matter.stringify({ content: `\n${text}` } as never, fields, { language: "yaml", engines });
}
