/** Templates of a text format: whatever is put in is escaped, unless a template of the same format has made it. */

const MARKUP = Symbol("markup");

/** A piece of a text in one format, in which nothing is left to be escaped. */
export interface Markup<Format extends string> {
  readonly format: Format;
  readonly [MARKUP]: string;
}

/**
 * @param format tells the markup of one format from that of others
 * @param escaped makes text of others harmless in this format
 */
export function escapingTemplate<Format extends string>(format: Format, escaped: (text: string) => string) {
  type Piece = string | number | Markup<Format>;

  /** Takes markup as it is: only for what this package itself has written. */
  const raw = (markup: string): Markup<Format> => ({ format, [MARKUP]: markup });
  const rendered = (piece: Piece): string => (typeof piece === "object" ? piece[MARKUP] : escaped(String(piece)));
  const after = (piece: Piece | undefined): string => (piece === undefined ? "" : rendered(piece));
  return {
    raw,
    rendered,
    template: (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup<Format> =>
      raw(parts.map((part, index) => part + after(pieces[index])).join("")),
    /** @param between markup of this package */
    join: (pieces: readonly Piece[], between = "\n"): Markup<Format> => raw(pieces.map(rendered).join(between)),
  };
}
