/** A block of ours between two markers in a text of the user's. */

import { NexusError } from "../../base/errors.js";
import type { Part } from "./part.js";

/** @param marker a line of the text that its reader passes over, with the word that is given */
export function markedBlock(marker: (word: string) => string): Part {
  const [START, END] = [marker("nexus-core:START"), marker("nexus-core:END")];

  function placeIn(text: string, path: string): { readonly start: number; readonly end: number } | undefined {
    const start = text.indexOf(START);
    const end = text.indexOf(END);
    if (start < 0 && end < 0) return undefined;
    const isOne = text.lastIndexOf(START) === start && text.lastIndexOf(END) === end;
    if (start < 0 || end < start || !isOne) throw NexusError.of("NXC_RENDER_MARKERS", { start: START, end: END }, path);
    return { start, end };
  }

  return {
    in(text, path) {
      const place = placeIn(text, path);
      if (place === undefined) return undefined;
      return text
        .slice(place.start + START.length, place.end)
        .replaceAll("\r\n", "\n")
        .trim();
    },
    with(text, part, path) {
      const eol = text.includes("\r\n") ? "\r\n" : "\n";
      const marked = [START, ...part.split("\n"), END].join(eol);
      const place = placeIn(text, path);
      if (place !== undefined) return `${text.slice(0, place.start)}${marked}${text.slice(place.end + END.length)}`;
      if (text.trim() === "") return `${marked}\n`;
      return `${text}${text.endsWith("\n") ? eol : eol + eol}${marked}${eol}`;
    },
    without(text, path) {
      const place = placeIn(text, path);
      if (place === undefined) return text;
      const eol = text.includes("\r\n") ? "\r\n" : "\n";
      const before = text.slice(0, place.start).trimEnd();
      const after = text.slice(place.end + END.length).trim();
      return [before, after].filter((part) => part !== "").join(eol + eol) + (before === "" && after === "" ? "" : eol);
    },
  };
}

export const markdownBlock = markedBlock((word) => `<!-- ${word} -->`);
