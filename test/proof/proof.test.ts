/** The inputs of a proof, and the figures that the page may show. */

import { expect, test } from "vitest";
import { findReferences } from "../../scripts/mutation/references.js";
import { command } from "../../scripts/proof/main.js";
import { proofInputs } from "../../scripts/proof/proof-inputs.js";
import { proofShown } from "../../scripts/proof/record.js";
import { mayShow, tableOf } from "../../scripts/proof/table.js";
import { runWords } from "../../scripts/run-script.js";

test("a proof covers the source, fixtures and mutants of one contract", async () => {
  const files = await proofInputs("core");
  expect(files).toEqual(
    expect.arrayContaining([
      "packages/harness/src/tools/task-close.ts",
      "src/toolkit/resume-table.ts",
      "conformance/contract.yml",
      "conformance/tools/task-close.json",
      "packages/harness/mutants/task-close.yml",
    ]),
  );
  expect(files.filter((file) => /\.test\.ts$|proof\.json$|^packages\/thread|^node_modules/.test(file))).toEqual([]);
});

test("a page may show measured figures or say that they are out of date, and nothing else", () => {
  const shown = [...findReferences().keys()].map((contract) => proofShown(contract)!);
  const [first, second] = shown;
  expect(mayShow(tableOf(shown.map(({ figures }) => figures)))).toBe(true);
  expect(mayShow(tableOf([first!.figures, second!.since]))).toBe(true);
  expect(mayShow(tableOf(shown.map(({ since }) => since)))).toBe(true);
  const { row, exceptions } = first!.figures;
  expect(mayShow(tableOf([{ row: row.with(3, "9999 of 9999"), exceptions }, second!.since]))).toBe(false);
  const invented = [...exceptions, ["a-mutant", "core.params.types (MUST)", "nothing"]];
  expect(mayShow(tableOf([{ row, exceptions: invented }, second!.since]))).toBe(false);
  expect(mayShow(tableOf([first!.figures]))).toBe(false);
});

test.each([
  [["--contract", "none"], "has no reference implementation"],
  [["--quik"], 'unknown flag "--quik"'],
])("wrong arguments are rejected: %j", async (words, problem) => {
  await expect(runWords("proof", command, words)).rejects.toThrow(problem);
});
