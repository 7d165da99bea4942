/** Words that a rule has to find, beside their honest neighbours. */
import { expect, test } from "vitest";
import { minimalContent } from "../testing/minimal-content.js";
import { helperSaying } from "./bodies/example-bodies.js";
import { validateContent } from "./validate-content.js";

const rulesOf = (section: string, words: string) => [
  ...new Set(validateContent(minimalContent(helperSaying(section, words))).map(({ rule }) => rule)),
];

const rows: readonly {
  readonly rule: string;
  readonly section: string;
  readonly found: readonly string[];
  readonly passed: readonly string[];
}[] = [
  {
    rule: "body/skeleton",
    section: "Evidence",
    found: [
      "Guidelines\n----------\n\nA line.",
      "Extra notes\n===========\n\nA line.",
      "Extra\nnotes\n-\n\nA line.",
      " ## Extra notes\n\nA line.",
      "   ## Extra\n\nA line.",
      "- An item.\n  ## Guidelines\n  A line.",
      "## Extra ##\n\nA line.",
    ],
    passed: [
      "A line.\n\n---\n\nAnother.",
      "- An item.\n---",
      "| a |\n|---|\n| b |\n---",
      "####### Seven signs.",
      "#hash is a word, and # stands here.",
      "A line\n- an item",
      "a\n= b",
    ],
  },
];

const cases = (key: "found" | "passed") =>
  rows.flatMap((row) => row[key].map((words) => [row.rule, words, row.section] as const));

test.each(cases("found"))("%s finds %j", (rule, words, section) => {
  expect(rulesOf(section, words)).toEqual([rule]);
});

test.each(cases("passed"))("%s passes %j", (_, words, section) => {
  expect(rulesOf(section, words)).toEqual([]);
});
