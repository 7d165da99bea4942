import { expect, test } from "vitest";
import { isFailure } from "../../base/finding.js";
import { packageRoot } from "../../base/package-root.js";
import { minimalContent } from "../../testing/minimal-content.js";
import { contentFiles } from "../read/content-files.js";
import { readContent } from "../read/read-content.js";
import { CONTENT_RULES } from "./all-rules.js";
import { agentBody, skillBody } from "./example-bodies.js";
import { validateContent } from "./validate-content.js";

test("the minimal content, which all examples extend, has no findings", () => {
  expect(validateContent(minimalContent(), "house")).toEqual([]);
});

test.each(CONTENT_RULES)("the bad example of $id breaks this rule and no other", ({ id, level, bad }) => {
  const findings = validateContent(minimalContent(bad), "house");
  expect(new Set(findings.map((finding) => `${finding.rule} ${finding.level}`))).toEqual(new Set([`${id} ${level}`]));
});

test.each(CONTENT_RULES)("the good example of $id breaks nothing", ({ good }) => {
  expect(validateContent(minimalContent(good), "house")).toEqual([]);
});

test("ids of rules are unique, and every text of a rule ends as a sentence or carries none", () => {
  const ids = CONTENT_RULES.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  const unfinished = CONTENT_RULES.flatMap(({ id, title, reason, remedy }) =>
    [title, reason, remedy].map((text) => `${id}: ${text}`),
  ).filter((text) => !text.endsWith("."));
  expect(unfinished).toEqual([]);
});

test("several broken files are all reported in one go, and a file that does not parse hides nothing else", () => {
  const findings = validateContent(
    minimalContent({
      "agents/helper/meta.yml": "id: helper\n  name: [\n",
      "agents/helper/body.md": agentBody("You help with Grep."),
      "skills/greet/body.md": skillBody("{{subagent_spawn target_role=helpr prompt=hello}}"),
      "agents/other/meta.yml":
        "id: other\nname: other\ndescription: One more, when two are needed.\ncategory: doo\nresume_tier: bounded\nmodel_tier: standard\ncapabilities: [no_file_edits]\n",
      "skills/greet/meta.yml":
        "id: greet\nname: greet\ndescription: Greets the user, when asked to.\ntriggers: [greet, great]\nharness_docs_refs: [instruction_file]\nemoji: wave\n",
      "vocabulary/capabilities.yml": null,
      "vocabulary/tags.yml":
        'tags:\n  - id: greet\n    trigger: "[great]"\n    type: skill\n    skill: greet\n    description: Starts greeting.\n',
    }),
  );
  expect(
    findings.map(({ file, line, rule, message, remedy }) => [`${file}:${line}`, rule, message, remedy.split("? ")[0]]),
  ).toEqual([
    ["agents/helper/body.md:5", "neutrality/product", '"Grep" is a file tool of one harness', expect.any(String)],
    ["agents/helper/meta.yml:2", "yaml/syntax", expect.stringContaining("not valid YAML"), expect.any(String)],
    [
      "agents/other/body.md:undefined",
      "layout/missing-body",
      "this file is missing beside meta.yml",
      expect.any(String),
    ],
    [
      "agents/other/meta.yml:4",
      "schema/agent",
      '"doo" is not one of "how", "do", "check". Did you mean "do"?',
      "Write what the schema in schema/ allows.",
    ],
    ["skills/greet/body.md:5", "macro/unknown-role", 'there is no agent "helpr"', 'Did you mean "helper"'],
    ["skills/greet/meta.yml:4", "tag/trigger-known", 'no tag has the id "great"', 'Did you mean "greet"'],
    ["skills/greet/meta.yml:6", "schema/skill", 'unknown property "emoji"', expect.any(String)],
    [
      "vocabulary/capabilities.yml:undefined",
      "reference/missing-vocabulary",
      "this file is missing, so nothing is checked against its capabilities",
      expect.any(String),
    ],
    [
      "vocabulary/tags.yml:3",
      "tag/trigger-form",
      'the trigger of tag "greet" is "[great]" where its id asks for "[greet]"',
      expect.any(String),
    ],
  ]);
});

test("a folder with agents alone is checked for itself, and one finding says what it is not checked against", () => {
  const { texts } = minimalContent();
  const agents = contentFiles([...texts].filter(([path]) => path.startsWith("agents/")));
  expect(validateContent(agents).map(({ file, rule, level }) => [file, rule, level])).toEqual([
    ["vocabulary", "reference/missing-vocabulary", "warning"],
  ]);
});

test("an agent of three sentences beside the shipped vocabulary has no error", () => {
  const shipped = [...readContent(packageRoot).texts].filter(([path]) => path.startsWith("vocabulary/"));
  const agent = minimalContent({ "agents/helper/body.md": "You help. Open the task and do it. Then stop.\n" }).texts;
  const files = contentFiles([...shipped, ...[...agent].filter(([path]) => path.startsWith("agents/"))]);
  expect(validateContent(files).filter(isFailure)).toEqual([]);
});

test("a folder without a topics page of its own is checked against the topics of this package", () => {
  const meta =
    "id: greet\nname: greet\ndescription: Greets the user, when asked to.\ntriggers: [greet]\nharness_docs_refs: [status_displays]\n";
  const findings = validateContent(minimalContent({ "docs/harness-topics.md": null, "skills/greet/meta.yml": meta }));
  expect(findings.map(({ rule, message, remedy }) => [rule, message, remedy])).toEqual([
    [
      "reference/topic",
      'unknown topic "status_displays"',
      'Did you mean "status_display"? Use a topic of docs/harness-topics.md, or add it there.',
    ],
  ]);
});

test("a folder with none of the three is an error, since an empty list would look like success", () => {
  expect(() => validateContent(contentFiles([["README.md", "# Nothing\n"]]))).toThrow(
    expect.objectContaining({ code: "NXC_CONTENT_NONE" }),
  );
});

test("two hundred agents are checked one by one", () => {
  const { texts } = minimalContent();
  const meta = texts.get("agents/helper/meta.yml")!;
  const many = Array.from({ length: 200 }, (_, index) => `helper-${index}`).flatMap((id): [string, string][] => [
    [`agents/${id}/meta.yml`, meta.replaceAll("helper", id)],
    [`agents/${id}/body.md`, agentBody("Ask sonnet.")],
  ]);
  const findings = validateContent(contentFiles([...texts, ...many]));
  expect(new Set(findings.map(({ line, rule }) => `${rule}:${line}`))).toEqual(new Set(["neutrality/product:5"]));
  expect(findings).toHaveLength(200);
});
