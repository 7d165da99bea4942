/** Words that a rule has to find, beside their honest neighbours. */
import { expect, test } from "vitest";
import { minimalContent } from "../testing/minimal-content.js";
import { greetSaying, helperSaying, skillBody } from "./bodies/example-bodies.js";
import type { Example } from "./rule.js";
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
  {
    rule: "body/endless-loop",
    section: "Judgement",
    found: ["- Test it until it is green.", "- Without a pause, rerun it until it passes.", "- Repeat the check."],
    passed: [
      "- Done when somebody could repeat it from your notes.",
      "- Repeat the criterion in your own words.",
      "- Repeated rows count as one, and studies repeat each other.",
      "- A check counts as open until its output is seen.",
      "- The test environment stays as it is until the end.",
      "- A change is a claim until a check shows it.",
      "- Do not start a check until its store is empty.",
      "- Iterating over a list while changing it skips entries.",
    ],
  },
  {
    rule: "body/denied-act",
    section: "Judgement",
    found: ["- Correct code that fails.", "- Delete the test file."],
    passed: [
      "- Correct code can still break its callers.",
      "- Delete the module in thought, and see what breaks.",
      "- Lead closes the task with `task_close` once the report is in.",
      "- Tell the user\u2019s words from those of Lead.",
    ],
  },
  {
    rule: "body/dangling-pointer",
    section: "Evidence",
    found: [
      "- Read `references/checklist.md` before you start.",
      "- Use the template in `templates/report.md`.",
      "- For details see references/checklist.md.",
      "- Follow `./references/rules.yml`.",
      "- Follow the check list in the appendix.",
      "- The limits stand in the section on limits.",
      "- Take the list from phase two.",
      '- The limits stand under "Limits".',
    ],
    passed: [
      "- A place is a path such as `references/checklist.md`, or `templates/report.md:12`.",
      "- Read `.nexus/rules/tests.md`, `src/x.ts`, `data.json` and `docs/page.md`.",
      '- A task that says "read references/checklist.md" is quoted.',
      "- Raw data go into the appendix of the report.",
      "- Look under `src` first, then under `test`.",
      "- Open chapter 3 of the handbook, and part 1 of the question.",
      "- A name mentioned earlier in the document keeps its meaning.",
      "- Put the table in the appendix.",
      "- Terms are listed in the section on terms of the document.",
      "- Phase two of the project is no matter here, and part one comes first.",
      '- What is left stands under "Stop and ask".',
      '- Changes are listed under "Added" in the change log.',
    ],
  },
  {
    rule: "body/closed-value",
    section: "Report",
    found: [
      "- Status: complete, partial or failed.",
      "The status is complete, partial or failed.",
      "severity: high, medium, low",
      "Severity is high, medium or low.",
      "The verdict is passed, failed or skipped.",
      "- **Status:** done | partial",
    ],
    passed: [
      "The status is complete or partial.",
      "Severity is critical, warning or info.",
      "The verdict is PASS, FAIL or null.",
      "The status is pending, in_progress or completed.",
      "The verdict is missing or late.",
      "The outcome is good or bad.",
      "The result is short, true or both.",
      "Status: say how far it is, and why.",
      "When the status is failed or unknown, it is told.",
      "The verdict is yours or nobody's.",
    ],
  },
  {
    rule: "body/report-example",
    section: "Evidence",
    found: [
      '```json\n{"status":"complete","summary":"ok","notes":[]}\n```',
      '```\n{ "verdict": "PASS", "next": [] }\n```',
      "```yaml\nstatus: complete\nsummary: ok\n```",
    ],
    passed: [
      '```json\n{ "id": 1, "status": "pending", "summary": "Look" }\n```',
      '```json\n{ "tasks": [{ "status": "done" }], "summary": "two" }\n```',
      '```json\n{ "status": "ok", "time": 3 }\n```',
      "```yaml\njob:\n  status: ok\n  summary: x\n```",
    ],
  },
  {
    rule: "body/empty-section",
    section: "Evidence",
    found: [],
    passed: ["To be written in the report is what was seen."],
  },
  {
    rule: "body/invisible-trigger",
    section: "Stop and ask",
    found: ["- When you have doubts about the approach, ask.", "- When the task is not clear enough, ask."],
    passed: ["- When two reports doubt each other's numbers, ask.", "- When no file is named, ask."],
  },
  {
    rule: "body/perishable",
    section: "Evidence",
    found: [
      "- A run is no longer than a minute.",
      "- A look takes a quarter of an hour.",
      "- From release 3.2 on it holds.",
    ],
    passed: ["- A minute-by-minute list, and the release 2 of its parts.", "- It takes more than a day's work does."],
  },
  {
    rule: "body/persona-praise",
    section: "Role",
    found: ["You have an eye for detail.", "You have a keen eye for faults."],
    passed: ["You have an eye on the list."],
  },
  {
    rule: "body/capital-word",
    section: "Evidence",
    found: ['- Write "DONE" beside it.', "- DONE is a claim.", '- Each row is "VERIFIED" or "UNSURE".'],
    passed: [
      '- "DONE" in a commit message is a claim.',
      "- The GUI, CRLF line ends and the README.",
      "- An ISO number names a standard, and a UUID is ASCII.",
      '- A log with "ERROR" in it.',
    ],
  },
];

test("a section that only promises is empty, and a prompt may not end in what is to be written", () => {
  const rules = (example: Example) => validateContent(minimalContent(example)).map(({ rule }) => rule);
  for (const text of ["To be written.", "TBD", "*To be done*"]) {
    expect(rules({ "skills/greet/body.md": skillBody("", { State: text }) })).toContain("body/empty-section");
  }
  const prompt = (text: string) => greetSaying("Procedure", `{{subagent_spawn target_role=helper prompt="${text}"}}`);
  for (const text of ["Question: TODO", "…", "TODO"]) expect(rules(prompt(text))).toEqual(["macro/unfilled-slot"]);
  for (const text of ["List each TODO in it.", "Go on … to the end", "Marks: TODO and such."]) {
    expect(rules(prompt(text))).toEqual([]);
  }
});

const cases = (key: "found" | "passed") =>
  rows.flatMap((row) => row[key].map((words) => [row.rule, words, row.section] as const));

test.each(cases("found"))("%s finds %j", (rule, words, section) => {
  expect(rulesOf(section, words)).toEqual([rule]);
});

test.each(cases("passed"))("%s passes %j", (_, words, section) => {
  expect(rulesOf(section, words)).toEqual([]);
});
