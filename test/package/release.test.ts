/** The changesets that wait make a release: one version for all packages, and their texts in the changelog. */

import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { expect, test } from "vitest";
import { packageRoot } from "../../src/base/package-root.js";
import { temporaryFolder, writeFiles } from "../../src/testing/temporary-folder.js";

const PACKAGES = ["package.json", ...fg.sync("packages/*/package.json", { cwd: packageRoot })];

test("a release gives every package the same next version, and the changelog the texts of the changesets", () => {
  const folder = temporaryFolder();
  for (const path of [...PACKAGES, "CHANGELOG.md", ".changeset"]) {
    cpSync(join(packageRoot, path), join(folder, path), { recursive: true });
  }
  writeFiles(folder, { ".changeset/new-command.md": '---\n"nexus-core": minor\n---\n\nA new command.\n' });
  // The changelog names the commit of each text.
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  const program = join(packageRoot, "node_modules/@changesets/cli/bin.js");
  execFileSync(process.execPath, [program, "version"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });

  const versionIn = (root: string, path: string) =>
    (JSON.parse(readFileSync(join(root, path), "utf8")) as { version: string }).version;
  const [major, minor] = versionIn(packageRoot, "package.json").split(".");
  const next = `${major}.${Number(minor) + 1}.0`;
  expect(PACKAGES.map((path) => versionIn(folder, path))).toEqual(PACKAGES.map(() => next));
  const changelog = readFileSync(join(folder, "CHANGELOG.md"), "utf8");
  expect(changelog.startsWith(`# Changelog\n\n## ${next}\n\n### Minor Changes\n`)).toBe(true);
  expect(changelog).toContain("\n- A new command.\n");
  expect(readdirSync(join(folder, ".changeset"))).toEqual(["config.json"]);
});
