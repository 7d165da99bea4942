import { expect, test } from "vitest";
import { findContracts, loadContractFrom } from "./contract.js";
import { runConformance } from "./run-conformance.js";
import { counterAdapter, counterContract } from "./testing/counter-contract.js";
import { deskContract } from "./testing/desk-contract.js";
import { FAKES } from "./testing/fakes.js";

const contracts = [...findContracts().values(), counterContract(), deskContract()];

for (const contract of contracts) {
  for (const fake of FAKES) {
    test(`an implementation that is ${fake.name} scores no pass in ${contract.split("/").at(-1)}`, async () => {
      // It offers all that there is: what is not offered would prove nothing of it.
      const offering = { ...fake, surfaces: loadContractFrom(contract).surfaces };
      const report = await runConformance(offering, { contract, timeout: 20, jobs: 64 });
      expect(report.cases.filter(({ status }) => status === "passed").map(({ id }) => id)).toEqual([]);
      expect(report.requirements.filter(({ status }) => status === "conforming").map(({ id }) => id)).toEqual([]);
      expect(report.verdict).not.toBe("conforms");
    });
  }
}

test("a tool that refuses everything gets no credit for the refusals that were due", async () => {
  const adapter = counterAdapter({
    add: () => {
      throw new Error("by must be 1 or more");
    },
  });
  const report = await runConformance(adapter, { contract: counterContract(), run: ["add_nothing_is_refused"] });
  expect(report.cases[0]).toMatchObject({ status: "failed", failures: [{ code: "NXC_CASE_VACUOUS" }] });
});

test("the control that gives a refusal its worth runs even when it was not selected", async () => {
  const report = await runConformance(counterAdapter(), {
    contract: counterContract(),
    run: ["add_nothing_is_refused"],
  });
  expect(report.summary.cases).toMatchObject({ total: 1, passed: 1 });
});
