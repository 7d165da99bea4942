/** What a proof is about, and what the page may say of it. */

import { expect, test } from "vitest";
import { findReferences } from "../../scripts/mutation/references.js";
import { judgedFiles } from "../../scripts/proof/judged.js";
import { command } from "../../scripts/proof/main.js";
import { proofRows } from "../../scripts/proof/record.js";
import { mayShow, tableOf } from "../../scripts/proof/table.js";
import { runWords } from "../../scripts/run-script.js";

test("a proof is about source, fixtures and mutants of one contract", async () => {
  const files = await judgedFiles("core");
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

test("a page may show figures that were measured or say that they are old, and nothing else", () => {
  const rows = [...findReferences().keys()].map((contract) => proofRows(contract)!);
  const [first, second] = rows;
  expect(mayShow(tableOf(rows.map(({ figures }) => figures)))).toBe(true);
  expect(mayShow(tableOf([first!.figures, second!.since]))).toBe(true);
  expect(mayShow(tableOf(rows.map(({ since }) => since)))).toBe(true);
  expect(mayShow(tableOf([first!.figures.with(3, "9999 of 9999"), second!.since]))).toBe(false);
  expect(mayShow(tableOf([first!.figures]))).toBe(false);
});

test.each([
  [["--contract", "none"], "has no reference implementation"],
  [["--quik"], 'unknown flag "--quik"'],
])("words that cannot be used are refused: %j", async (words, problem) => {
  await expect(runWords("proof", command, words)).rejects.toThrow(problem);
});
