import { expect, test } from "vitest";
import { minimalContent } from "../../testing/minimal-content.js";
import { agentBody, skillBody } from "../rules/example-bodies.js";
import { validateContent } from "../rules/validate-content.js";

const named = (text: string, files = {}) =>
  validateContent(minimalContent({ "agents/helper/body.md": agentBody(text), ...files }))
    .filter(({ rule }) => rule === "neutrality/product")
    .map(({ line, message }) => `${line}: ${/^"([^"]*)"/.exec(message)?.[1]}`);

test.each([
  ["Run TodoWrite in Claude, then GPT-5 or o3-mini.", ["5: Claude", "5: GPT", "5: TodoWrite", "5: o3-mini"]],
  ["Write CLAUDE.md, AGENTS.md and .claude/skills.", ["5: .claude/", "5: AGENTS.md", "5: CLAUDE.md"]],
  ["Use C++ for .NET, on VS Code.", ["5: .NET", "5: C++", "5: VS Code"]],
  ["`make test`, then\n\n```sh\n$ yarn build\ngrep -r a\n```", ["5: make", "7: grep", "7: yarn"]],
  ['{{user_question question="Which Slack?" options=[]}}', ["5: Slack"]],
])("%s", (text, expected) => {
  expect(named(text).sort()).toEqual(expected);
});

test.each([
  "Move the cursor, make sure that it is linear, and go on to react.",
  "A legit gitter, slackers and a claudette; `make` and `go` alone.",
  "```\nmake the list\n```",
  "Formats such as JSON, HTML and Markdown; Linux and Windows.",
])("plain English stays unflagged: %s", (text) => {
  expect(named(text)).toEqual([]);
});

test("a folder that brings its own list is held to that one", () => {
  const list = "neutral_terms:\n  - { reason: is ours, instead: Leave it out., words: [Acme] }\n";
  expect(named("Acme runs on Slack.", { "vocabulary/neutral-terms.yml": list })).toEqual(["5: Acme"]);
});

test("a prefixed operation is found in any form, and a capability is not an operation", () => {
  const text =
    "Call nx_plan_decide(x), mcp__nexus__task_list or my_own_task_add; no_task_update and {{operation task_add}} are fine.\n";
  const findings = validateContent(minimalContent({ "skills/greet/body.md": skillBody(text) }));
  expect(findings.map(({ rule, message }) => [rule, message])).toEqual([
    ["neutrality/operation-prefix", '"mcp__nexus__task_list" carries the prefix of a harness'],
    ["neutrality/operation-prefix", '"my_own_task_add" carries the prefix of a harness'],
    ["neutrality/operation-prefix", '"nx_plan_decide" carries the prefix of a harness'],
  ]);
});
