import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { counterContract } from "../conformance/testing/counter-contract.js";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import { program } from "./nexus-conformance.js";
import { runHere } from "./testing/run-here.js";

const contract = counterContract();
const WORDS = ["run", "--contract", contract, "--run", "read*", "--adapter", "module:./adapter.mjs"];

/** Always reads zero. */
const ADAPTER = 'export default { name: "x", tools: ["read"], open: () => ({ call: () => ({ total: 0 }) }) };';

function folder(files: Readonly<Record<string, string>> = {}): string {
  const path = temporaryFolder();
  writeFiles(path, { "adapter.mjs": ADAPTER, ...files });
  return path;
}

test("--update-baseline writes the file, and the next run is compared with it", async () => {
  const cwd = folder();
  const words = [...WORDS, "--baseline", "known.yml"];
  expect((await runHere(program, words, cwd)).stderr).toContain("NXC_FILE_NOT_FOUND  known.yml");
  const update = await runHere(program, [...words, "--update-baseline"], cwd);
  expect({ code: update.code, stderr: update.stderr }).toEqual({ code: 0, stderr: "known.yml: 1 added, 0 dropped\n" });
  expect(readFileSync(join(cwd, "known.yml"), "utf8")).toContain("- case: read_returns_the_total\n");

  const { code, stdout } = await runHere(program, words, cwd);
  expect(code).toBe(0);
  expect(stdout).toContain("1 passed, 1 known to fail");
  expect(stdout).toContain("read_returns_the_total  TODO: say why it fails  known.yml:3");
  expect(stdout).toContain("known to be violated: MUST counter.read.total");
  expect(stdout).toMatch(/^Does not conform\. .*\nAll failures are known: see known\.yml\.$/mu);
});

test("a stale entry fails with its line until it is dropped", async () => {
  const cwd = folder({
    "known.yml": "# ours\nfailing:\n  - { case: read_starts_at_zero, reason: x }\n",
    "nexus-conformance.config.yml": `adapter: module:./adapter.mjs\nbaseline: known.yml\ncontract: ${contract}/\n`,
  });
  const words = ["run", "--run", "read_starts_at_zero"];
  const stale = await runHere(program, words, cwd);
  expect(stale.code).toBe(1);
  expect(stale.stdout).toContain('known.yml:3: case "read_starts_at_zero" passes, so this entry is stale.');
  expect((await runHere(program, [...words, "--update-baseline"], cwd)).code).toBe(0);
  expect(readFileSync(join(cwd, "known.yml"), "utf8")).toBe("# ours\nfailing:\n");
  expect((await runHere(program, words, cwd)).code).toBe(0);
});

test("an adapter that fails in every case writes no baseline", async () => {
  const cwd = folder({ "adapter.mjs": 'export default { name: "x", open: () => { throw new Error("down"); } };' });
  const { code } = await runHere(program, [...WORDS, "--baseline", "known.yml", "--update-baseline"], cwd);
  expect(code).toBe(3);
  expect((await runHere(program, [...WORDS, "--update-baseline"], cwd)).stderr).toContain("NXC_USAGE_NO_BASELINE");
});
