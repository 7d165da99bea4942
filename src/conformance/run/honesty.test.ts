import { describe, expect, test } from "vitest";
import { loadContractFrom } from "../contract/contract.js";
import { runConformance } from "../engine/run-conformance.js";
import { COUNTER, counterAdapter, counterContract } from "../testing/counter-contract.js";
import { deskContract } from "../testing/desk-contract.js";
import { expectNoPass } from "../testing/expect-no-pass.js";
import { FAKES } from "../testing/fakes.js";

const WORKS_IN_NO_CASE = "add works in no case, so this case proves nothing";

describe.each([
  ["counter", counterContract()],
  ["desk", deskContract()],
])("%s", (_, contract) => {
  const { surfaces } = loadContractFrom(contract);
  test.each(FAKES.map((fake) => [fake.name, fake] as const))("an implementation that is %s scores no pass", (_, fake) =>
    // It claims to offer everything, because cases that are not offered would be skipped.
    expectNoPass({ ...fake, surfaces }, { contract }),
  );
});

test("a tool that refuses everything gets no credit for expected refusals", async () => {
  const adapter = counterAdapter({
    add: () => {
      throw new Error("by must be 1 or more");
    },
  });
  const report = await runConformance(adapter, { contract: counterContract(), run: ["add_nothing_is_refused"] });
  expect(report.cases[0]).toMatchObject({ status: "blocked", reason: WORKS_IN_NO_CASE, failures: [] });
  expect(report.requirements).toMatchObject([{ id: "counter.add.positive", status: "not_observed" }]);
  expect(report.verdict).toBe("does-not-conform");
});

/** The counter, and the number of calls of `add`. */
function countingAdditions(add: (typeof COUNTER)[string]) {
  const asked: unknown[] = [];
  const adapter = counterAdapter({
    add: (params, workspace) => {
      asked.push(params["by"]);
      return add(params, workspace);
    },
  });
  return { adapter, asked };
}

test("a case that has failed does not run again as a control", async () => {
  const { adapter, asked } = countingAdditions(() => {
    throw new Error("by must be 1 or more");
  });
  const run = ["add_twice", "add_nothing_is_refused"];
  const report = await runConformance(adapter, { contract: counterContract(), run });
  expect(report.cases.map(({ failures, reason }) => reason ?? failures[0]?.code)).toEqual([
    "NXC_CASE_UNEXPECTED_ERROR",
    WORKS_IN_NO_CASE,
  ]);
  expect(asked).toEqual([2, 0]);
});

test("the cheapest control runs first", async () => {
  const { adapter, asked } = countingAdditions(COUNTER["add"]!);
  const once = {
    test_id: "add_once",
    description: "An addition is kept in the file",
    verifies: ["counter.add.sums"],
    steps: [{ action: { tool: "add", params: { by: 9 } }, assert_return: { "$.total": 9 } }],
  };
  const contract = counterContract({ "tools/once.json": [once] });
  const report = await runConformance(adapter, { contract, run: ["add_nothing_is_refused"] });
  expect(report.summary.cases).toMatchObject({ total: 1, passed: 1 });
  expect(asked).toEqual([0, 9]);
});
