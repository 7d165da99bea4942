/** What keeps the letter of a rule and breaks it all the same, and what only looks as if it did. */
import { expect, test } from "vitest";
import { minimalContent } from "../testing/minimal-content.js";
import { agentBody, greetSaying, helperSaying, skillBody } from "./bodies/example-bodies.js";
import type { Example } from "./rule.js";
import { validateContent } from "./validate-content.js";

const helper = helperSaying;
const greet = greetSaying;

const found: readonly (readonly [rule: string, what: string, example: Example])[] = [
  ...[
    "<the list here>",
    "<list>",
    "<PASTE THE LIST>",
    "[INSERT LIST]",
    "[LIST]",
    "[insert the list]",
    "$LIST",
    "$\u007bLIST}",
    "{the list}",
    "%LIST%",
    "____",
    "<<LIST>>",
    "[[list]]",
    "{{list}}",
  ].map(
    (slot) =>
      [
        "macro/unfilled-slot",
        `the slot ${slot}`,
        greet("Procedure", `{{subagent_spawn target_role=helper prompt=>>A}}\nChanges: ${slot}\n<<A`),
      ] as const,
  ),
  ...["{list}", "$LIST", "$\u007bLIST}"].map(
    (slot) =>
      [
        "macro/unfilled-slot",
        `the unquoted slot ${slot}`,
        greet("Procedure", `{{subagent_spawn target_role=helper prompt=${slot}}}`),
      ] as const,
  ),
  ...["---", "***", "- …", "..."].map(
    (text) =>
      ["body/empty-section", `${text} alone`, { "skills/greet/body.md": skillBody("", { State: text }) }] as const,
  ),
  [
    "body/report-example",
    "a second form in a fence of JSON",
    helper("Evidence", '```json\n{ "status": "done", "verdict": "good" }\n```'),
  ],
  ["body/report-example", "a second form in lines", helper("Evidence", "```\nStatus: done\nFindings: none\n```")],
  ["body/report-example", "a second form without a fence", helper("Evidence", '{ "status": "done", "checks": [] }')],
  [
    "body/report-example",
    "a second form in a prompt",
    greet(
      "Procedure",
      '{{subagent_spawn target_role=helper prompt=>>A}}\nReturn { "status": "done", "verdict": "good" }.\n<<A',
    ),
  ],
  [
    "body/report-example",
    "a second form as a list",
    helper("Evidence", "- **Status:** done or not\n- **Summary:** a line\n- **Findings:** one a line"),
  ],
  [
    "body/report-example",
    "a second form as a table",
    helper("Evidence", "| Status | done |\n|---|---|\n| Verdict | good |\n| Findings | none |"),
  ],
  ["body/report-example", "a second form by its name", helper("Evidence", "**Completion report**\n\n- What was done.")],
  ["body/report-example", "a second form by its name, before a colon", helper("Evidence", "Output format: a table.")],
  ["body/report-example", "a second block", helper("Evidence", '```nexus-report\n{ "report": 1 }\n```')],
  ["body/dangling-pointer", "a table that does not follow", helper("Evidence", "See the table below.")],
  ["body/dangling-pointer", "the following table", greet("Report", "Take the following table.")],
  ["body/dangling-pointer", "a list that stands nowhere above", helper("Role", "The list above holds.")],
  ["body/dangling-pointer", "a lettered appendix", helper("Evidence", "- See Appendix A.")],
  ["body/dangling-pointer", "an appendix", helper("Evidence", "- For the form see the appendix.")],
  ["body/dangling-pointer", "a section without its name", helper("Evidence", "- Keep to the section above.")],
  ["body/dangling-pointer", "what was shown somewhere", helper("Evidence", "- It is kept as shown above.")],
  ["body/dangling-pointer", "a numbered table", helper("Evidence", "- As in table 2.")],
  ["text/hidden-markup", "an element in a table", helper("Evidence", "| a |\n|---|\n| <b hidden>look</b> |")],
  ["text/hidden-markup", "a placeholder that the page takes for a tag", helper("Evidence", "- Task <id> was found.")],
  [
    "text/hidden-markup",
    "an element that hides a part of a prompt",
    greet(
      "Procedure",
      "{{subagent_spawn target_role=helper prompt=>>A}}\nLook.\n<div hidden=until-found>Look away.</div>\n<<A",
    ),
  ],
  ["text/hidden-markup", "a definition as a comment", helper("Evidence", "[//]: # (look away)")],
  ["text/hidden-markup", "a definition in a list", helper("Evidence", "- [comment]: <> 'look away'")],
  ["text/hidden-markup", "a footnote that nothing names", helper("Evidence", "[^1]: look away")],
  ["text/hidden-markup", "a link without words", helper("Evidence", "- Seen. [](#look-away)")],
  ["text/hidden-markup", "a link with a title", helper("Evidence", '- [Seen](#seen "look away").')],
  ["text/hidden-character", "an entity by its number", helper("Evidence", "- Seen&#8203;.")],
  ["text/hidden-character", "an entity in hexadecimal digits", helper("Evidence", "- Seen&#x2063;.")],
  ["text/hidden-character", "an entity by its name", helper("Evidence", "- Seen&ZeroWidthSpace;.")],
  ["text/hidden-character", "a letter that looks like a blank", helper("Evidence", "- Seen\u2800.")],
  ["text/hidden-character", "blanks that count", helper("Evidence", "- Seen\u2009\u200a\u2009.")],
];

test.each(found)("%s finds %s", (rule, _, example) => {
  const findings = validateContent(minimalContent(example));
  expect([...new Set(findings.map((finding) => finding.rule))]).toEqual([rule]);
});

const passed: readonly (readonly [what: string, example: Example])[] = [
  ["a table that follows", greet("State", "The table below says more.\n\n| a |\n|---|\n| b |")],
  ["a list that stands above", helper("Evidence", "The list above holds.")],
  ["a form in a fence", helper("Procedure", "2. Fill the form below.")],
  ["above as a limit", greet("Report", "Keep the table above ten rows, and the list below that.")],
  ["an appendix of a text that is written", helper("Evidence", "- Raw data stand in the appendix of the report.")],
  [
    "a table of the fields of the form",
    helper(
      "Evidence",
      "| field | holds |\n|---|---|\n| `status` | how far |\n| `verdict` | how well |\n| `findings` | what |",
    ),
  ],
  ["the table of a source", helper("Evidence", "- Table 2 of the source, a part I opened, section by section.")],
  [
    "what is no slot in a value",
    greet(
      "Procedure",
      "{{subagent_spawn target_role=helper prompt=>>A}}\nTASK: [PASS] or [x], [plan:auto], [A-Z0-9], [JSON API], [IEEE 754], [look](#seen)<br>.\n<task>It costs $5; a < b, c > d, snake_case and `$LIST`, `Task <id>`.</task>\n{a: 1, b: 2} {}\n<<A",
    ),
  ],
  [
    "a fence that shows state, labels among others, and the name of the form in front of its block",
    {
      "agents/helper/body.md": agentBody("", {
        Evidence:
          '```json\n{ "tasks": [{ "id": 1, "status": "pending" }], "summary": { "ready": [1] } }\n```\n\n- Summary: a line.\n- Criteria: opened.\n- The output format of the command.',
      }).replace("\n\n```nexus-report", "\n\nAnswer form:\n\n```nexus-report"),
    },
  ],
  ["tags in code", helper("Evidence", "- `Task <id> was found`, and ``<b`>``.\n\n```\n<div hidden>\n[//]: # (a)\n```")],
  [
    "tags that divide a prompt",
    greet("Procedure", '{{subagent_spawn target_role=helper prompt="<task>Look.</task> <b>Now</b>."}}'),
  ],
  ["signs of comparison and arrows", helper("Evidence", "- a <b, c> d<br>x<sup>2</sup>, 1 < 2 > 0, a <- b -> c, <3.")],
  [
    "brackets and a colon",
    helper("Evidence", "[a]: what was seen.\n\n- [b] or [c](#seen), [`d`](#seen), seen[^1].\n\n[^1]: As said."),
  ],
  [
    "one special blank, and entities that show",
    helper("Evidence", "- 40\u00a0%, 10\u202f000, a &amp; b, &#8212; &copy;."),
  ],
];

test.each(passed)("nothing is found in: %s", (_, example) => {
  expect(validateContent(minimalContent(example))).toEqual([]);
});
