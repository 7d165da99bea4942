import { pointerTokens } from "../../base/json-pointer.js";

/** Turns a JSON pointer into a path of the fixture dialect, as used in reports. */
export function pathOf(pointer: string): string {
  return `$${pointerTokens(pointer)
    .map((token) => {
      if (/^\d+$/u.test(token)) return `[${token}]`;
      return /^[^.[\]\s'"*?]+$/u.test(token) ? `.${token}` : `['${token.replace(/['\\]/gu, "\\$&")}']`;
    })
    .join("")}`;
}
