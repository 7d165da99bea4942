import { join } from "node:path";
import { expect, test } from "vitest";
import { COUNTER_CONTRACT, counterContract } from "../testing/counter-contract.js";
import { loadContractFrom } from "./contract.js";
import { cellsAt, cellsOf, readTable } from "./table.js";

const AXES = {
  by: { one: { "$.by": 1 }, more: { "$.by": { min: 2 } }, much: { "$.by": { min: 9 } } },
  voice: { loud: { "$.loud": true, "$.far": null }, none: { "$.loud": null } },
};

test("a table has a cell for each combination, and a call is in every cell whose conditions hold", () => {
  const table = readTable({ of: "add", axes: AXES }, (pointer) => pointer);
  expect(cellsOf(table)).toEqual([
    "by one, voice loud",
    "by one, voice none",
    "by more, voice loud",
    "by more, voice none",
    "by much, voice loud",
    "by much, voice none",
  ]);
  expect(cellsAt(table, { by: 1 })).toEqual(["by one, voice none"]);
  expect(cellsAt(table, { by: 10, loud: true })).toEqual(["by more, voice loud", "by much, voice loud"]);
  expect(cellsAt(table, { by: 1, loud: true, far: 1 })).toEqual([]);
  expect(cellsAt(table, { by: 0, loud: true })).toEqual([]);
});

test.each([
  ["$by: 1", "NXC_FIXTURE_BAD_PATH", "$by"],
  ['$.by: { pattern: "(" }', "NXC_FIXTURE_BAD_PATTERN", "$.by"],
  ["$.by: { same_as: first }", "NXC_CONTRACT_INVALID", "$.by"],
  ["$.by: { schema: tool-schemas/total.json }", "NXC_CONTRACT_INVALID", "$.by"],
])("an unreadable table is refused with its place when the contract is loaded (%s)", (condition, code, path) => {
  const tables = `tables:\n  loudness:\n    of: add\n    axes:\n      by/voice:\n        one: { ${condition} }\n`;
  const folder = counterContract({ "contract.yml": COUNTER_CONTRACT + tables });
  const line = COUNTER_CONTRACT.split("\n").length + 5;
  expect(() => loadContractFrom(folder)).toThrow(
    expect.objectContaining({
      code,
      where: `${join(folder, "contract.yml")}:${line}#/tables/loudness/axes/by~1voice/one/${path}`,
    }),
  );
});
