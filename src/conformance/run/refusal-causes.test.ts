import { expect, test } from "vitest";
import type { CaseResult } from "../judge/result.js";
import { refusalCauses } from "./refusal-causes.js";

const result = (requirement: string, refusal?: string) =>
  ({
    case: { verifies: [requirement] },
    failures: refusal === undefined ? [] : [{ code: "NXC_CASE_UNEXPECTED_ERROR", requirement, actual: refusal }],
  }) as unknown as CaseResult;

const causes = (...results: readonly CaseResult[]) =>
  [...refusalCauses(results, ["open", "closed", "named"])].map(
    ([{ requirement }, cause]) => `${requirement} by ${cause}`,
  );

test("refusals in the same words violate the requirement with the largest share of refused cases", () => {
  const open = [result("open", "tasks [1] are open"), result("open", "tasks [2, 3] are open")];
  expect(causes(result("closed", "tasks [7, 8, 9] are open"), result("closed"), ...open)).toEqual(["closed by open"]);
});

test("where the shares are equal, more cases decide, then the order of the contract", () => {
  const twice = [result("closed", "no"), result("closed", "no")];
  expect(causes(result("open", "no"), ...twice)).toEqual(["open by closed"]);
  expect(causes(result("closed", "no"), result("open", "no"))).toEqual(["closed by open"]);
});

test("refusals in other words are faults of their own", () => {
  expect(causes(result("open", "no"), result("closed", "never"))).toEqual([]);
});

test("what an implementation may leave out explains no refusal", () => {
  expect(causes(result("optional", "no"), result("optional", "no"), result("open", "no"), result("open"))).toEqual([
    "optional by open",
    "optional by open",
  ]);
});

test("a refusal that comes in place of another is the same fault, and not where it comes nowhere else", () => {
  const wrong = result("closed", "no");
  Object.assign(wrong.failures[0] ?? {}, { code: "NXC_CASE_WRONG_ERROR", actual: { message: "no", code: "NONE" } });
  expect(causes(wrong, result("open", "no"), result("open", "no"))).toEqual(["closed by open"]);
  expect(causes(wrong)).toEqual([]);
});
