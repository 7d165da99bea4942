import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { expect, test } from "vitest";
import { packageRoot } from "../base/package-root.js";
import { counterContract } from "../conformance/testing/counter-contract.js";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import { program } from "./nexus-conformance.js";
import { runHere } from "./testing/run-here.js";

test("copy writes the contract with its fixtures and schemas, and the kit can judge by the copy", async () => {
  const cwd = temporaryFolder();
  const { code, stdout } = await runHere(program, ["copy", "theirs"], cwd);
  expect(code).toBe(0);
  const ours = join(packageRoot, "conformance");
  const copied = fg.sync("**", { cwd: join(cwd, "theirs") });
  expect(stdout).toMatch(`${copied.length} files of contract core `);
  expect(copied).toContain("schema/fixture.schema.json");
  for (const path of copied) {
    expect(readFileSync(join(cwd, "theirs", path), "utf8")).toBe(readFileSync(join(ours, path), "utf8"));
  }
  const list = async (...words: string[]) => (await runHere(program, ["list", ...words], cwd)).stdout;
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
