/** Writes XML 1.0. */

import { visibleLine } from "../../base/visible-text.js";

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  /** Lines of text, or child elements. */
  readonly content: readonly string[] | readonly XmlElement[];
}

export function element(
  name: string,
  attributes: XmlElement["attributes"] = {},
  content: XmlElement["content"] = [],
): XmlElement {
  return { name, attributes, content };
}

export function xmlDocument(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${rendered(root, "")}\n`;
}

function rendered({ name, attributes, content }: XmlElement, indent: string): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const open = `${indent}<${name}${given.map(([key, value]) => ` ${key}="${escaped(String(value))}"`).join("")}`;
  if (content.length === 0) return `${open}/>`;
  if (isText(content)) return `${open}>${content.map(escaped).join("\n")}</${name}>`;
  return [`${open}>`, ...content.map((child) => rendered(child, `${indent}  `)), `${indent}</${name}>`].join("\n");
}

function isText(content: XmlElement["content"]): content is readonly string[] {
  return typeof content[0] === "string";
}

/** Also makes control characters visible, because XML 1.0 cannot contain most of them in any form. */
function escaped(text: string): string {
  return visibleLine(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
