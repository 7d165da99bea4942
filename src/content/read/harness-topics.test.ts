import { expect, test } from "vitest";
import { minimalContent } from "../../testing/minimal-content.js";
import { validateContent } from "../rules/validate-content.js";
import { packageTopics, parseTopicsPage } from "./harness-topics.js";

test("topics are ids, or objects with one, and know their lines", () => {
  const { document, topics } = parseTopicsPage(
    "---\ntitle: Topics\ntopics:\n  - one\n  - id: two\n    description: Second.\n---\n\n# Topics\n",
  );
  expect(topics.map(({ id, pointer }) => [id, document.at(pointer).line])).toEqual([
    ["one", 4],
    ["two", 5],
  ]);
});

test("a page without front matter lists nothing", () => {
  expect(parseTopicsPage("# Topics\n").topics).toEqual([]);
});

test("front matter that calls itself a program is refused and never run", () => {
  const page = '---js\n{ topics: [(globalThis.ran = true, "instruction_file")] }\n---\n';
  const findings = validateContent(minimalContent({ "docs/harness-topics.md": page }));
  expect(findings.map(({ file, line, rule }) => [file, line, rule])).toEqual([
    ["docs/harness-topics.md", 1, "yaml/syntax"],
  ]);
  expect("ran" in globalThis).toBe(false);
});

test("the package has topics of its own", () => {
  expect(packageTopics()).toContain("instruction_file");
});
