import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { authoringCheck, authoringSchemas } from "../../base/authoring-schemas.js";
import { hashText } from "../../base/hash-text.js";
import { minimalContent } from "../../testing/minimal-content.js";
import { contentFiles } from "../read/content-files.js";
import { agentBody } from "../rules/example-bodies.js";
import { buildManifest, contentHash, renderManifest } from "./build-manifest.js";

const content = minimalContent();

test("a manifest holds the whole content, in a fixed order, and has the form of its schema", () => {
  const manifest = buildManifest(content, "1.2.3");
  expect(authoringCheck("manifest.schema.json")(manifest)).toEqual([]);
  expect(Object.keys(manifest)).toEqual([
    "nexus_core_version",
    "schema_contract_version",
    "content_hash",
    "agents",
    "skills",
    "vocabulary",
    "files",
  ]);
  expect(manifest.agents).toEqual([
    {
      id: "helper",
      name: "helper",
      description: "Helps with one task, when one is open.",
      category: "do",
      resume_tier: "bounded",
      model_tier: "standard",
      capabilities: ["no_file_edit"],
      body_hash: manifest.files["agents/helper/body.md"],
      ground_rules_hash: hashText("## Ground rules\n\nYou answer to Lead.\n"),
      report_form_hash: expect.stringMatching(/^sha256:/),
      composed_hash: expect.stringMatching(/^sha256:/),
    },
  ]);
  expect(manifest.vocabulary.invocations[0]?.semantic_params).toEqual([
    { name: "skill", value_type: "skill_id", required: true, description: "A value." },
    { name: "mode", value_type: "string", required: false, description: "A value." },
  ]);
  expect(manifest.vocabulary.memory_policy?.merge.principle).toBe("merge_before_create");
  expect(Object.keys(manifest.files)).toEqual([...content.texts.keys()]);
});

test("hashes are those that any tool computes over the LF form", () => {
  const sha256 = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;
  const { files, content_hash } = buildManifest(content, "1.2.3");
  expect(files["agents/helper/body.md"]).toBe(sha256(agentBody()));
  expect(content_hash).toBe(
    sha256(
      Object.entries(files)
        .map(([path, hash]) => `${path}\t${hash}\n`)
        .join(""),
    ),
  );
  expect(contentHash({ b: "2", a: "1" })).toBe(sha256("a\t1\nb\t2\n"));
  expect(hashText("한\r\nb\r\n")).toBe(sha256("한\nb\n"));
});

test("a checkout with CRLF gives the same bytes", () => {
  const crlf = contentFiles([...content.texts].map(([path, text]) => [path, text.replaceAll("\n", "\r\n")]));
  expect(renderManifest(buildManifest(crlf, "1.2.3"))).toBe(renderManifest(buildManifest(content, "1.2.3")));
});

test("files in any order, and members in any order, give the same bytes", () => {
  const reversed = contentFiles([...content.texts].reverse());
  const meta = content.texts.get("agents/helper/meta.yml") ?? "";
  const shuffled = meta
    .trimEnd()
    .split("\n  - ")
    .join(" ")
    .split("\n")
    .reverse()
    .join("\n")
    .replace("capabilities: no_file_edit", "capabilities: [no_file_edit]");
  expect(renderManifest(buildManifest(reversed, "1.2.3"))).toBe(renderManifest(buildManifest(content, "1.2.3")));
  expect(
    renderManifest({
      ...buildManifest(minimalContent({ "agents/helper/meta.yml": `${shuffled}\n` }), "1.2.3"),
      files: {},
      content_hash: "",
    }),
  ).toBe(renderManifest({ ...buildManifest(content, "1.2.3"), files: {}, content_hash: "" }));
});

test("agents are sorted by code unit, and a folder without vocabulary has empty lists and no memory policy", () => {
  const meta = content.texts.get("agents/helper/meta.yml") ?? "";
  const ids = ["a-b", "ab", "a1", "b"];
  const files = contentFiles(
    ids.flatMap((id) => [
      [`agents/${id}/meta.yml`, meta.replaceAll("helper", id)],
      [`agents/${id}/body.md`, agentBody()],
    ]),
  );
  const manifest = buildManifest(files, "1.2.3");
  expect(manifest.agents.map(({ id }) => id)).toEqual(["a-b", "a1", "ab", "b"]);
  expect(manifest.vocabulary).toEqual({
    capabilities: [],
    categories: [],
    resume_tiers: [],
    tags: [],
    invocations: [],
    task_exceptions: [],
    memory_policy: null,
    ground_rules: [],
  });
  expect(authoringCheck("manifest.schema.json")(manifest)).toEqual([]);
});

test("only what ships is listed", () => {
  const paths = [
    "LICENSE",
    "README.md",
    "bin/tool.js",
    "conformance/contracts/a/contract.yml",
    "conformance/contracts/a/tool-schemas/a.json",
    "conformance/schema/a.json",
    "docs/a.md",
    "package.json",
    "schema/agent.schema.json",
    // The rest is not.
    ".env",
    "agents/.hidden",
    "conformance/contracts/a/tools/a.json",
    "conformance/tools/a.json",
    "dist/index.js",
    "docs/maintain/a.md",
    "docs/node_modules/x.js",
    "manifest.json",
    "notes.md",
    "src/index.ts",
  ];
  const { files } = buildManifest(contentFiles(paths.map((path) => [path, "x\n"])), "1.2.3");
  expect(Object.keys(files)).toEqual(paths.slice(0, 9));
});

test("the manifest's entries have every property of the authored ones, and four hashes", () => {
  const manifest = authoringSchemas().get("manifest.schema.json") as {
    $defs: Record<string, { properties: object; required: string[] }>;
  };
  for (const kind of ["agent", "skill"]) {
    const authored = authoringSchemas().get(`${kind}.schema.json`) as { properties: object; required: string[] };
    expect(Object.keys(manifest.$defs[kind]!.properties)).toEqual([
      ...Object.keys(authored.properties),
      "body_hash",
      "ground_rules_hash",
      "report_form_hash",
      "composed_hash",
    ]);
    expect(manifest.$defs[kind]!.required).toEqual([...authored.required, "body_hash"]);
  }
});
