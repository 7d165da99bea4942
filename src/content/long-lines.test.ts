/** Text that nobody writes, as long as a file may be: the work grows with its length, not with its square. */
import { expect, test } from "vitest";
import { minimalContent } from "../testing/minimal-content.js";
import { bodyTexts, LONGEST_BLOCK, LONGEST_SENTENCE, sentencesOf } from "./bodies/body-text.js";
import { agentBody } from "./bodies/example-bodies.js";
import { parseContent } from "./content.js";
import { validateContent } from "./validate-content.js";

const LENGTH = 40_000;

const units = [
  ..."`'\"[(<*.-_#=|{\\1",
  "a ",
  "- a\n",
  "a\n",
  "a, ",
  "` ",
  '" ',
  "[a](b ",
  "<!--",
  "der la ",
  "Der der ",
  "é ",
  "1 ",
  "` status ",
  "a-",
  " ",
  "\t",
  "never ",
];

// Each took from four to twenty seconds where a rule looked back from every place, and takes less than two now.
test.each(units)("a file full of %j is checked in seconds", (unit) => {
  const line = unit.repeat(LENGTH / unit.length);
  const began = process.cpuUsage();
  validateContent(minimalContent({ "agents/helper/body.md": `${agentBody()}\nstatus ${line}x\n` }));
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(10_000);
});

test("blocks and sentences have a longest length, and are cut at a blank without loss", () => {
  const line = "word ".repeat(LENGTH / 5).trim();
  const content = parseContent(minimalContent({ "agents/helper/body.md": `${agentBody()}\n${line}\n` }));
  const blocks = bodyTexts(content, "agent").flatMap((body) => body.blocks);
  const sentences = blocks.flatMap(sentencesOf);
  expect(Math.max(...blocks.map(({ text }) => text.length))).toBeLessThanOrEqual(LONGEST_BLOCK);
  expect(Math.max(...sentences.map(({ text }) => text.length))).toBeLessThanOrEqual(LONGEST_SENTENCE);
  expect(blocks.map(({ text }) => text).join("")).toContain(line);
  expect(sentences.filter(({ text }) => text.startsWith(" word")).every(({ text }) => /^(?: word)+$/.test(text))).toBe(
    true,
  );
});

test("what stands at the end of a long line is still found", () => {
  const line = `${"word ".repeat(2_000)}as needed.`;
  const findings = validateContent(minimalContent({ "agents/helper/body.md": `${agentBody()}\n${line}\n` }));
  expect(findings.map(({ rule }) => rule)).toContain("body/empty-qualifier");
});
