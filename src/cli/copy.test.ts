import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { expect, test } from "vitest";
import { packageRoot } from "../base/package-root.js";
import { counterContract } from "../conformance/testing/counter-contract.js";
import type { FixtureCase } from "../generated/fixture.js";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import { program } from "./nexus-conformance.js";
import { runHere } from "./testing/run-here.js";

test("copy writes the contract with its schemas, and its fixtures in the form that other runners read", async () => {
  const cwd = temporaryFolder();
  const { code, stdout } = await runHere(program, ["copy", "theirs"], cwd);
  expect(code).toBe(0);
  const ours = join(packageRoot, "conformance");
  const copied = fg.sync("**", { cwd: join(cwd, "theirs") });
  expect(stdout).toMatch(`${copied.length} files of contract core `);
  expect(copied).toContain("schema/fixture.schema.json");
  const read = (folder: string, path: string) => readFileSync(join(folder, path), "utf8");
  const isFixture = (path: string) => /^(?:tools|lifecycle|decisions|memory|scenarios|hostile)\//u.test(path);
  for (const path of copied.filter((each) => !isFixture(each))) {
    expect(read(join(cwd, "theirs"), path)).toBe(read(ours, path));
  }
  // The form that other runners read has neither groups nor rows: see the page about writing fixtures.
  const lighter = ["given", "but", "each", "expect", "unchanged", "assert_unchanged"];
  const named = copied.filter(isFixture).flatMap((path) => {
    const cases: FixtureCase[] = [JSON.parse(read(join(cwd, "theirs"), path))].flat();
    return cases.flatMap((each) => [each, each.postcondition ?? {}, ...(each.steps ?? [])]).flatMap(Object.keys);
  });
  expect(named).toContain("assert_return");
  expect(named.filter((name) => lighter.includes(name))).toEqual([]);
  const list = async (...words: string[]) =>
    (await runHere(program, ["list", ...words], cwd)).stdout.split("\n").length;
  expect(await list("--contract", "./theirs")).toBe(await list());
});

test("any contract can be copied, and copy overwrites nothing", async () => {
  const cwd = temporaryFolder();
  writeFiles(cwd, { "full/mine.txt": "precious", "file.txt": "x" });
  const contract = counterContract();
  expect((await runHere(program, ["copy", "new", "--contract", contract], cwd)).code).toBe(0);
  expect(readdirSync(join(cwd, "new")).sort()).toEqual([
    "contract.yml",
    "schema",
    "state-schemas",
    "tool-schemas",
    "tools",
  ]);
  for (const dir of ["full", "new", "file.txt"]) {
    const { code, stderr } = await runHere(program, ["copy", dir], cwd);
    expect(code).toBe(2);
    expect(stderr).toContain(`NXC_COPY_NOT_EMPTY  ${dir}: this folder is not empty`);
  }
  expect(readdirSync(join(cwd, "full"))).toEqual(["mine.txt"]);
  expect((await runHere(program, ["copy"], cwd)).stderr).toContain("DIR is missing.");
});
