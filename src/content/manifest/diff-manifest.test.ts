import { expect, test } from "vitest";
import { minimalContent } from "../../testing/minimal-content.js";
import type { ContentFiles } from "../read/content-files.js";
import type { Example } from "../rules/rule.js";
import { buildManifest } from "./build-manifest.js";
import { diffManifest } from "./diff-manifest.js";

const recorded = buildManifest(minimalContent(), "1.2.3");

function drift(files: ContentFiles | Example, version = "1.2.3"): readonly string[] {
  const actual = "texts" in files ? (files as ContentFiles) : minimalContent(files as Example);
  return diffManifest(recorded, buildManifest(actual, version)).map(({ text }) => text);
}

test("equal manifests do not drift", () => {
  expect(diffManifest(recorded, structuredClone(recorded))).toEqual([]);
});

test("one letter in a body names the body, once", () => {
  expect(drift({ "agents/helper/body.md": "You helb.\n" })).toEqual(["agents/helper/body.md: changed"]);
});

test("a changed value is named with both its forms, beside its file", () => {
  const meta =
    "id: helper\nname: helper\ndescription: Helps with one task, when one is open.\ncategory: check\nresume_tier: bounded\nmodel_tier: standard\ncapabilities: []\n";
  expect(drift({ "agents/helper/meta.yml": meta })).toEqual([
    'agents.helper.capabilities: ["no_file_edit"] → []',
    'agents.helper.category: "do" → "check"',
    "agents/helper/meta.yml: changed",
  ]);
});

test("files and entries that came and went are named", () => {
  expect(drift({ "vocabulary/tags.yml": null, "docs/new.md": "New.\n" })).toEqual([
    "vocabulary.tags.greet: missing",
    "docs/new.md: added",
    "vocabulary/tags.yml: missing",
  ]);
});

test("a new version alone is one entry", () => {
  expect(drift({}, "1.2.4")).toEqual(['nexus_core_version: "1.2.3" → "1.2.4"']);
});

test("a manifest edited by hand is told apart from changed files", () => {
  const edited = {
    ...recorded,
    content_hash: "sha256:0",
    agents: recorded.agents.map((agent) => ({ ...agent, body_hash: "sha256:0" })),
  };
  const texts = diffManifest(edited, recorded).map(({ entry }) => entry);
  expect(texts).toEqual(["agents.helper.body_hash", "content_hash"]);
});

test("the order of a list counts", () => {
  const swapped = {
    ...recorded,
    vocabulary: { ...recorded.vocabulary, invocations: [...recorded.vocabulary.invocations].reverse() },
  };
  expect(diffManifest(swapped, recorded).map(({ text }) => text)).toEqual(["vocabulary.invocations: order changed"]);
});

test.each([null, [], "x", { files: 1 }])("a manifest of another shape (%j) is compared all the same", (shape) => {
  expect(diffManifest(shape, recorded).length).toBeGreaterThan(0);
});
