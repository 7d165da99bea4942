import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageRoot } from "../../base/package-root.js";
import { loadManifest } from "../manifest/load-manifest.js";
import { expandMacros, type InvocationMap } from "./expand-macros.js";

const { skills, vocabulary } = loadManifest();

/** Shows each call as it arrived. */
const echo: InvocationMap = Object.fromEntries(
  vocabulary.invocations.map(({ id }) => [id, (args) => `<${id} ${JSON.stringify(args)}>`]),
);

describe("a body is expanded", () => {
  test.each([
    ["without macros", "Nothing here {not this} }}.\n", "Nothing here {not this} }}.\n"],
    ["a word", "a {{skill_activation skill=nx-plan}} b", 'a <skill_activation {"skill":"nx-plan"}> b'],
    [
      "quotes with escapes and braces",
      String.raw`{{task_register label="say \"}}\" \\" state=pending}}`,
      String.raw`<task_register {"label":"say \"}}\" \\","state":"pending"}>`,
    ],
    [
      "lists and objects",
      '{{user_question question="Q?" options=[{label: A, description: "the {{small}} one"}]}}',
      '<user_question {"question":"Q?","options":[{"label":"A","description":"the {{small}} one"}]}>',
    ],
    [
      "a heredoc, whose text is opaque",
      "x\n{{subagent_spawn target_role=writer prompt=>>ORDER}}\nDo {{this}} $& $1\n<<ORDER\ny",
      'x\n<subagent_spawn {"target_role":"writer","prompt":"Do {{this}} $& $1"}>\ny',
    ],
    [
      "two in a row",
      "{{skill_activation skill=a}}{{skill_activation skill=b}}",
      '<skill_activation {"skill":"a"}><skill_activation {"skill":"b"}>',
    ],
  ])("%s", (_, body, expected) => {
    expect(expandMacros(body, vocabulary, echo)).toBe(expected);
  });

  test("once: what the map returns is not read for macros", () => {
    const map = { skill_activation: () => "{{skill_activation skill=x}} $&" };
    expect(expandMacros("{{skill_activation skill=x}}", vocabulary, map)).toBe("{{skill_activation skill=x}} $&");
  });

  test("with the entry of the vocabulary at hand", () => {
    const map: InvocationMap = { task_register: (_, { fallback_behavior: fallback }) => fallback };
    expect(expandMacros("{{task_register label=a state=pending}}", vocabulary, map)).toMatch(/Leave the call out/);
  });

  test("for every skill of this package", () => {
    for (const { id } of skills) {
      const body = readFileSync(join(packageRoot, "skills", id, "body.md"), "utf8");
      const expanded = expandMacros(body, vocabulary, echo);
      expect(expanded).not.toContain("{{");
      expect(expanded.match(/<[a-z_]+ \{/g)?.length ?? 0).toBe(body.match(/\{\{/g)?.length ?? 0);
    }
  });
});

test.each([
  ["a\n  {{skill_activation skill=}}", "NXC_MACRO_SYNTAX", "body.md:2:28", "a value is expected here"],
  ["{{subagent_spawn target_role=writer prompt=>>X}}\nno end", "NXC_MACRO_SYNTAX", "body.md:1:37", "no line holds <<X"],
  ["x {{skill_actvation skill=a}}", "NXC_MACRO_CALL", "body.md:1:3", 'unknown primitive "skill_actvation"'],
  ["x {{skill_activation mode=auto}}", "NXC_MACRO_CALL", "body.md:1:3", 'skill_activation needs "skill"'],
  ["{{skill_activation skill=a mod=b}}", "NXC_MACRO_CALL", "body.md:1:28", 'skill_activation has no parameter "mod"'],
  ["{{skill_activation skill=a skill=b}}", "NXC_MACRO_CALL", "body.md:1:28", "a second time"],
  ["{{skill_activation skill=a}}\n{{bad", "NXC_MACRO_SYNTAX", "body.md:2:1", "not closed"],
])("%j is an error with its place", (body, code, where, message) => {
  expect(() => expandMacros(body, vocabulary, echo)).toThrow(
    expect.objectContaining({ code, where, message: expect.stringContaining(message) }),
  );
});

test("a slip is answered with the likely word, and the file is named", () => {
  expect(() => expandMacros("{{skill_actvation skill=a}}", vocabulary, echo, "skills/x/body.md")).toThrow(
    expect.objectContaining({
      where: "skills/x/body.md:1:1",
      remedy: expect.stringContaining('Did you mean "skill_activation"?'),
    }),
  );
});

test("a primitive that the harness has not mapped is an error, also under a name that every object has", () => {
  const unmapped = (primitive: string) =>
    expect.objectContaining({
      code: "NXC_MACRO_UNMAPPED",
      where: "body.md:1:1",
      message: `the invocation map has no entry for "${primitive}"`,
    });
  expect(() => expandMacros("{{skill_activation skill=a}}", vocabulary, {})).toThrow(unmapped("skill_activation"));
  const invocations = [{ ...vocabulary.invocations[0]!, id: "constructor", semantic_params: [] }];
  expect(() => expandMacros("{{constructor}}", { invocations }, {})).toThrow(unmapped("constructor"));
});
