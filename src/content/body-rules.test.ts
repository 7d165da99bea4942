import { expect, test } from "vitest";
import { minimalContent } from "../testing/minimal-content.js";
import { CONTENT_RULES } from "./all-rules.js";
import { agentBody, greetSaying, helperSaying, skillBody } from "./bodies/example-bodies.js";
import { SNIPPETS } from "./bodies/snippets.js";
import type { Example } from "./rule.js";
import { validateContent } from "./validate-content.js";

const helper = helperSaying;
const greet = greetSaying;

/** Broken rules with their messages, for the files that an example lays over the minimal content. */
function broken(example: Example): readonly string[] {
  return validateContent(minimalContent(example)).map(({ rule, message }) => `${rule}: ${message}`);
}

/** The rules alone. */
function rulesOf(example: Example): readonly string[] {
  return [...new Set(validateContent(minimalContent(example)).map(({ rule }) => rule))];
}

const found: readonly (readonly [rule: string, what: string, example: Example])[] = [
  [
    "macro/unknown-role",
    "a macro inside a fence",
    greet("Procedure", "```\n{{subagent_spawn target_role=explore prompt=hello}}\n```"),
  ],
  [
    "macro/unknown-key",
    "a macro inside a code span",
    greet("Procedure", "`{{task_register label=hello state=pending colour=red}}`"),
  ],
  [
    "macro/unknown-key",
    "the opening of a heredoc",
    greet("Procedure", "{{subagent_spawn target_role=helper prompt=hello promt=>>A}}\nhello\n<<A"),
  ],
  ["macro/missing-key", "the opening of a heredoc", greet("Procedure", "{{subagent_spawn prompt=>>A}}\nhello\n<<A")],
  [
    "macro/unfilled-slot",
    "the text of a heredoc",
    greet("Procedure", "{{subagent_spawn target_role=helper prompt=>>A}}\nChanges: {change_manifest}\n<<A"),
  ],
  ["body/unknown-operation", "a call written out", greet("Procedure", "2. `plan_decide(issue_id)` ends it.")],
  ...["finish_plan", "get_tasks", "memory_search", "context_get", "task-list", "taskUpdate"].flatMap((name) =>
    [`2. Call \`${name}\`.`, `2. Then run the operation \`${name}\` and go on.`].map(
      (line) => ["body/unknown-operation", `an invented operation in ${line}`, greet("Procedure", line)] as const,
    ),
  ),
  ["body/unknown-operation", "a second one", greet("Procedure", "2. Use `task_list`, then `finish_plan`.")],
  [
    "body/unknown-parameter",
    "what an operation takes",
    greet("Procedure", "2. `task_add` takes `title`, `owner_role` and `deps`."),
  ],
  ["body/unknown-parameter", "a list behind a colon", greet("Procedure", "2. `task_update`: `task_id`, `status`.")],
  [
    "body/unknown-parameter",
    "brackets behind an operation",
    greet("Procedure", "2. Add it by `task_add` (`title`, `contxt`, `owner` lead)."),
  ],
  [
    "body/unknown-parameter",
    "a column of parameters",
    greet("State", "| operation | parameters |\n|---|---|\n| `plan_decide` | `issue_id`; `summary` |"),
  ],
  ["body/skeleton", "a missing heading", { "agents/helper/body.md": agentBody().replace("## Evidence\n", "") }],
  [
    "body/skeleton",
    "a heading on another level",
    { "agents/helper/body.md": agentBody().replace("## Evidence\n", "### Evidence\n") },
  ],
  ["body/skeleton", "a heading that stands twice", { "agents/helper/body.md": agentBody("## Evidence\n\n- Seen.") }],
  ["body/cut-off", "a form behind the first bytes", greet("Stop and ask", "- Counterrevolutionary.\n".repeat(360))],
  [
    "body/cut-off",
    "what the same failure is, behind the form",
    greet(
      "Report",
      `${"- Counterrevolutionary.\n".repeat(360)}\nTwo failures are the same when one call is refused for one reason.`,
    ),
  ],
  ["body/capitals-reason", "capitals inside a sentence", helper("Constraints", "- The text MUST stay.")],
  ["body/denied-act", "an operation of Lead", helper("Procedure", "2. Close it by `task_close`.")],
  ["body/denied-act", "talk with the user", helper("Procedure", "2. If it is gone, ask the user.")],
  [
    "body/denied-act",
    "a command that a capability denies",
    { ...helper("Procedure", "2. Run the tests."), ...withCapability("no_shell_exec") },
  ],
  ["body/addressing", "escalation", helper("Procedure", "2. After that escalate to the helper.")],
  ["body/capital-word", "a word in a code span", helper("Evidence", "- `VERIFIED` or `UNSURE`.")],
  ["body/closed-value", "a list with is", helper("Report", "`outcome` is passed, failed or skipped.")],
  ["body/endless-loop", "repeat", helper("Procedure", "2. Repeat the check.")],
  ["body/endless-loop", "try again", helper("Procedure", "2. When it fails, try it again.")],
  ["body/endless-loop", "run until", helper("Procedure", "2. Run it until it is green.")],
  [
    "body/snippet-missing",
    "a skill without trust",
    { "skills/greet/body.md": skillBody("", { Constraints: "- Mask secrets." }) },
  ],
  [
    "body/snippet-reworded",
    "a snippet that a skill need not hold",
    greet("Constraints", (SNIPPETS.find(({ name }) => name === "stuck")?.text ?? "").replace("third", "fourth")),
  ],
  ["body/snippet-reworded", "a snippet twice", greet("State", SNIPPETS[0]?.text ?? "")],
  ["body/dangling-pointer", "see above", helper("Evidence", "- For the form see above.")],
  [
    "body/denied-act",
    "an order behind a condition that holds a no",
    helper("Procedure", "2. If nothing fits, edit the test file."),
  ],
  [
    "body/addressing",
    "an order behind a condition that holds a no",
    helper("Procedure", "2. With no answer, ask the helper."),
  ],
  ["body/bare-ban", "a ban before the end of its step", helper("Procedure", "2. Do not guess. Done when it is known.")],
  ["body/dangling-pointer", "a side file", helper("Evidence", "- The form is described in `checklist.md`.")],
  ["body/dangling-pointer", "a link to a side file", helper("Evidence", "- Use the [form](forms/checklist.md).")],
  ["body/dangling-pointer", "a phase", helper("Evidence", "- As in phase 5.")],
  ["body/dangling-pointer", "a range of steps", helper("Evidence", "- As in steps 1-4.")],
  ["body/dangling-pointer", "a field that no form has", helper("Evidence", "- List it under `docs_impact`.")],
  ["body/dangling-pointer", "a skill that does not exist", greet("When", "- After nx-tidy.")],
  ["body/dangling-pointer", "a tag that does not exist", greet("When", "- `[wave]`.")],
  ["text/html-comment", "a comment in a fence", helper("Evidence", "```\n<!-- look -->\n```")],
  ["text/html-comment", "a comment without an end", helper("Evidence", "<!-- look")],
  ["text/encoded", "escaped characters", helper("Evidence", "- \\u0073\\u0061\\u0079\\u0020")],
  ["text/encoded", "hexadecimal digits", helper("Evidence", "- 59 6f 75 20 6d 61 79 20 73 6b 69 70 20 69 74 2e")],
  ["text/language", "another script", helper("Evidence", "- 도움")],
  [
    "text/language",
    "another script in a meta.yml, beside an alias",
    meta('description: "Helps когда when one is open."\nalias_ko: 도우미'),
  ],
  ["body/empty-qualifier", "as needed", helper("Evidence", "- Add a line as needed.")],
  ["body/empty-qualifier", "relevant without which", helper("Evidence", "- Open the relevant files.")],
  ["body/persona-praise", "a title", helper("Role", "You are a senior security expert.")],
  ["body/perishable", "a date", helper("Evidence", "- Since 2024-05 it holds.")],
  ["body/perishable", "a version", helper("Evidence", "- It needs v2.1.")],
  ["body/perishable", "an address", helper("Evidence", "- Open https://example.com/form.")],
  ["body/project-number", "files", helper("Procedure", "2. Look at most at 5 files.")],
  ["body/bare-ban", "do not", helper("Procedure", "2. Open it. Do not guess.")],
];

test.each(found)("%s finds %s", (rule, _, example) => {
  expect(rulesOf(example)).toEqual([rule]);
});

const passed: readonly (readonly [what: string, example: Example])[] = [
  [
    "prompts in macros and examples in fences say what they like",
    greet(
      "Procedure",
      '{{subagent_spawn target_role=helper prompt="You are an expert. Repeat. NEVER STOP. See above."}}\n\n```\n## Phase 5\nRepeat properly.\n```',
    ),
  ],
  ["lists of operations are none of parameters", greet("Procedure", "2. Call `task_list`, `plan_status`, `context`.")],
  ["a word between parameters", greet("Procedure", "2. Add it by `task_add` (`title`, `owner` lead).")],
  [
    "parameters in a table",
    greet("State", "| operation | parameters |\n|---|---|\n| `plan_update` | `action` add; `issue_id`; `title` |"),
  ],
  ["what an operation takes", greet("Procedure", "2. `task_add` takes `title`, `owner` and `deps`.")],
  ["parameters behind a colon", greet("Procedure", "2. `task_update`: `id`, `status`.")],
  ["what is used and is no operation", greet("Procedure", "2. Use `target_files`, run `open-door` and `sort_rows`.")],
  ["a name that nobody calls", greet("State", "- `tasks-left` counts what is open.")],
  ["a list of bans", helper("Procedure", "2. Never run programs, edit the test file or ask the helper: look at it.")],
  ["what is Lead's", helper("Procedure", "2. Lead alone may close a task.")],
  ["knowledge of the project", helper("Evidence", "- What is listed in `.nexus/context/structure.md`.")],
  ["a ban is no order", helper("Procedure", "2. Change no workspace file: experiment in a scratch copy.")],
  [
    "editing by an agent that may",
    { ...helper("Procedure", "2. Edit the test file."), ...withCapability("no_task_create") },
  ],
  ["asking Lead", helper("Procedure", "2. In doubt, ask Lead.")],
  ["forbidding to ask another", helper("Procedure", "2. Do not ask the helper: use `next`.")],
  ["qualifiers in quotations", helper("Judgement", '- Bad: "works properly". Good: "prints two lines".')],
  ["relevant to something", helper("Evidence", "- Open what is relevant to the task.")],
  ["until as a wait", greet("Procedure", "2. It stays open until the verdict.")],
  ["the number in the next sentence", helper("Procedure", "2. Retry it. Three attempts are the limit.")],
  ["steps that exist", helper("Evidence", "- As in step 1.")],
  ["a number left to the project", helper("Procedure", "2. At most 80 columns unless the project says otherwise.")],
  ["a limit of the report", helper("Report", "At most fifteen lines.")],
  ["an alias in its own language", meta("description: Helps when asked to.\nalias_ko: 도우미")],
  ["signs that are no letters", helper("Evidence", "- a → b, 40 °C, ≥ 3.")],
  ["a shared paragraph where none is required", greet("Constraints", SNIPPETS.at(-1)?.text ?? "")],
];

test.each(passed)("nothing is found in: %s", (_, example) => {
  expect(broken(example)).toEqual([]);
});

/** The bad and the good example that the guide to bodies gives for a rule. */
const guide: readonly (readonly [id: string, bad: Example, good: Example])[] = [
  [
    "L01",
    helper("Procedure", "2. Run `bun test`, then open CLAUDE.md."),
    helper("Procedure", "2. Run the project's test command; see the instruction file."),
  ],
  [
    "L02",
    greet("Procedure", "2. `nx_plan_decide(summary)`."),
    greet("Procedure", "2. `plan_decide` with `issue_id` and `decision`."),
  ],
  [
    "L03",
    greet("Procedure", "{{subagent_spawn target_role=explore}}"),
    greet("Procedure", '{{subagent_spawn target_role=helper prompt="Look."}}'),
  ],
  [
    "L04",
    greet("Procedure", "{{subagent_spawn target_role=helper prompt=>>P}}\nChanges: {change_manifest}\n<<P"),
    greet("Procedure", "{{subagent_spawn target_role=helper prompt=>>P}}\nThe list follows.\n<<P"),
  ],
  ["L05", helper("Judgement", "## Guidelines"), helper("Judgement", "- Look first.")],
  [
    "L07",
    helper("Constraints", "- NEVER skip checks."),
    helper("Constraints", "- Never report a check you did not run: Lead acts on it."),
  ],
  ["L08", helper("Procedure", "2. Edit the test file."), helper("Procedure", "2. List missing cases in the report.")],
  ["L09", helper("Procedure", "2. Ask helper first."), helper("Procedure", "2. Name helper under `next`.")],
  ["L11", helper("Report", "`NEEDS_CHANGES`"), helper("Report", "`REVISION_REQUIRED`")],
  [
    "L12",
    helper("Procedure", "2. Handle errors appropriately."),
    helper("Procedure", "2. Return the cause; keep the exit status."),
  ],
  [
    "L13",
    helper("Procedure", "2. Iterate until it passes."),
    helper("Procedure", "2. At most three times, then `blocked`."),
  ],
  [
    "L14",
    helper("Stop and ask", "- If anything is unclear, ask."),
    helper("Stop and ask", "- When two sources give different limits, ask which governs; default: the stricter."),
  ],
  ["L16", helper("Evidence", "- The Phase 5 manifest."), helper("Evidence", "- What stands under `not_done`.")],
  ["L17", helper("Evidence", "<!-- delete it -->"), helper("Evidence", "- Seen.")],
  ["L19", helper("Role", "You are a world-class expert."), helper("Role", "You judge whether it holds.")],
  [
    "L20",
    helper("Procedure", "2. Coverage at least 80 %."),
    helper("Procedure", "2. The project's threshold; none given: report the figure."),
  ],
  ["L21", helper("Procedure", "2. Don't guess."), helper("Procedure", "2. Don't guess the unit: read the caller.")],
  [
    "L23",
    meta("description: Helps with tests"),
    meta("description: Judges finished code against its acceptance criteria; use after an engineer task"),
  ],
];

test.each(guide)(
  "%s: the guide's bad example breaks rules that hold it, and its good one breaks none",
  (id, bad, good) => {
    const guideOf = new Map(CONTENT_RULES.map((rule) => [rule.id, rule.guide]));
    expect(new Set(rulesOf(bad).map((rule) => guideOf.get(rule)))).toContain(id);
    expect(broken(good)).toEqual([]);
  },
);

test("bodies with CRLF are read like those with LF", () => {
  const crlf = Object.fromEntries(
    Object.entries(helper("Evidence", "- Repeat it.")).map(([file, text]) => [file, text.replaceAll("\n", "\r\n")]),
  );
  expect(rulesOf(crlf)).toEqual(["text/line-end", "body/endless-loop"]);
});

test("a finding in a body names the line in which its words stand, behind macros and fences too", () => {
  const body = skillBody('{{user_question question="Shall I?"\n options=[]}}\n\n```\na\nb\n```\n\nRepeat it.');
  const line = body.split("\n").indexOf("Repeat it.") + 1;
  const findings = validateContent(minimalContent({ "skills/greet/body.md": body }));
  expect(findings.map(({ rule, line: at }) => [rule, at])).toEqual([["body/endless-loop", line]]);
});

test("a run of shared words is shown at its longest in each body, with its place in another", () => {
  const words = "keep the window shut while the rain comes in from outside and the wind blows";
  const first = helper("Evidence", `- Open on time: ${words}.`);
  const second = greet("State", `Please ${words}, too.`);
  const lineIn = (text = "") => text.split("\n").findIndex((line) => line.includes(words)) + 1;
  const messages = broken({ ...first, ...second });
  const shown = '"keep the window shut while the rain comes in from outside and the w…"';
  expect(messages).toEqual([
    `body/shared-run: 15 words stand in skills/greet/body.md:${lineIn(second["skills/greet/body.md"])} too: ${shown}`,
    `body/shared-run: 15 words stand in agents/helper/body.md:${lineIn(first["agents/helper/body.md"])} too: ${shown}`,
  ]);
});

test("what is wrong with the headings is said for each of them", () => {
  const text = agentBody().replace("## Decides", "## Decide").replace("## Evidence", "## Judgement");
  expect(broken({ "agents/helper/body.md": text })).toEqual([
    'body/skeleton: the headings "Decides", "Evidence" are missing',
    'body/skeleton: "Decide" is no heading of an agent',
    'body/skeleton: "Judgement" stands a second time',
  ]);
});

function meta(lines: string): Example {
  return {
    "agents/helper/meta.yml": `id: helper\nname: helper\ncategory: do\nresume_tier: bounded\nmodel_tier: standard\ncapabilities: []\n${lines}\n`,
  };
}

function withCapability(id: string): Example {
  const guidance = "What a harness has to do about this entry, in more than forty characters.";
  return {
    "agents/helper/meta.yml": `id: helper\nname: helper\ndescription: Helps when asked to.\ncategory: do\nresume_tier: bounded\nmodel_tier: standard\ncapabilities: [${id}]\n`,
    "vocabulary/capabilities.yml": `capabilities:\n  - id: ${id}\n    description: Denied.\n    intent: denial\n    blocks_semantic_classes: [${id === "no_shell_exec" ? "shell_command_exec" : "nexus_task_creation"}]\n    prose_guidance: ${guidance}\n`,
  };
}
