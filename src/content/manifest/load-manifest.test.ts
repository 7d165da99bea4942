import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contentFolder } from "../../testing/content-folder.js";
import { minimalContent } from "../../testing/minimal-content.js";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import { buildFolder } from "./build.js";
import { buildManifest } from "./build-manifest.js";
import { loadManifest } from "./load-manifest.js";

test("the manifest of a folder comes back as it was built", () => {
  const dir = contentFolder(minimalContent({ "package.json": '{ "version": "1.2.3" }\n' }));
  buildFolder(dir);
  expect(loadManifest(dir)).toEqual(
    buildManifest(minimalContent({ "package.json": '{ "version": "1.2.3" }\n' }), "1.2.3"),
  );
});

test("a folder without one says so", () => {
  expect(() => loadManifest(temporaryFolder())).toThrow(expect.objectContaining({ code: "NXC_MANIFEST_MISSING" }));
});

test.each([
  ["no JSON", "{", "not valid JSON"],
  ["a key twice", '{ "files": {}, "files": {} }', "not valid JSON"],
  ["an older form", '{ "nexus_core_version": "0.11.0" }', "is missing"],
])("%s is refused with the reason", (_, text, reason) => {
  const dir = temporaryFolder();
  writeFiles(dir, { "manifest.json": text });
  expect(() => loadManifest(dir)).toThrow(
    expect.objectContaining({ code: "NXC_MANIFEST_INVALID", message: expect.stringContaining(reason) }),
  );
});

test("a folder of that name is unreadable, and not missing", () => {
  const dir = temporaryFolder();
  mkdirSync(join(dir, "manifest.json"));
  expect(() => loadManifest(dir)).toThrow(expect.objectContaining({ code: "NXC_FILE_UNREADABLE" }));
});
