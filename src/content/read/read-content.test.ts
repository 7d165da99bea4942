import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contentFolder } from "../../testing/content-folder.js";
import { minimalContent } from "../../testing/minimal-content.js";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import { validateContent } from "../rules/validate-content.js";
import { readContent } from "./read-content.js";

test("a folder is read as it was written, in the order of code units", () => {
  const files = minimalContent();
  expect(readContent(contentFolder(files))).toEqual(files);
  expect([...readContent(contentFolder(files)).texts.keys()]).toEqual([...files.texts.keys()]);
});

test("what does not ship is left out, litter of editors too; hidden files among the content are not", () => {
  const dir = contentFolder(minimalContent());
  for (const path of [
    "src/x.ts",
    "dist/x.js",
    "notes.md",
    ".env",
    "docs/.draft.md",
    "agents/.DS_Store",
    "manifest.json",
  ])
    writeFiles(dir, { [path]: "x\n" });
  writeFiles(dir, { "agents/helper/.notes": "x\n" });
  expect([...readContent(dir).texts.keys()]).toEqual([...minimalContent().texts.keys(), "agents/helper/.notes"].sort());
  expect(validateContent(readContent(dir)).map(({ file, rule }) => [file, rule])).toEqual([
    ["agents/helper/.notes", "layout/stray-file"],
  ]);
});

test("what has no text is named with the reason, and nothing else is lost", () => {
  const dir = contentFolder(minimalContent({ "agents/helper/body.md": null }));
  symlinkSync(join(dir, "skills/greet/body.md"), join(dir, "agents/helper/body.md"));
  writeFiles(dir, { "docs/logo.png": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]) });
  writeFiles(dir, { "docs/latin.md": Buffer.from([0x63, 0x61, 0x66, 0xe9]) });
  mkdirSync(join(dir, "README.md"));
  writeFiles(dir, { bin: "not a folder\n" });
  symlinkSync(join(dir, "docs"), join(dir, "schema"));
  expect([...readContent(dir).unreadable]).toEqual([
    ["README.md", "is a folder where a file is expected"],
    ["agents/helper/body.md", "is a symbolic link"],
    ["bin", "is a file where a folder is expected"],
    ["docs/latin.md", "is not UTF-8"],
    ["docs/logo.png", "is binary"],
    ["schema", "is a symbolic link"],
  ]);
  expect(new Set(validateContent(readContent(dir)).map(({ rule }) => rule))).toEqual(new Set(["layout/unreadable"]));
});

test("a folder that does not exist, and one without content, are two different errors", () => {
  const dir = temporaryFolder();
  expect(() => readContent(join(dir, "nowhere"))).toThrow(expect.objectContaining({ code: "NXC_FILE_NOT_FOUND" }));
  expect(() => readContent(dir)).toThrow(expect.objectContaining({ code: "NXC_CONTENT_NONE", where: dir }));
});
