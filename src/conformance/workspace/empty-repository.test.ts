import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import { makeEmptyRepository } from "./empty-repository.js";

/** The content of every path below a folder, or null for a folder. */
function treeOf(folder: string) {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return paths.map((path) => {
    const file = join(folder, path);
    return [path, statSync(file).isDirectory() ? null : readFileSync(file, "utf8")] as const;
  });
}

const inside = (parent: string) => mkdtempSync(join(parent, "case-"));

test("the first repository and its copies equal those of git, and are independent", async () => {
  const parent = temporaryFolder();
  const [first, second, third, own] = [inside(parent), inside(parent), inside(parent), inside(parent)];
  execFileSync("git", ["init", "--quiet", "--template=", own]);
  const expected = treeOf(own).filter(([path]) => path !== ".git/HEAD");
  expect(expected.length).toBeGreaterThan(5);
  const made = (folder: string) => treeOf(folder).filter(([path]) => path !== ".git/HEAD");
  await makeEmptyRepository(first);
  expect(made(first)).toEqual(expected);
  // A change in one does not reach later copies.
  writeFiles(first, { ".git/config": "broken" });
  await makeEmptyRepository(second);
  expect(made(second)).toEqual(expected);
  writeFiles(second, { ".git/config": "broken" });
  await makeEmptyRepository(third);
  expect(made(third)).toEqual(expected);
});

test("files of a repository that a case begins with are kept", async () => {
  const parent = temporaryFolder();
  const [whole, begun] = [inside(parent), inside(parent)];
  await makeEmptyRepository(whole);
  mkdirSync(join(begun, ".git"));
  writeFiles(begun, { ".git/info/exclude": "*.txt\n" });
  await makeEmptyRepository(begun);
  expect(treeOf(begun)).toEqual(
    [...treeOf(whole), [".git/info", null], [".git/info/exclude", "*.txt\n"]].sort(([a], [b]) =>
      String(a) < String(b) ? -1 : 1,
    ),
  );
});
