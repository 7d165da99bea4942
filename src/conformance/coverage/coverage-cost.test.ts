import { afterAll, expect, test, vi } from "vitest";
import { loadContractFrom } from "../contract/contract.js";
import { COUNTER_CONTRACT, counterAdapter, counterContract } from "../testing/counter-contract.js";

vi.mock("./assertable.js", { spy: true });
// Loaded anew with the spy, which must not affect other tests in this process.
vi.resetModules();
const { planRun } = await import("../run/plan.js");
const { run } = await import("../engine/run.js");
const { coverageOf } = await import("./coverage-of.js");
const { assertablesOf } = await import("./assertable.js");
afterAll(() => {
  vi.doUnmock("./assertable.js");
  vi.resetModules();
});

const EXEMPT = `
unasserted:
  - { kind: answers, of: read, path: total, reason: it cannot be read here }
`;

test.each([
  ["an exemption in the whole contract", "large", EXEMPT, 1],
  ["no exemption", "small", "", 1],
  // Whether an entry is valid does not depend on the profile of the run.
  ["an exemption in a part of it", "small", EXEMPT, 2],
])("what could be asserted is gathered no more often than it differs: %s", async (_, profile, entries, times) => {
  const contract = counterContract({ "contract.yml": COUNTER_CONTRACT + entries });
  const plan = await planRun(counterAdapter(), { contract, profile, coverage: true });
  for await (const event of run(plan)) {
    if (event.type === "run-finished") coverageOf(plan, event);
  }
  expect(vi.mocked(assertablesOf)).toHaveBeenCalledTimes(times);
  vi.mocked(assertablesOf).mockClear();
});

test("a schema of a contract is read once", () => {
  const { schemas } = loadContractFrom(counterContract());
  for (const path of schemas.paths) expect(schemas.read(path)).toBe(schemas.read(path));
});
