/** Checks that links on pages lead somewhere, and that their TypeScript runs. */

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import fg from "fast-glob";
import { expect, test } from "vitest";
import { generatedPages } from "../../scripts/site/site-pages.js";
import { exportedFunctions } from "../../scripts/toolkit-docs.js";
import { ERRORS } from "../../src/base/errors.js";
import { packageRoot } from "../../src/base/package-root.js";
import { temporaryFolder, writeFiles } from "../../src/testing/temporary-folder.js";
import { blocksOf, linksOf } from "./page-blocks.js";

/** Links to files that do not ship with the package. */
const REPOSITORY = /^https:\/\/github\.com\/nexus-core\/nexus-core\/(?:blob|tree)\/main\//;

const pages = fg
  .sync(["*.md", "docs/**/*.md", "conformance/*.md", "packages/*/*.md"], { cwd: packageRoot })
  .sort()
  .map((path) => ({ path, text: readFileSync(join(packageRoot, path), "utf8") }));

test.each(pages)("every link of $path into this repository leads to a file", ({ path, text }) => {
  const files = linksOf(text).flatMap((url) => {
    const [link = ""] = url.split("#");
    if (link === "") return [];
    if (REPOSITORY.test(link)) return [link.replace(REPOSITORY, "")];
    return /^https?:/.test(link) ? [] : [join(dirname(path), link)];
  });
  expect(files.filter((file) => !existsSync(join(packageRoot, file)))).toEqual([]);
});

test("every page that an error message names exists", () => {
  const named = Object.values(ERRORS).flatMap(
    ({ remedy }) => remedy.match(/\b(?:docs|conformance)\/[\w/-]+\.md\b/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((page) => !existsSync(join(packageRoot, page)))).toEqual([]);
});

/** The examples of the pages and of the docstrings of the toolkit. */
const toolkitPage = (await generatedPages()).get("reference/toolkit.md") ?? "";
const examples = [...pages, { path: "the toolkit", text: toolkitPage }].flatMap(({ path, text }) =>
  blocksOf(text, "ts").map((code, index) => ({
    path,
    file: `example-${index + 1}.mts`,
    code,
  })),
);

test("every block of TypeScript is an example to run", () => {
  const fences = [...pages, { text: toolkitPage }].flatMap(({ text }) => text.match(/^```ts$/gm) ?? []);
  expect(examples.length).toBe(fences.length);
  expect(examples.length).toBeGreaterThan(exportedFunctions().length);
});

test("every exported function of the toolkit has an example with an expected value", () => {
  expect(exportedFunctions().length).toBeGreaterThan(15);
  const without = exportedFunctions().filter(({ example = "" }) => !example.includes("// => "));
  expect(without.map(({ name }) => name)).toEqual([]);
});

/** Turns each `expression; // => value` into an assertion. A value may continue on the comment lines below it. */
function withAssertions(code: string): string {
  const shown = /^(.+);(?:\n| )\/\/ => (.*(?:\n\/\/ .*)*)/gm;
  const checked = code.replaceAll(shown, (_, expression: string, value: string) => {
    const expected = value.replaceAll(/^\/\/ /gm, "");
    return `nodeAssert.deepStrictEqual(${expression}, ${expected});`;
  });
  return `import nodeAssert from "node:assert";\n${checked}`;
}

test("an example with a wrong value fails", () => {
  expect(withAssertions("f(1);\n// => [\n//   2,\n// ]\ng(); // => 3\n")).toBe(
    'import nodeAssert from "node:assert";\nnodeAssert.deepStrictEqual(f(1), [\n  2,\n]);\nnodeAssert.deepStrictEqual(g(), 3);\n',
  );
});

const runs = new Map<string, Readonly<Record<string, string>>>();

/** The errors of the examples that fail. All examples run in one process, because starting it takes longest. */
function failuresOf(page: string): Readonly<Record<string, string>> {
  const known = runs.get(page);
  if (known !== undefined) return known;
  const folder = temporaryFolder();
  const own = examples.filter(({ path }) => path === page);
  writeFiles(folder, {
    ...Object.fromEntries(own.map(({ file, code }) => [file, withAssertions(code)])),
    "all.mts": `import { writeFileSync } from "node:fs";
const failures: Record<string, string> = {};
for (const file of ${JSON.stringify(own.map(({ file }) => file))}) {
  await import("./" + file).catch((error) => (failures[file] = String(error)));
}
writeFileSync("failures.json", JSON.stringify(failures));
`,
  });
  symlinkSync(join(packageRoot, "node_modules"), join(folder, "node_modules"));
  const tsx = join(packageRoot, "node_modules/tsx/dist/cli.mjs");
  const { status, stderr } = spawnSync(process.execPath, [tsx, "all.mts"], { cwd: folder, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const failures = JSON.parse(readFileSync(join(folder, "failures.json"), "utf8")) as Readonly<Record<string, string>>;
  runs.set(page, failures);
  return failures;
}

test.each(examples)("the TypeScript of $path, $file, runs and gives the expected values", ({ path, file, code }) => {
  expect(withAssertions(code)).not.toContain("// =>");
  expect(failuresOf(path)[file]).toBeUndefined();
});
