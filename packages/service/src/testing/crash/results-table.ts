import { readFileSync, writeFileSync } from "node:fs";

/** The results of a campaign as a Markdown table. */
export function resultsTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** Replaces the text between the two comments `<!-- crashes -->` and `<!-- end -->` of a page. */
export function writeResults(page: string, text: string): void {
  const [head, , rest] = readFileSync(page, "utf8").split(/<!-- (?:crashes|end) -->/u);
  if (rest === undefined) throw new Error(`${page} has no place for the results of crashes`);
  writeFileSync(page, `${head}<!-- crashes -->\n\n${text}\n\n<!-- end -->${rest}`);
}
