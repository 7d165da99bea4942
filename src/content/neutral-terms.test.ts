import { expect, test } from "vitest";
import { minimalContent } from "../testing/minimal-content.js";
import { agentBody, skillBody } from "./bodies/example-bodies.js";
import { neutralHits } from "./neutral-terms.js";
import { validateContent } from "./validate-content.js";

test.each([
  ["Run TodoWrite, then WebSearch.", ["tool-name TodoWrite", "tool-name WebSearch"]],
  ["Use the `Read` tool or the Bash tool.", ["tool-name `Read` tool", "tool-name Bash tool"]],
  ['Skill({ name: "x" }) and Agent("y") and Task(z)', ["call-form Skill(", "call-form Agent(", "call-form Task("]],
  [
    "Type /claude-nexus:nx-plan or /codex-nexus:run.",
    ["namespace /claude-nexus:nx-plan", "namespace /codex-nexus:run"],
  ],
  [
    "In Claude Code, opencode-nexus and Gemini CLI",
    ["product Claude Code", "product opencode-nexus", "product Gemini CLI"],
  ],
  [
    "CLAUDE.md, AGENTS.md, .cursorrules and .claude/skills",
    [
      "instruction-file CLAUDE.md",
      "instruction-file AGENTS.md",
      "instruction-file .cursorrules",
      "instruction-file .claude/",
    ],
  ],
  [
    "`bun test`, npm, cargo build, `go test ./...`",
    ["toolchain bun test", "toolchain npm", "toolchain cargo build", "toolchain go test"],
  ],
  ["package.json on GitHub", ["toolchain package.json", "toolchain GitHub"]],
  [
    "claude-3-5-sonnet, Opus, gpt-4o, GPT-5, o3-mini, o1, gemini-2.5-pro, openai/gpt-4.1",
    [
      "model claude-3-5-sonnet",
      "model Opus",
      "model gpt-4o",
      "model GPT-5",
      "model o3-mini",
      "model o1",
      "model gemini-2.5-pro",
      "model openai/gpt-4.1",
    ],
  ],
  [
    "Run `git status`, then `make`; search by ripgrep in bash.",
    ["toolchain git", "toolchain make", "toolchain ripgrep", "toolchain bash"],
  ],
  ["Open it in Notion, Linear or YouTrack.", ["product Notion", "product Linear", "product YouTrack"]],
  ["Ask Qwen, a Llama or qwen2.5-coder.", ["model Qwen", "model Llama", "model qwen2.5-coder"]],
  [
    "It is written in TypeScript, in Rust or Go code, as C++ for .NET.",
    ["toolchain TypeScript", "toolchain Rust", "toolchain Go code", "toolchain C++", "toolchain .NET"],
  ],
  [
    "`cd src/a && make test`, `go build`, `rm -rf .` and `grep -r a`",
    ["toolchain cd src/a", "toolchain make test", "toolchain go build", "toolchain rm -rf", "toolchain grep -r"],
  ],
  [
    "```sh\n# first\nmake test\n  yarn build\n```\n\n$ tox -e all\n",
    ["toolchain make test", "toolchain yarn build", "toolchain tox -e"],
  ],
  ["Store it in Redis, show it in Chrome, edit it with Vim.", ["product Redis", "product Chrome", "product Vim"]],
  [
    "Tests by JUnit or Playwright, packages by homebrew.",
    ["toolchain JUnit", "toolchain Playwright", "toolchain homebrew"],
  ],
  ["Ask Apple or NVIDIA, on GCP.", ["product Apple", "product NVIDIA", "product GCP"]],
  ["An ApprovalBridge over ACP", ["other-layer ApprovalBridge", "other-layer ACP"]],
])("%s", (text, expected) => {
  expect(neutralHits(text).map(({ word, term }) => `${term.kind} ${word}`)).toEqual(expected);
});

test.each([
  "Write the report. Read it again. Edit what is wrong. Task states are three. Monitor the run.",
  "Continue with the cursor on the next node, and make sure that the build goes on.",
  "Agent(s) and task(s), an agent (the second one) and a skill (such as this) are plain words.",
  "Match the glob pattern; a grep of the history is no observation.",
  "Look in src/retry:41, at https://example.org:8080/a:b and under `.nexus/memory/x.md`.",
  "The option is go/no-go, the ratio 1/2:3, and/or either:or.",
  "A reader of poems, an oval, O(1) steps, O1 in a list, and the letter o alone.",
  "Make sure that it is linear; go on, find the rust and react to it. A swift ruby, a notion, an oracle.",
  "Notion first. Linear growth. Rust on iron. Zoom in, express it.",
  "Code such as `make sure`, `find x`, `sort order`, `go on`, `cd`, `node`, `head` and `cat` is none.",
  "| Rust | React |\n- Apple pie\n## Swift\nlabel: Cursor",
  "Formats such as JSON, YAML, HTML, CSS, SQL and Markdown; Linux and Windows; a digital legit gitter.",
  "```\nmake the list\nfind a/b\n```",
  "Run the project's test command; see the instruction file.",
])("plain English stays unflagged: %s", (text) => {
  expect(neutralHits(text)).toEqual([]);
});

test("tool words are flagged in meta.yml and vocabulary where they stand for tools, and in no body", () => {
  const meta =
    "id: helper\nname: helper\ncategory: do\nresume_tier: bounded\nmodel_tier: standard\ncapabilities: [no_file_edit]\n";
  const findings = validateContent(
    minimalContent({
      "agents/helper/meta.yml": `${meta}description: Uses \`Edit\` when asked to.\ntask: Monitor\n`,
      "agents/helper/body.md": agentBody("Edit by hand, and `Read` first."),
    }),
  );
  expect(findings.map(({ rule, line, message }) => [rule, line, message])).toEqual([
    ["neutrality/tool-word", 7, '"Edit" stands for a tool of one harness'],
    ["neutrality/tool-word", 8, '"Monitor" stands for a tool of one harness'],
  ]);
});

test("a prefixed operation is found in any form, and a capability is none", () => {
  const text =
    "Call nx_plan_decide(x), mcp__nexus__task_list or my_own_task_add; no_task_update and `task_add` are fine.\n";
  const findings = validateContent(minimalContent({ "skills/greet/body.md": skillBody(text) }));
  expect(findings.map(({ rule, message }) => [rule, message])).toEqual([
    ["neutrality/operation-prefix", '"mcp__nexus__task_list" carries the prefix of a harness'],
    ["neutrality/operation-prefix", '"my_own_task_add" carries the prefix of a harness'],
    ["neutrality/operation-prefix", '"nx_plan_decide" carries the prefix of a harness'],
  ]);
});
