/** The proof.json of a contract, and its effect on coverage. */

import { expect, test } from "vitest";
import { loadContractFrom } from "../contract/contract.js";
import { run } from "../engine/run.js";
import { planRun, type RunOptions } from "../run/plan.js";
import { counterAdapter, counterContract } from "../testing/counter-contract.js";
import { coverageOf } from "./coverage-of.js";
import { readProof } from "./proof.js";
import { COVERAGE_FORMATS, requirementLines } from "./write-coverage.js";

const ALL_BUT_ONE = ["counter.read.total"];
const PROOF = {
  proof_version: "2.0",
  date: "2026-03-01",
  commit: "0123456",
  hash: "0".repeat(64),
  mutants: { total: 2, found: 2 },
  must: { total: 2, found: 1 },
  unproved: ALL_BUT_ONE,
};

async function cover(options: RunOptions) {
  const plan = await planRun(counterAdapter(), { ...options, coverage: true });
  for await (const event of run(plan)) if (event.type === "run-finished") return coverageOf(plan, event);
  throw new Error("no report");
}

test("coverage says whether mutants have proved a requirement, and lists those without proof", async () => {
  const coverage = await cover({ contract: counterContract({ "proof.json": PROOF }) });
  const text = COVERAGE_FORMATS.pretty(coverage);
  expect(text).toMatch(/\nProved by mutants that these cases have found: 8 of 9 requirements\n/u);
  expect(text).toContain("\n  not proved  counter.read.total\n");
  // A requirement that no fixture can test is not a gap.
  expect(text).not.toContain("not proved  counter.add.atomic");
  expect(requirementLines(coverage)).toMatch(/^counter\.add\.sums {2}covered\n.*\n {2}proved by mutants\n/u);
  expect(requirementLines(coverage)).toContain("\n  not proved by mutants\n");
  expect(JSON.parse(COVERAGE_FORMATS.json(coverage)).units[0]).toHaveProperty("proved", true);
});

test("without a proof.json or with foreign fixtures, coverage does not mention proof", async () => {
  const contract = counterContract({ "proof.json": PROOF });
  for (const options of [{ contract: counterContract() }, { contract, fixtures: [`${contract}/tools/counter.json`] }]) {
    const coverage = await cover(options);
    expect(COVERAGE_FORMATS.pretty(coverage)).not.toContain("Proved");
    expect(coverage.units.filter((unit) => unit.proved !== undefined)).toEqual([]);
  }
});

test.each([
  ["no JSON", "{", /proof\.json/u],
  ["another form", { date: "2026-03-01" }, /"proof_version" is missing/u],
  ["a malformed hash", { ...PROOF, hash: "0" }, /proof\.json#\/hash/u],
  ["an unknown requirement", { ...PROOF, unproved: ["nowhere"] }, /no requirement nowhere/u],
])("a proof that has %s is refused in one line", (_, proof, problem) => {
  const contract = loadContractFrom(counterContract({ "proof.json": proof }));
  expect(() => readProof(contract)).toThrow(
    expect.objectContaining({ exitCode: 2, line: expect.stringMatching(problem) }),
  );
});
