/** Pages that readers trust: their links lead somewhere, and their TypeScript runs. */

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import fg from "fast-glob";
import { expect, test } from "vitest";
import { packageRoot } from "../src/package-root.js";
import { temporaryFolder, writeFiles } from "../src/testing/temporary-folder.js";

const pages = fg
  .sync(["*.md", "docs/**/*.md", "conformance/*.md", "packages/*/*.md"], { cwd: packageRoot })
  .sort()
  .map((path) => ({ path, text: readFileSync(join(packageRoot, path), "utf8") }));

test.each(pages)("every relative link of $path leads to a file", ({ path, text }) => {
  const prose = text.replaceAll(/```[\s\S]*?```/g, "");
  const links = [...prose.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = ""]) => link);
  expect(links.filter((link) => !existsSync(join(packageRoot, dirname(path), link)))).toEqual([]);
});

const examples = pages.flatMap(({ path, text }) =>
  [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""], index) => ({
    name: `${path}, example ${index + 1}`,
    code,
  })),
);

test("there are examples to run", () => {
  expect(examples.map(({ name }) => name)).toEqual([
    "README.md, example 1",
    "docs/harness-guide.md, example 1",
    "docs/harness-guide.md, example 2",
    "packages/harness/README.md, example 1",
  ]);
});

test.each(examples)("the TypeScript of $name runs", ({ code }) => {
  const folder = temporaryFolder();
  writeFiles(folder, { "example.mts": code });
  symlinkSync(join(packageRoot, "node_modules"), join(folder, "node_modules"));
  const tsx = join(packageRoot, "node_modules/tsx/dist/cli.mjs");
  const { status, stderr } = spawnSync(process.execPath, [tsx, "example.mts"], { cwd: folder, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
