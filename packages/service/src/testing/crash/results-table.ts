import { readFileSync, writeFileSync } from "node:fs";

/** The results of a campaign as a Markdown table. */
export function resultsTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** Replaces the text between the comments `<!-- NAME -->` and `<!-- end -->` of a page. */
export function writeResults(page: string, name: string, text: string): void {
  const whole = readFileSync(page, "utf8");
  const opening = `<!-- ${name} -->`;
  const begin = whole.indexOf(opening);
  const end = whole.indexOf("<!-- end -->", begin);
  if (begin < 0 || end < 0) throw new Error(`${page} has no place for the results of ${name}`);
  writeFileSync(page, `${whole.slice(0, begin)}${opening}\n\n${text}\n\n${whole.slice(end)}`);
}
