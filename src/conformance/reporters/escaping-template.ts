/** Templates for text formats. They escape every inserted value, unless a template of the same format made it. */

const MARKUP = Symbol("markup");

/** A piece of text in one format. It is already escaped. */
export interface Markup<Format extends string> {
  readonly format: Format;
  readonly [MARKUP]: string;
}

/**
 * @param format keeps the markup of different formats apart in the type system
 * @param escaped escapes untrusted text for this format
 */
export function escapingTemplate<Format extends string>(format: Format, escaped: (text: string) => string) {
  type Piece = string | number | Markup<Format>;

  /** Uses markup unescaped. Only for text written by this package. */
  const raw = (markup: string): Markup<Format> => ({ format, [MARKUP]: markup });
  const rendered = (piece: Piece): string => (typeof piece === "object" ? piece[MARKUP] : escaped(String(piece)));
  const after = (piece: Piece | undefined): string => (piece === undefined ? "" : rendered(piece));
  return {
    raw,
    rendered,
    template: (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup<Format> =>
      raw(parts.map((part, index) => part + after(pieces[index])).join("")),
    /** @param between is not escaped */
    join: (pieces: readonly Piece[], between = "\n"): Markup<Format> => raw(pieces.map(rendered).join(between)),
  };
}
