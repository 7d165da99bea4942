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
    rule: "body/capital-word",
    section: "Evidence",
    found: ['- Write "DONE" beside it.', "- DONE is a claim.", '- Each row is "VERIFIED" or "UNSURE".'],
    passed: [
      '- "DONE" in a commit message is a claim.',
      "- The GUI, CRLF line ends and the README.",
      '- A log with "ERROR" in it.',
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
