/** Runs the commands of docs/use/report-form.md that list the files an agent changed, in real repositories. */

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../src/base/package-root.js";
import { ENGINEER, messageOf } from "../../src/report/form/examples.js";
import { temporaryFolder, writeFiles } from "../../src/testing/temporary-folder.js";
import { blocksOf } from "./page-blocks.js";

const page = readFileSync(join(packageRoot, "docs/use/report-form.md"), "utf8");
const commands = blocksOf(page, "sh");
const [before, after] = ["base=$(", "git ls-files"].map((word) => commands.filter((code) => code.includes(word)));

const COMMIT = "git add -A && git commit -qm";

/** Runs the commands of the page before and after some work, and checks a report that lists these files as changed. */
function checked(work: readonly string[], changed: readonly string[], { start = `${COMMIT} start`, from = "." } = {}) {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "bin/nexus-core": `#!/bin/sh\nexec "${process.execPath}" "${join(packageRoot, "bin/nexus-core.js")}" "$@"\n`,
    "message.md": messageOf({ ...ENGINEER, files: { changed, artifacts: [] } }),
    "project/.gitignore": "ignored\n",
    "project/kept": "kept\n",
    "project/old": "one line that git would find again\n",
  });
  chmodSync(join(folder, "bin/nexus-core"), 0o755);
  mkdirSync(join(folder, "project/sub"));
  const script = ["set -e", "git init -q .", start, ...(before ?? []), ...work, `cd ${from}`, ...(after ?? [])].join(
    "\n",
  );
  const { status, stdout, stderr } = spawnSync("sh", ["-c", script], {
    cwd: join(folder, "project"),
    encoding: "utf8",
    env: {
      PATH: `${join(folder, "bin")}${delimiter}${process.env["PATH"]}`,
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: "a",
      GIT_AUTHOR_EMAIL: "a@example.org",
      GIT_COMMITTER_NAME: "a",
      GIT_COMMITTER_EMAIL: "a@example.org",
    },
  });
  return { status, stdout, stderr };
}

const clean = { status: 0, stdout: "", stderr: "" };

test("the page has one command before the work and one after it", () => {
  expect([before?.length, after?.length]).toEqual([1, 1]);
});

test("new, changed, deleted, moved, staged and committed files are listed, even with unusual names", () => {
  const work = [
    "echo x > new; mkdir docs; echo x > docs/übersicht.md; echo x > 'a \"b\" c'; echo x > ignored",
    "echo x >> kept; git mv old moved; echo x > staged; git add staged",
    "echo x > committed; git add committed; git commit -qm work committed",
  ];
  const changed = ["new", "docs/übersicht.md", 'a "b" c', "kept", "old", "moved", "staged", "committed"];
  expect(checked(work, changed)).toEqual(clean);
  expect(checked(work, changed.slice(1)).stdout).toContain('"new" differs in the workspace, and is not listed');
});

test("in a repository without a commit, every file is new", () => {
  const start = "true";
  expect(checked(["echo x > new; git add new"], [".gitignore", "kept", "old", "new"], { start })).toEqual(clean);
  const work = [`${COMMIT} first`, "echo x > ü"];
  expect(checked(work, [".gitignore", "kept", "old", "ü"], { start })).toEqual(clean);
});

test("paths start at the root of the repository, wherever the commands run", () => {
  const work = ["echo x > sub/deep; echo x > new; echo x >> kept"];
  const changed = ["sub/deep", "new", "kept"];
  expect(checked(work, changed, { from: "sub" })).toEqual(clean);
  const start = `git config diff.relative true; ${COMMIT} start`;
  expect(checked(work, changed, { from: "sub", start })).toEqual(clean);
  expect(checked(work, changed, { start })).toEqual(clean);
});

test("work without a change gives an empty list", () => {
  expect(checked(["true"], [])).toEqual(clean);
  expect(checked(["true"], ["kept"]).status).toBe(1);
});
