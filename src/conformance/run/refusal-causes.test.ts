import { expect, test } from "vitest";
import type { CaseResult } from "../judge/result.js";
import { refusalCauses } from "./refusal-causes.js";

const result = (requirement: string, refusal?: string, surfaces: readonly string[] = []) =>
  ({
    case: { verifies: [requirement], surfaces },
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

test("a case about crashes or several processes explains no refusal that occurs in other cases too", () => {
  expect(causes(result("open", "no", ["process"]), result("closed", "no"), result("closed"))).toEqual([
    "open by closed",
  ]);
  expect(causes(result("closed", "no", ["process"]))).toEqual([]);
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

test("wrong refusals in the same words are one fault where the same refusal was asked for", () => {
  const wrong = (requirement: string, expected: string) => {
    const judged = result(requirement, "no");
    Object.assign(judged.failures[0] ?? {}, { code: "NXC_CASE_WRONG_ERROR", expected });
    return judged;
  };
  expect(causes(wrong("open", "forbidden"), wrong("open", "forbidden"), wrong("closed", "forbidden"))).toEqual([
    "closed by open",
  ]);
  expect(causes(wrong("open", "forbidden"), wrong("closed", "unknown"))).toEqual([]);
});

test("concurrent calls that are refused in the words of an unexpected refusal show the same fault", () => {
  const atOnce = result("closed", "no");
  Object.assign(atOnce.failures[0] ?? {}, { code: "NXC_CASE_OUTCOMES", refusals: ["busy", "no"] });
  expect(causes(atOnce, result("open", "no"), result("open", "no"))).toEqual(["closed by open"]);
  expect(causes(atOnce, result("open", "never"))).toEqual([]);
});

test("a requirement that rests on another is not violated by refusals that affect the other comparably", () => {
  const results = [result("open", "no"), result("closed", "no")];
  const rests = new Map([["open", ["closed"]]]);
  expect([...refusalCauses(results, ["open", "closed"], rests).values()]).toEqual(["closed"]);
  const accepted = Array.from({ length: 6 }, () => result("closed"));
  expect([...refusalCauses([...results, ...accepted], ["open", "closed"], rests).values()]).toEqual(["open"]);
});

test("a requirement that rests on a failure of another kind is not violated by refusals that others have, too", () => {
  const broken = result("named", "broken");
  Object.assign(broken.failures[0] ?? {}, { code: "NXC_CASE_STATE" });
  const results = [result("open", "no"), result("open", "no"), result("closed", "no"), broken];
  const rests = new Map([["open", ["named"]]]);
  expect([...refusalCauses(results, ["open", "closed", "named"], rests).values()]).toEqual(["closed", "closed"]);
});

test("a requirement that says what is refused is not violated by a refusal that affects another comparably", () => {
  const refused = [result("closed", "no"), result("closed", "no")];
  const judge = (...others: readonly CaseResult[]) => [
    ...refusalCauses([...refused, ...others], ["open", "closed"], new Map(), (id) => id === "closed").values(),
  ];
  expect(judge(result("open", "no"))).toEqual(["open", "open"]);
  expect(judge(result("open", "no"), ...Array.from({ length: 9 }, () => result("open")))).toEqual(["closed"]);
});
