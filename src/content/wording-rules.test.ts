import { expect, test } from "vitest";
import { minimalContent } from "../testing/minimal-content.js";
import { helperSaying } from "./bodies/example-bodies.js";
import type { Example } from "./rule.js";
import { validateContent } from "./validate-content.js";

function rulesOf(example: Example): readonly string[] {
  return validateContent(minimalContent(example)).map(({ rule }) => rule);
}

/** What is found in a line of the procedure of the helper. */
function found(line: string): readonly string[] {
  return rulesOf(helperSaying("Procedure", line));
}

test.each([
  "2. Rerun the suite until green.",
  "2. Re-run it until it is green.",
  "2. Continue until no finding is left.",
  "2. Keep fixing.",
  "2. Revise the text until it reads well.",
  "2. Test it over and over.",
  "2. Repeat until there are no more errors.",
  "2. Repeat until one run is clean.",
  "2. Repeat until three runs in a row are clean.",
  "2. Repeat until at most one warning is left.",
  "2. Rerun the second check until it passes.",
  "2. Take the first failure, mend it, repeat.",
  "2. Retry with one change at a time.",
  "2. Retry at once.",
  "2. Keep trying until the rate limit lets you through.",
  "2. As long as a test fails, go back to step 1.",
  "2. While something is red, mend it and start over.",
  "2. Continue until every test is green.",
])("a loop without an end: %s", (line) => {
  expect(found(line)).toEqual(["body/endless-loop"]);
});

test.each([
  "2. Rerun the suite after the change.",
  "2. Leave it open until the verdict.",
  "2. Rerun the suite until green, at most three times.",
  "2. Keep everything that works.",
  "2. Run the suite again after the last change: nothing older counts.",
  "2. Test again after the last change: a stale result proves nothing.",
  "2. A retry is a symptom; the retry limit, too.",
  "2. Go on until every criterion has its row.",
  "2. Continue with the next criterion until none is left.",
  "2. Retry once, with another key.",
  "2. Repeat it twice.",
  "2. Retry; after the third failure report it.",
  "2. Keep searching. Stop when two searches bring nothing new.",
  "2. Rerun it until green, within the budget of the task.",
  "2. Keep trying, `partial` where it fails.",
  "2. While it is open, note the place.",
])("no loop without an end: %s", (line) => {
  expect(found(line)).toEqual([]);
});

test.each([
  ["body/persona-praise", "As a senior engineer with decades in the trade, look."],
  ["body/persona-praise", "You are the best in the field."],
  ["body/persona-praise", "You are one of the finest."],
  ["body/persona-praise", "Act as an experienced security reviewer."],
  ["body/persona-praise", "Use your decades of hard experience."],
  ["body/perishable", "Wait 30s."],
  ["body/perishable", "Wait 5 min."],
  ["body/perishable", "Wait a few minutes."],
  ["body/perishable", "See example.com/x."],
  ["body/perishable", "See docs.example.org for the form."],
  ["body/perishable", "See example.dev/forms for it."],
  ["body/perishable", "It is served at localhost:3000."],
  ["body/perishable", "In March it was right."],
  ["body/perishable", "It ends on Friday."],
  ["body/project-number", "Functions have at most forty lines."],
  ["body/project-number", "Take at most 3 parameters."],
  ["body/project-number", "Line width 100 characters."],
  ["body/project-number", "No more than twenty-five functions."],
  ["body/project-number", "Indent with 4 spaces."],
])("%s: %s", (rule, line) => {
  expect([...new Set(found(`2. ${line}`))]).toEqual([rule]);
});

test.each([
  "Read it as an experienced user would.",
  "The best of two options is the one that can be undone.",
  "You are the only coordinator.",
  "The marks S and P stand for tiers: 2 S, 1 P.",
  "Take the second of them.",
  "Open the file main.rs, then index.io beside it.",
  "It may change; in that case march on.",
  "A call with three arguments fails.",
  "At most 3 parameters, unless the project says otherwise.",
  "Name it by its length.",
  "A proper noun keeps its capital, a proper name too.",
])("nothing is found in: %s", (line) => {
  expect(found(`2. ${line}`)).toEqual([]);
});

test("two terms that meet in one phrase are one finding", () => {
  expect(found("2. Act as an expert engineer with years of experience.")).toEqual([
    "body/persona-praise",
    "body/persona-praise",
  ]);
  expect(found("2. See https://example.com/x.")).toEqual(["body/perishable"]);
});

test.each([
  "You must not refactor.",
  "You may not refactor.",
  "Refactoring is forbidden.",
  "Do not test only the happy path.",
  "Don't touch anything but tests.",
])("a bare ban: %s", (line) => {
  expect(found(`2. ${line}`)).toEqual(["body/bare-ban"]);
});

test.each([
  "You must not refactor: list it as a finding.",
  "You must not refactor. List it as a finding.",
  "What is forbidden stands in the rules.",
  "It must not fail.",
  "Do not refactor but list it.",
  "Do not refactor, only list it.",
  "You must not refactor, but may list it.",
  "You may not run it, only in a scratch copy.",
])("no bare ban: %s", (line) => {
  expect(found(`2. ${line}`)).toEqual([]);
});

const description = (text: string) => ({
  "agents/helper/meta.yml": `id: helper\nname: helper\ndescription: "${text}"\ncategory: do\nresume_tier: bounded\nmodel_tier: standard\ncapabilities: []\n`,
});

test.each([
  "Helps. Use when needed.",
  "Helps with tests. Use when needed.",
  "Helps with tests, if necessary.",
  "Helps with tests whenever you need it.",
  "An agent for all use cases.",
  "Use when code is finished.",
  "Use when a test fails. Use it after each change.",
  "A role of many uses.",
])("a description by which nobody can choose: %s", (text) => {
  expect(rulesOf(description(text))).toEqual(["meta/description"]);
});

test.each([
  "When a test fails, finds its cause.",
  "Use when a test fails: finds its cause.",
  "Finds causes. Use for tests that fail.",
  "Finds the cause of a failing test; use after an engineer task.",
  "Use it when needed for a release: writes the notes.",
  "Finds causes. Use when needed, and after each failing test.",
])("a description that says what and when: %s", (text) => {
  expect(rulesOf(description(text))).toEqual([]);
});
