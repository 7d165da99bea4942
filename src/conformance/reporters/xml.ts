/** XML 1.0 from plain data. */

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly content: string | readonly XmlElement[];
}

export function element(
  name: string,
  attributes: XmlElement["attributes"] = {},
  content: XmlElement["content"] = "",
): XmlElement {
  return { name, attributes, content };
}

export function xmlDocument(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${rendered(root, "")}\n`;
}

function rendered({ name, attributes, content }: XmlElement, indent: string): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const open = `${indent}<${name}${given.map(([key, value]) => ` ${key}="${attribute(String(value))}"`).join("")}`;
  if (content.length === 0) return `${open}/>`;
  if (typeof content === "string") return `${open}>${escaped(content)}</${name}>`;
  return [`${open}>`, ...content.map((child) => rendered(child, `${indent}  `)), `${indent}</${name}>`].join("\n");
}

/** A reader turns line breaks inside an attribute into blanks, unless they are written as references. */
function attribute(text: string): string {
  return escaped(text).replaceAll("\t", "&#9;").replaceAll("\n", "&#10;");
}

function escaped(text: string): string {
  return allowed(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\r", "&#13;");
}

/** XML 1.0 cannot hold most control characters in any form, so they are spelled out: `\u001b`. */
function allowed(text: string): string {
  return text.replaceAll(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]|\p{Surrogate}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
