/** A block of ours in a file of the user's. */

import { NexusError } from "../base/errors.js";

const START = "<!-- nexus-core:START -->";
const END = "<!-- nexus-core:END -->";

/** What stands between the markers, or undefined without any. @throws NexusError NXC_RENDER_MARKERS */
export function blockIn(text: string, path: string): string | undefined {
  const place = placeIn(text, path);
  return place === undefined ? undefined : text.slice(place.start + START.length, place.end).trim();
}

/** The file with another block, at its old place or behind everything else. @throws NexusError NXC_RENDER_MARKERS */
export function withBlock(text: string, block: string, path: string): string {
  const marked = `${START}\n${block}\n${END}`;
  const place = placeIn(text, path);
  if (place !== undefined) return `${text.slice(0, place.start)}${marked}${text.slice(place.end + END.length)}`;
  if (text.trim() === "") return `${marked}\n`;
  return `${text}${text.endsWith("\n") ? "\n" : "\n\n"}${marked}\n`;
}

/** The file without the block. */
export function withoutBlock(text: string, path: string): string {
  const place = placeIn(text, path);
  if (place === undefined) return text;
  const before = text.slice(0, place.start).trimEnd();
  const after = text.slice(place.end + END.length).trim();
  return [before, after].filter((part) => part !== "").join("\n\n") + (before === "" && after === "" ? "" : "\n");
}

function placeIn(text: string, path: string): { readonly start: number; readonly end: number } | undefined {
  const start = text.indexOf(START);
  const end = text.indexOf(END);
  if (start < 0 && end < 0) return undefined;
  const isOne = text.lastIndexOf(START) === start && text.lastIndexOf(END) === end;
  if (start < 0 || end < start || !isOne) throw NexusError.of("NXC_RENDER_MARKERS", { start: START, end: END }, path);
  return { start, end };
}
