import { appendFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../package-root.js";
import { temporaryFolder } from "../testing/temporary-folder.js";
import { loadContractFrom } from "./contract.js";
import { ownCases, shippedContract } from "./shipped-contract.js";
import { counterContract } from "./testing/counter-contract.js";

function copiedContracts(): string {
  const folder = join(temporaryFolder(), "conformance");
  cpSync(join(packageRoot, "conformance"), folder, { recursive: true });
  return folder;
}

test("a contract and its cases are read once", () => {
  const contract = shippedContract("core");
  expect(shippedContract("core")).toBe(contract);
  expect(shippedContract("thread")).not.toBe(contract);
  expect(contract.isShipped).toBe(true);
  expect(ownCases(contract, process.cwd()).length).toBeGreaterThan(1000);
  expect(ownCases(contract, process.cwd())).toBe(ownCases(contract, "/"));
});

test("they are read again when a file of the contract has changed", () => {
  const folder = copiedContracts();
  const contract = shippedContract("core", folder);
  const cases = ownCases(contract, folder);
  expect(shippedContract("core", folder)).toBe(contract);

  const file = join(folder, "tools/plan-start.json");
  const [first] = JSON.parse(readFileSync(file, "utf8")) as { test_id: string }[];
  writeFileSync(file, JSON.stringify([{ ...first, test_id: "quite_another" }]));
  const again = shippedContract("core", folder);
  const ids = ownCases(again, folder).map(({ id }) => id);
  expect(ids).toContain("quite_another");
  expect(ids).not.toContain(first?.test_id);
  expect(ids.length).toBeLessThan(cases.length);

  appendFileSync(join(folder, "contract.yml"), "\nno_such_member: 1\n");
  expect(() => shippedContract("core", folder)).toThrow("no_such_member");
});

test("the cases of somebody else's contract are read each time", () => {
  const contract = loadContractFrom(counterContract());
  const [first, again] = [ownCases(contract, "/"), ownCases(contract, "/")];
  expect(first.map(({ id }) => id)).toEqual(again.map(({ id }) => id));
  expect(first).not.toBe(again);
});
