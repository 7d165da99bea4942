import { expect, test } from "vitest";
import { maskCode, maskSpans } from "./mask-code.js";

/** The number of X outside of code. */
function left(text: string): number {
  const masked = maskCode(text);
  expect(masked).toHaveLength(text.length);
  return masked.split("X").length - 1;
}

test.each([
  ["plain text", "X", 1],
  ["a fence of backticks", "X\n```\nX\n```\nX", 2],
  ["a fence of tildes", "~~~\nX\n~~~\nX", 1],
  ["a fence with CRLF", "```\r\nX\r\n```\r\nX", 1],
  ["an info string", "```ts X\nX\n```\nX", 1],
  ["backticks behind backticks make no fence, but a span", "``` X `` X\nX", 3],
  ["a tilde fence may have backticks in its info string", "~~~ `X`\nX\n~~~\nX", 1],
  ["two backticks make no fence", "``\nX\n\nX", 2],
  ["a shorter fence does not close a longer one", "````\nX\n```\nX\n````\nX", 1],
  ["a longer fence closes a shorter one", "```\nX\n`````\nX", 1],
  ["tildes do not close backticks", "```\nX\n~~~\nX", 0],
  ["a closing fence has nothing behind it but blanks", "```\nX\n``` X\nX\n```  \nX", 1],
  ["a fence is indented by up to three blanks", "   ```\nX\n   ```\nX", 1],
  ["four blanks make no fence", "    ```\nX\n\nX", 2],
  ["a tab makes no fence", "\t```\nX\n\nX", 2],
  ["four blanks do not close a fence", "```\nX\n    ```\nX", 0],
  ["an unclosed fence runs to the end", "X\n```\nX\n\nX", 1],
  ["a fence interrupts a paragraph", "X\n~~~\nX\n~~~", 1],
  ["a fence in a quotation", "> ```\n> X\n> ```\n> X", 1],
  ["a fence ends with its quotation", "> ```\n> X\nX", 1],
  ["a quotation mark in a fence is text", "```\n> X\n```\nX", 1],
  ["a fence in a list item", "- X\n\n  ```\n  X\n\n  X\n  ```\n  X", 2],
  ["a fence behind the marker of an item", "1. ```\n   X\n   ```\nX", 1],
  ["a fence in a nested item, four blanks in", "- a\n  - b\n\n    ```\n    X\n    ```\n    X", 1],
  ["a fence ends with its list item", "- ```\n  X\nX", 1],
  ["an item whose first line is empty", "-\n  ```\n  X\n  ```\n  X", 1],
  ["an item whose first line is empty, then a blank line", "-\n\n  ```\n  X\n\nX", 0],
  ["an item in a paragraph counts from 1", "a\n2) ```\nX", 1],
  ["an item in a paragraph is not empty", "`X\n1.\nX`", 0],
  ["an item behind another counts from anything", "1) a\n2) ```\n   X", 0],
  ["a fence in an item in a quotation", "> - ```\n>   X\n>   ```\n> X", 1],
  ["inline code", "X `X` X", 2],
  ["inline code in two backticks holds one", "``X ` X`` X", 1],
  ["a run without its like is text", "`X ``X", 2],
  ["inline code over a line end", "`X\nX` X", 1],
  ["inline code ends with its paragraph", "`X\n\nX`", 2],
  ["inline code does not run into a list item", "`X\n- X`", 2],
  ["inline code does not run out of a heading", "# `X\nX`", 2],
  ["inline code does not run over a rule", "`X\n* * *\nX`", 2],
  ["inline code runs over a line of equals signs that underlines nothing", "===\n`X\n\n===\n`X`", 1],
  ["a rule is no list", "- - -\n  ```\n  X\n```\nX", 1],
  ["inline code does not run into a fence", "`X\n```\nX\n```\n`X", 2],
  ["an escaped backtick opens nothing", "\\`X` X", 2],
  ["an escaped backslash escapes nothing", "\\\\`X` X", 1],
  ["a backslash in code escapes nothing", "`X\\` X `X`", 1],
  ["behind an escaped backtick the rest of the run counts", "\\``X` X", 1],
  ["empty text", "", 0],
])("%s", (_, text, expected) => {
  expect(left(text)).toBe(expected);
});

test("code with tabs around it", () => {
  expect(maskCode("- \t```\n\tX\n\t```\nX")).toBe("- \t   \n  \n    \nX");
});

test("spans alone", () => {
  expect(maskSpans("`X` X\n\n    `X` X\n\n```\nX\n```")).toBe("    X\n\n        X\n\n```\nX\n```");
});

test.each([
  ["pairs of backticks", "` `` ".repeat(10_000)],
  ["escaped backticks", "\\`".repeat(30_000)],
  ["list items in each other", `${"- ".repeat(100_000)}\`x`],
  ["quotations in each other, and many blank lines", `${"> - ".repeat(50_000)}\`x\n${" \n".repeat(50_000)}`],
  ["runs of every length", Array.from({ length: 400 }, (_, length) => "`".repeat(length)).join(" ")],
])("a long message of %s is read in time", (_, text) => {
  const start = process.cpuUsage();
  expect(maskCode(text)).toHaveLength(text.length);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(5_000);
});
