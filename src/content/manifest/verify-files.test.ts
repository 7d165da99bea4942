import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contentFolder } from "../../testing/content-folder.js";
import { minimalContent } from "../../testing/minimal-content.js";
import { writeFiles } from "../../testing/temporary-folder.js";
import { buildFolder } from "./build.js";
import { loadManifest } from "./load-manifest.js";
import { verifyFiles } from "./verify-files.js";

function built(): string {
  const dir = contentFolder(minimalContent());
  buildFolder(dir);
  return dir;
}

function found(dir: string): readonly string[] {
  return verifyFiles(dir).map(({ file, rule, message }) => `${file}  ${rule}  ${message}`);
}

test("a fresh copy has no findings, and neither has one with CRLF", () => {
  const dir = built();
  expect(verifyFiles(dir)).toEqual([]);
  for (const [path, text] of minimalContent().texts) writeFiles(dir, { [path]: text.replaceAll("\n", "\r\n") });
  expect(verifyFiles(dir)).toEqual([]);
});

test("each file that is missing, changed or extra is named", () => {
  const dir = built();
  rmSync(join(dir, "vocabulary/tags.yml"));
  writeFiles(dir, { "agents/helper/body.md": "You helb.\n" });
  writeFiles(dir, { "skills/greet/extra.md": "More.\n" });
  writeFiles(dir, { "src/unlisted.ts": "export {};\n" });
  expect(found(dir)).toEqual([
    "agents/helper/body.md  verify/changed  the content is not what the manifest records",
    "skills/greet/extra.md  verify/extra  the manifest does not know this file",
    "vocabulary/tags.yml  verify/missing  the manifest lists this file, and it is not there",
  ]);
});

test("a link or a folder in place of a file is a change, even when its content is the same", () => {
  const dir = built();
  renameSync(join(dir, "agents/helper/body.md"), join(dir, "elsewhere.md"));
  symlinkSync(join(dir, "elsewhere.md"), join(dir, "agents/helper/body.md"));
  renameSync(join(dir, "vocabulary"), join(dir, "words"));
  symlinkSync(join(dir, "words"), join(dir, "vocabulary"));
  rmSync(join(dir, "skills/greet/body.md"));
  mkdirSync(join(dir, "skills/greet/body.md"));
  const findings = found(dir);
  expect(findings.filter((line) => !line.startsWith("vocabulary/"))).toEqual([
    "agents/helper/body.md  verify/changed  this is a symbolic link, so it is not the file that was shipped",
    "skills/greet/body.md  verify/missing  the manifest lists this file, and it is not there",
  ]);
  expect(findings).toContain(
    "vocabulary/tags.yml  verify/changed  this lies below vocabulary, which is a symbolic link, so it is not the file that was shipped",
  );
});

test("an installation that lost all its content still names every file", () => {
  const dir = built();
  for (const folder of ["agents", "skills", "vocabulary", "docs"]) rmSync(join(dir, folder), { recursive: true });
  expect(verifyFiles(dir).map(({ file }) => file)).toEqual([...minimalContent().texts.keys()]);
});

test("a manifest whose own hashes disagree is found out", () => {
  const dir = built();
  const manifest = loadManifest(dir);
  const { "skills/greet/body.md": _, ...files } = manifest.files;
  const zero = `sha256:${"0".repeat(64)}`;
  const edited = { ...manifest, files, agents: manifest.agents.map((agent) => ({ ...agent, body_hash: zero })) };
  writeFileSync(join(dir, "manifest.json"), JSON.stringify(edited));
  expect(found(dir)).toEqual([
    "manifest.json  verify/body-hash  the body_hash of helper is not the hash of agents/helper/body.md",
    "manifest.json  verify/content-hash  content_hash is not the hash of the list of files",
    "manifest.json  verify/missing  the manifest has greet, and its list of files lacks skills/greet/body.md",
    "skills/greet/body.md  verify/extra  the manifest does not know this file",
  ]);
});
