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
  ["in a quotation", "> ```a\n> ```\n", true],
])("a block %s", (_, text, isNested) => {
  expect(fencesOf(text).map((fence) => [fence.infoWord, fence.isNested])).toEqual([["a", isNested]]);
});
