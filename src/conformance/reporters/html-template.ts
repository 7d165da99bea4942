/** HTML templates that escape every inserted text, except HTML of these templates. */

import { visibleLine } from "../../base/visible-text.js";
import { escapingTemplate, type Markup } from "./escaping-template.js";

export type Html = Markup<"html">;

/** Inserted text stays text on one line, with all characters visible. */
export const { template: html, raw, join, rendered } = escapingTemplate("html", escaped);

/** The id of a link target. Encoded, because an id must not contain blanks. */
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
