/** A Markdown table whose cells are plain text. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return tableOfMarkup(
    head,
    rows.map((cells) => cells.map(cell)),
  );
}

/** A Markdown table whose cells hold Markdown already; plain text goes through {@link cell} first. */
export function tableOfMarkup(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [row(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(row)].join("\n");
}

/** What would end a cell, or vanish as markup, is escaped. In a code span nothing is markup. */
export function cell(text: string): string {
  return text
    .replaceAll("|", "\\|")
    .replaceAll("\n", " ")
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll("<", "&lt;").replaceAll("*", "\\*")))
    .join("")
    .trim();
}
