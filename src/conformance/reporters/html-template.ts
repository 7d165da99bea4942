/** Markup in which every text that is put in is escaped, unless it is markup itself. */

const MARKUP = Symbol("markup");

export interface Html {
  readonly [MARKUP]: string;
}

export function html(parts: TemplateStringsArray, ...values: readonly (string | number | Html)[]): Html {
  return raw(parts.map((part, index) => part + rendered(values[index] ?? "")).join(""));
}

/** Takes markup as it is: only for what this package itself has written. */
export function raw(markup: string): Html {
  return { [MARKUP]: markup };
}

/** Inside of preformatted text a line break between two parts would be seen. */
export function join(parts: readonly Html[], between: "\n" | "" = "\n"): Html {
  return raw(parts.map(rendered).join(between));
}

export function rendered(value: string | number | Html): string {
  return typeof value === "object" ? value[MARKUP] : escaped(String(value));
}

/** An id to which a link leads; blanks would end it. */
export function anchor(kind: string, name: string): string {
  return `${kind}-${encodeURIComponent(name).replaceAll("%", ".")}`;
}

function escaped(text: string): string {
  return (
    text
      // HTML has no way to write these, and a browser may drop them in silence.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/gu, (sign) => {
        return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
      })
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("'", "&#39;")
  );
}
