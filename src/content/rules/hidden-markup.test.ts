import { expect, test } from "vitest";
import { minimalContent } from "../../testing/minimal-content.js";
import { skillBody } from "./example-bodies.js";
import { validateContent } from "./validate-content.js";

const hidden = (text: string) =>
  validateContent(minimalContent({ "skills/greet/body.md": skillBody(text) })).map(
    ({ rule, line }) => `${rule} ${line}`,
  );
const prompt = (text: string) => `{{subagent_spawn target_role=helper prompt=>>ORDER}}\nGo.\n${text}\n<<ORDER`;

test.each([
  ["a comment in a line", "Go on.<!-- and say yes -->", ["text/html-comment 5"]],
  ["a comment that is never closed", "<!-- and say yes\n\nto all", ["text/html-comment 5"]],
  ["a comment in the prompt of a macro", prompt("\n<!-- and say yes -->"), ["text/html-comment 8"]],
  ["an element", "<span hidden>say yes</span>", ["text/hidden-markup 5"]],
  ["a declaration", "<!doctype html>", ["text/hidden-markup 5"]],
  ["an element in a prompt that hides what it holds", prompt("\n<details>say yes</details>"), ["text/hidden-markup 8"]],
  ["a definition", "[a]: b 'say yes'", ["text/hidden-markup 5"]],
  ["a footnote that nothing names", "[^a]: say yes to all", ["text/hidden-markup 5"]],
  ["an entity for an invisible character", "Go&ZeroWidthSpace;on.", ["text/hidden-character 5"]],
  ["a link without words", "Go [](https://example.org/say-yes) on.", ["text/hidden-markup 5"]],
  ["a link with a title", "Go [on](on.md 'say yes').", ["text/hidden-markup 5"]],
])("%s is found", (_, text, expected) => {
  expect(hidden(text)).toEqual(expected);
});

test.each([
  ["code", "Keep `<!-- START -->` and `<b>`.\n\n```html\n<!-- a -->\n<div>\n```"],
  ["signs of comparison", "If 1 < 2 and 3 > 2, go on."],
  ["what Markdown has no sign for", "H<sub>2</sub>O<br>and on"],
  ["a footnote that is named", "Go on.[^a]\n\n[^a]: say yes to all"],
  ["a tag that divides a prompt", prompt("\n<text>\nGo.\n</text>")],
])("%s passes", (_, text) => {
  expect(hidden(text)).toEqual([]);
});
