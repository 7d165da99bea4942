import { fencesOf } from "../base/markdown/fences.js";
import { INFO_WORD } from "./form/read-block.js";

/** The text of a body with everything blank but its example of a report, so that lines and offsets stay. */
export function exampleAlone(text: string): string {
  let [alone, at] = ["", 0];
  for (const { infoWord, open, close = text.length } of fencesOf(text)) {
    if (infoWord !== INFO_WORD) continue;
    alone += blank(text.slice(at, open)) + text.slice(open, close);
    at = close;
  }
  return alone + blank(text.slice(at));
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}
