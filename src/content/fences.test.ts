import { expect, test } from "vitest";
import { fencesOf } from "./fences.js";

const seen = (text: string) =>
  fencesOf(text).map(({ infoWord, start, end, close }) => [infoWord, text.slice(start, end), close !== undefined]);

test.each([
  ["```a b\nx\n```\n", [["a", "x\n", true]]],
  ["~~~~ a\n```b\n~~~\n~~~~~\n", [["a", "```b\n~~~\n", true]]],
  ["   ```\r\nx\r\n```\r\n", [["", "x\r\n", true]]],
  ["    ```a\nx\n", []],
  ["```a\nx", [["a", "x", false]]],
  ["```a", [["a", "", false]]],
  ["``` `a\nx\n", []],
  ["text ```a\nx\n", []],
  ["```a\nx\n``` y\n```\nz", [["a", "x\n``` y\n", true]]],
  ["> ```a\n> x\n", [["a", "> x\n", false]]],
  ["- ```a\n  x\n  ```\n", [["a", "  x\n", true]]],
  [
    "- ```a\n  x\n\ny\n```b\n```\n",
    [
      ["a", "  x\n\n", true],
      ["b", "", true],
    ],
  ],
])("the blocks of %j", (text, expected) => {
  expect(seen(text)).toEqual(expected);
});

test.each([
  ["at the margin behind an item", "- x\n\n```a\n```\n", false],
  ["as far in as the text of the item", "- x\n\n  ```a\n  ```\n", true],
  ["not as far in as the text of the item", "1. x\n\n  ```a\n  ```\n", false],
  ["as far in as the text behind a number", "1. x\n\n   ```a\n   ```\n", true],
  ["deep in items in items", "- x\n  1. y\n\n     ```a\n     ```\n", true],
  ["behind the mark of the item itself", "* ```a\n  ```\n", true],
  ["behind a tab", "-\tx\n\n\t```a\n\t```\n", true],
  ["below a line that goes on with the item", "- x\ny\n  ```a\n  ```\n", true],
  ["below a paragraph that follows the list", "- x\n\ny\n\n  ```a\n  ```\n", false],
  ["below a heading that ends the list", "- x\n# y\n  ```a\n  ```\n", false],
  ["below a line that is drawn", "* * *\n  ```a\n  ```\n", false],
  ["below a number in a sentence", "It was in\n2019. Then\n   ```a\n   ```\n", false],
  ["below a title with a line under it", "x\n-\n  ```a\n  ```\n", false],
  ["below an item without text", "-\n\n  ```a\n  ```\n", false],
  ["below a quotation in the item", "- > x\n\n  ```a\n  ```\n", true],
])("a block %s", (_, text, isNested) => {
  expect(fencesOf(text).map((fence) => [fence.infoWord, fence.isNested])).toEqual([["a", isNested]]);
});

test("what only looks like a block inside an item is none", () => {
  expect(fencesOf("1. x\n       ```a\n")).toEqual([]);
  expect(fencesOf("-     ```a\n")).toEqual([]);
});
