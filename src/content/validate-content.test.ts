import { expect, test } from "vitest";
import { minimalContent } from "../testing/minimal-content.js";
import { CONTENT_RULES } from "./all-rules.js";
import { validateContent } from "./validate-content.js";

test("the minimal content, on which all examples stand, is without findings", () => {
  expect(validateContent(minimalContent())).toEqual([]);
});

test.each(CONTENT_RULES)("the bad example of $id breaks this rule and no other", ({ id, level, bad }) => {
  const findings = validateContent(minimalContent(bad));
  expect(new Set(findings.map((finding) => `${finding.rule} ${finding.level}`))).toEqual(new Set([`${id} ${level}`]));
});

test.each(CONTENT_RULES)("the good example of $id breaks nothing", ({ good }) => {
  expect(validateContent(minimalContent(good))).toEqual([]);
});
