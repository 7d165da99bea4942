/** HTML in which every text that is put in is escaped, unless it is HTML itself. */

import { visibleLine } from "../../base/visible-text.js";
import { escapingTemplate, type Markup } from "./escaping-template.js";

export type Html = Markup<"html">;

/** Text of others that is put in stays text, in its line, and is seen as a whole. */
export const { template: html, raw, join, rendered } = escapingTemplate("html", escaped);

/** An id to which a link leads; blanks would end it. */
export function anchor(kind: string, name: string): string {
  return `${kind}-${encodeURIComponent(visibleLine(name)).replaceAll("%", ".")}`;
}

function escaped(text: string): string {
  return visibleLine(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
