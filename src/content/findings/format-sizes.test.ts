import { expect, test } from "vitest";
import { minimalContent } from "../../testing/minimal-content.js";
import { parseContent } from "../read/content.js";
import { contentFiles } from "../read/content-files.js";
import { sizesOf } from "../rules/budgets.js";
import { agentBody, skillBody } from "../rules/example-bodies.js";
import { sizesTable } from "./format-sizes.js";

test("each compiled body is compared with its budget", () => {
  const content = minimalContent({
    "agents/helper/body.md": agentBody("look ".repeat(1700)),
    "skills/greet/body.md": skillBody("{{report_form}}"),
  });
  expect(sizesTable(sizesOf(parseContent(content))).split("\n")).toEqual([
    "body                   tokens  budget",
    "agents/helper/body.md   1,945  1,800   over",
    "skills/greet/body.md      206  3,000",
    "all 2                   2,151",
    "Tokens are estimated for the compiled body, with ground rules and report form.",
    "",
  ]);
});

test("a folder without bodies has no table", () => {
  expect(sizesTable(sizesOf(parseContent(contentFiles([["vocabulary/tags.yml", "tags: []\n"]]))))).toBe("");
});
