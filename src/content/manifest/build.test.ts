import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contentFolder } from "../../testing/content-folder.js";
import { minimalContent } from "../../testing/minimal-content.js";
import { writeFiles } from "../../testing/temporary-folder.js";
import { agentBody } from "../rules/example-bodies.js";
import { type BuildResult, buildFolder, summarizeBuild } from "./build.js";

const folder = () => contentFolder(minimalContent({ "package.json": '{ "version": "1.2.3" }\n' }));
const manifestOf = (dir: string) => readFileSync(join(dir, "manifest.json"), "utf8");

function summary(result: BuildResult, options?: { readonly check: boolean }): string {
  return result.outcome === "invalid" ? result.error.message : summarizeBuild(result, options);
}

test("a first build writes the manifest, and a second one leaves it alone", () => {
  const dir = folder();
  const hash = /"content_hash": "(.*)"/;
  expect(summary(buildFolder(dir))).toMatch(
    /^manifest\.json written: 1 agent, 1 skill, 14 files, content sha256:[0-9a-f]{64}$/,
  );
  const { mtimeMs, ino } = statSync(join(dir, "manifest.json"));
  expect(summary(buildFolder(dir))).toBe("manifest.json is up to date");
  expect(statSync(join(dir, "manifest.json"))).toMatchObject({ mtimeMs, ino });
  expect(hash.exec(manifestOf(dir))).not.toBeNull();
  expect(readdirSync(dir).sort()).toEqual(["agents", "docs", "manifest.json", "package.json", "skills", "vocabulary"]);
});

test("a check writes nothing and names each entry that drifts", () => {
  const dir = folder();
  buildFolder(dir);
  const before = manifestOf(dir);
  expect(buildFolder(dir, { check: true }).outcome).toBe("current");
  writeFiles(dir, { "agents/helper/body.md": agentBody("You helb.") });
  const result = buildFolder(dir, { check: true });
  expect(result).toMatchObject({ outcome: "outdated", drift: [{ text: "agents/helper/body.md: changed" }] });
  expect(summary(result, { check: true })).toBe("manifest.json is out of date: 1 entry differs");
  expect(manifestOf(dir)).toBe(before);
});

test.each([
  ["a missing manifest", undefined, "manifest.json: missing"],
  ["one that is no JSON", "{", "manifest.json: not valid JSON: "],
])("a check tells of %s", (_, text, drift) => {
  const dir = folder();
  if (text !== undefined) writeFiles(dir, { "manifest.json": text });
  const result = buildFolder(dir, { check: true });
  expect(result).toMatchObject({ outcome: "outdated", drift: [{ text: expect.stringContaining(drift) }] });
});

test("the same content in other bytes drifts too: the bytes are what others hash", () => {
  const dir = folder();
  buildFolder(dir);
  writeFiles(dir, { "manifest.json": JSON.stringify(JSON.parse(manifestOf(dir))) });
  expect(buildFolder(dir, { check: true })).toMatchObject({
    outcome: "outdated",
    drift: [{ text: "manifest.json: the same content in other bytes (blanks, line ends or order of members)" }],
  });
});

test("content with errors overwrites nothing, and all findings come back", () => {
  const dir = folder();
  buildFolder(dir);
  const before = manifestOf(dir);
  writeFiles(dir, { "agents/helper/body.md": agentBody("Ask sonnet with Grep. \n\nBye") });
  const result = buildFolder(dir);
  expect(result).toMatchObject({ outcome: "invalid", error: { code: "NXC_CONTENT_INVALID", exitCode: 1 } });
  expect(summary(result)).toBe("the content has 2 errors, so no manifest was written");
  expect(result.findings.map(({ rule }) => rule)).toEqual([
    "neutrality/product",
    "neutrality/product",
    "text/trailing-space",
  ]);
  expect(manifestOf(dir)).toBe(before);
});

test("a checkout with CRLF builds the same manifest, under warnings", () => {
  const [lf, crlf] = [folder(), folder()];
  for (const [path, text] of minimalContent().texts) writeFiles(crlf, { [path]: text.replaceAll("\n", "\r\n") });
  buildFolder(lf);
  expect(new Set(buildFolder(crlf).findings.map(({ rule }) => rule))).toEqual(new Set(["text/line-end"]));
  expect(manifestOf(crlf)).toBe(manifestOf(lf));
});

test("a folder that is no package answers to the version of this one", () => {
  const dir = contentFolder(minimalContent());
  buildFolder(dir);
  expect(JSON.parse(manifestOf(dir)).nexus_core_version).toMatch(/^\d+\.\d+\.\d+/);
});
