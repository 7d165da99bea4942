import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../base/package-root.js";
import type { Manifest } from "../../generated/manifest.js";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import { diffContent, stepBetween } from "./diff-content.js";
import { diffSchemas } from "./diff-schemas.js";
import { formatDiff } from "./format-diff.js";
import { loadSide } from "./side.js";

const text = readFileSync(join(packageRoot, "manifest.json"), "utf8");
const ours = () => JSON.parse(text) as Manifest;
const sideOf = (manifest: unknown) => ({ manifest, schemas: undefined });

/** What a change to our manifest is called. */
function kindsOf(edit: (manifest: Manifest) => void): readonly string[] {
  const fork = ours();
  edit(fork);
  return diffContent(sideOf(ours()), sideOf(fork)).changes.map(({ kind }) => kind);
}

const find = <T extends { readonly id: string }>(list: readonly T[], id: string): T => {
  const found = list.find((each) => each.id === id);
  if (found === undefined) throw new Error(id);
  return found;
};

test("a version has no changes from itself", () => {
  const side = loadSide(packageRoot);
  expect(diffContent(side, side)).toMatchObject({ step: "none", changes: [] });
  expect(formatDiff(diffContent(side, side))).toMatch(/Nothing has changed\.\n$/);
});

const EDITS: readonly (readonly [string, (manifest: Manifest) => void, string])[] = [
  ["an agent is taken out", ({ agents }) => void agents.shift(), "agent-removed"],
  ["an agent comes in", ({ agents }) => void agents.push({ ...find(agents, "writer"), id: "cook" }), "agent-added"],
  [
    "an agent may do less",
    ({ agents }) => void find(agents, "writer").capabilities.push("no_file_edit"),
    "capability-given",
  ],
  ["an agent may do more", ({ agents }) => void find(agents, "writer").capabilities.pop(), "capability-taken"],
  ["an agent judges", ({ agents }) => Object.assign(find(agents, "writer"), { category: "check" }), "agent-category"],
  [
    "an agent lives longer",
    ({ agents }) => Object.assign(find(agents, "writer"), { resume_tier: "persistent" }),
    "agent-resume-tier",
  ],
  [
    "an agent needs more",
    ({ agents }) => Object.assign(find(agents, "writer"), { model_tier: "high" }),
    "agent-model-tier",
  ],
  [
    "a body is another one",
    ({ agents }) => Object.assign(find(agents, "writer"), { body_hash: "a", composed_hash: "b" }),
    "body-changed",
  ],
  [
    "the form is another one",
    ({ agents }) => Object.assign(find(agents, "writer"), { composed_hash: "b" }),
    "frame-changed",
  ],
  [
    "a description is another one",
    ({ agents }) => Object.assign(find(agents, "writer"), { description: "Writes." }),
    "text-changed",
  ],
  [
    "a skill starts otherwise",
    ({ skills }) => Object.assign(find(skills, "nx-run"), { triggers: ["go"] }),
    "trigger-added trigger-removed",
  ],
  [
    "a skill is the user's alone",
    ({ skills }) => Object.assign(find(skills, "nx-run"), { manual_only: true }),
    "manual-only",
  ],
  [
    "a skill needs a topic",
    ({ skills }) => Object.assign(find(skills, "nx-run"), { harness_docs_refs: ["resume_invocation", "x"] }),
    "topic-added",
  ],
  [
    "a capability blocks more",
    ({ vocabulary }) => void find(vocabulary.capabilities, "no_file_edit").blocks_semantic_classes.push("x"),
    "class-added",
  ],
  [
    "a capability without agents comes in",
    ({ vocabulary }) =>
      void vocabulary.capabilities.push({ ...find(vocabulary.capabilities, "no_shell_exec"), id: "no_web" }),
    "unused-added",
  ],
  [
    "a tag does something else",
    ({ vocabulary }) => Object.assign(find(vocabulary.tags, "run"), { skill: "nx-plan" }),
    "tag-changed",
  ],
  [
    "a tag has a variant more",
    ({ vocabulary }) => Object.assign(find(vocabulary.tags, "run"), { variants: ["x"] }),
    "variant-added",
  ],
  [
    "a macro comes in",
    ({ vocabulary }) => void vocabulary.invocations.push({ ...find(vocabulary.invocations, "operation"), id: "x" }),
    "macro-added",
  ],
  [
    "a macro needs more",
    ({ vocabulary }) =>
      void find(vocabulary.invocations, "operation").semantic_params.push({
        name: "x",
        required: true,
        description: "x",
      }),
    "parameter-required",
  ],
  [
    "a category comes in",
    ({ vocabulary }) => void vocabulary.categories.push({ id: "x", description: "x" }),
    "entry-added",
  ],
  [
    "memory is named otherwise",
    ({ vocabulary }) => Object.assign(vocabulary, { memory_policy: null }),
    "policy-changed",
  ],
  ["the form rises", (manifest) => Object.assign(manifest, { schema_contract_version: "4.0" }), "form-changed"],
];

test.each(EDITS)("%s", (_, edit, kinds) => {
  expect([...new Set(kindsOf(edit))].sort().join(" ")).toBe(kinds);
});

test("the gravest change comes first and decides the step, which is smaller before 1.0", () => {
  const fork = ours();
  find(fork.agents, "writer").description = "Writes.";
  const stepOf = (from: string) => diffContent(sideOf({ ...ours(), nexus_core_version: from }), sideOf(fork)).step;
  expect([stepOf("0.11.0"), stepOf("1.2.0")]).toEqual(["patch", "patch"]);
  fork.agents.shift();
  expect([stepOf("0.11.0"), stepOf("1.2.0")]).toEqual(["minor", "major"]);
  const page = formatDiff(diffContent(sideOf(ours()), sideOf(fork)));
  expect(page).toMatch(
    /^# From .*\n\n2 changes ask for a minor step .*\n\n## Breaking\n\n- `agents\/architect`: the agent architect is gone\. Take it out/,
  );
  expect(page).toMatch(
    /## Editorial\n\n- `agents\/writer\/meta\.yml`: the description of writer has another wording\.\n$/,
  );
});

test.each([
  [{ required: ["a"] }, { required: ["a", "b"] }, ["schema-tighter"], "/ requires b"],
  [{ required: ["a", "b"] }, { required: ["a"] }, ["schema-wider"], "/ no longer requires b"],
  [{ enum: ["a", "b"] }, { enum: ["a", "c"] }, ["schema-tighter", "schema-wider"], '/ no longer takes "b"'],
  [{ additionalProperties: true }, { additionalProperties: false }, ["schema-tighter"], "/ refuses other members"],
  [
    { properties: {}, additionalProperties: false },
    { properties: { a: {} }, additionalProperties: false },
    ["schema-wider"],
    "/ has a",
  ],
  [{ properties: {} }, { properties: { a: { type: "string" } } }, ["schema-tighter"], "/ limits a"],
  [
    { properties: { a: { minLength: 1 } } },
    { properties: { a: { minLength: 2 } } },
    ["schema-tighter"],
    "/properties/a minLength is 2",
  ],
  [
    { properties: { a: { minLength: 1 } } },
    { properties: { a: {} } },
    ["schema-wider"],
    "/properties/a has no minLength",
  ],
  [{ minLength: 2 }, { minLength: 1 }, ["schema-wider"], "/ minLength is 1"],
  [{ not: { type: "string", minLength: 1 } }, { not: { type: "string" } }, ["schema-tighter"], "/ not is"],
  [{ description: "a" }, { description: "b" }, ["schema-changed"], "has another wording"],
])("of the schemas %j and %j", (before, after, kinds, said) => {
  const changes = diffSchemas(new Map([["s.json", before]]), new Map([["s.json", after]]));
  expect(changes.map(({ kind }) => kind)).toEqual(kinds);
  expect(changes[0]?.what).toContain(said);
});

test("a manifest of an earlier form can be compared, and something else cannot", () => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "old.json": { agents: [{ id: "writer" }], skills: [], vocabulary: {} },
    "other.json": { agents: 1 },
  });
  const { changes } = diffContent(loadSide(join(folder, "old.json")), sideOf(ours()));
  expect(changes.filter(({ kind }) => kind === "agent-added")).toHaveLength(8);
  expect(() => loadSide(join(folder, "other.json"))).toThrow(/^this is no manifest/);
});

test.each([
  ["0.11.0", "0.12.0", "minor"],
  ["0.11.4", "1.0.0", "major"],
  ["1.2.3", "1.2.4-beta.1", "patch"],
  ["1.10.0", "1.9.0", "none"],
  ["1.0.0", "1.0.0", "none"],
  ["unknown", "1.0.0", "none"],
])("from %s to %s the version takes the step %s", (from, to, step) => {
  expect(stepBetween({ from, to })).toBe(step);
});
