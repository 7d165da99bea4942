import { expect, test } from "vitest";
import { minimalContent } from "../testing/minimal-content.js";
import { sizesOf } from "./bodies/budgets.js";
import { agentBody, greetSaying } from "./bodies/example-bodies.js";
import { parseContent } from "./content.js";
import { contentFiles } from "./content-files.js";
import { sizesTable } from "./format-sizes.js";
import type { Example } from "./rule.js";

/** The words of a body; its one fenced block is no part of them. */
const words = (text: string) =>
  text
    .replace(/```[\s\S]*?```/, "")
    .trim()
    .split(/\s+/).length;
const table = (example: Example) => sizesTable(sizesOf(parseContent(minimalContent(example)))).split("\n");

test("each body stands against its budget, and the sum against that of the set", () => {
  const long = greetSaying("Report", "- Counterrevolutionary.\n".repeat(400));
  const form = greetSaying("Stop and ask", "- Counterrevolutionary.\n".repeat(400));
  const agent = words(agentBody());
  const skill = words(long["skills/greet/body.md"] ?? "");
  expect(table(long)).toEqual(
    [
      "body                  words  budget                        first 8,000 bytes",
      `agents/helper/body.md    ${agent}  550 to 850, at most 950       hold all`,
      `skills/greet/body.md     ${skill}  1,250, at most 1,800          hold all`,
      `all 2                 ${`${agent + skill}`.replace(/(?=\d{3}$)/, ",")}  14,000`,
      "Words are counted without macros and fenced blocks, bytes with them.",
      "",
    ].map((line) => expect.stringMatching(new RegExp(`^${line.trim().replaceAll(/\s+/g, "\\s+")}$`))),
  );
  expect(table(form)[2]).toMatch(/end before Stop and ask, the report form$/);
});

test("what is beyond a limit says so", () => {
  expect(table({ "agents/helper/body.md": agentBody("", { Judgement: "- Look." }) })[1]).toMatch(/ short +hold all$/);
  expect(table({ "agents/helper/body.md": agentBody("look ".repeat(290)) })[1]).toMatch(/ over +hold all$/);
  expect(table({ "agents/helper/body.md": agentBody("look ".repeat(600)) })[1]).toMatch(/ over hard limit +hold all$/);
});

test("a folder without bodies has no table", () => {
  expect(sizesTable(sizesOf(parseContent(contentFiles([["vocabulary/tags.yml", "tags: []\n"]]))))).toBe("");
});
