import { expect, test } from "vitest";
import { minimalContent } from "../../testing/minimal-content.js";
import { parseContent } from "../read/content.js";
import { contentFiles } from "../read/content-files.js";
import { sizesOf } from "../rules/budgets.js";
import { agentBody, skillBody } from "../rules/example-bodies.js";
import { sizesTable } from "./format-sizes.js";

test("each body is compared with its budget, without its macros and fenced blocks", () => {
  const content = minimalContent({
    "agents/helper/body.md": agentBody("look ".repeat(900)),
    "skills/greet/body.md": skillBody("{{user_question question=who options=[]}}\n\n```\nno words\n```"),
  });
  expect(sizesTable(sizesOf(parseContent(content))).split("\n")).toEqual([
    "body                   words  budget",
    "agents/helper/body.md    904  850     over",
    "skills/greet/body.md       7  1,250",
    "all 2                    911",
    "Words are counted without macros and fenced blocks.",
    "",
  ]);
});

test("a folder without bodies has no table", () => {
  expect(sizesTable(sizesOf(parseContent(contentFiles([["vocabulary/tags.yml", "tags: []\n"]]))))).toBe("");
});
