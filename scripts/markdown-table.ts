/** A Markdown table whose cells are plain text. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return tableOfMarkup(
    head,
    rows.map((cells) => cells.map(cell)),
  );
}

/** A Markdown table whose cells are Markdown. Convert plain text with {@link cell} first. */
export function tableOfMarkup(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [row(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(row)].join("\n");
}

/** Escapes characters that would end a cell or read as markup. A code span has no markup. */
export function cell(text: string): string {
  return text
    .replaceAll("|", "\\|")
    .replaceAll("\n", " ")
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll("<", "&lt;").replaceAll("*", "\\*")))
    .join("")
    .trim();
}
