import { expect, test } from "vitest";
import { writeFiles } from "../../testing/temporary-folder.js";
import { runConformance } from "../engine/run-conformance.js";
import type { Params } from "../fixture/case.js";
import { COUNTER, counterAdapter, counterContract } from "../testing/counter-contract.js";

const FILE = ".state/counter.json";
const given = (content: object) => ({ precondition: { state_files: { [FILE]: content } } });
const add = { tool: "add", params: { by: 1 } };

/** The requirements that one case of the counter violates, and what is noted of it. */
async function violatedBy(fixture: object, changes: Parameters<typeof counterAdapter>[0]) {
  const contract = counterContract({
    "tools/counter.json": { test_id: "one_case", description: "One case of the counter", ...fixture },
  });
  const { requirements, cases } = await runConformance(counterAdapter(changes), { contract });
  const violated = requirements.flatMap(({ id, status }) => (status === "violated" ? [id] : []));
  return { violated, notes: cases.flatMap(({ notes = [] }) => notes) };
}

const answering = {
  add: (params: Params, workspace: string) => ({ ...Object(COUNTER["add"]?.(params, workspace)), unit: "km" }),
};

test("a member that the answer has beside those of the contract is a note, and violates no comparison of the whole", async () => {
  const steps = [
    { action: add, capture: { first: "$" }, assert_return: { $: { equals: { total: 1 } } } },
    { action: { tool: "read" }, assert_return: { $: { same_as: "first" } } },
  ];
  expect(await violatedBy({ verifies: "counter.add.sums", steps }, answering)).toEqual({
    violated: [],
    notes: ["add returns a field that the contract does not have: $.unit"],
  });
});

test("a member too many in a file violates the schema of the file alone, and later steps are judged", async () => {
  const steps = [
    { action: add, expect: [{ for: "counter.add.sums", state: { [FILE]: { $: { equals: { total: 1 } } } } }] },
    { action: { tool: "read" }, expect: [{ for: "counter.read.total", return: { "$.total": 0 } }] },
  ];
  const storing = {
    add: (_: unknown, workspace: string) => {
      writeFiles(workspace, { [FILE]: { total: 1, unit: "km" } });
      return { total: 1 };
    },
  };
  const { violated } = await violatedBy({ steps }, storing);
  expect(violated).toEqual(["counter.read.total", "counter.files.schema"]);
});

test("a member that was in the files of the case is no addition", async () => {
  const fixture = {
    ...given({ total: 1, unit: "km" }),
    verifies: "counter.read.total",
    action: { tool: "read" },
    postcondition: { return_value: { $: { equals: { total: 1 } } } },
  };
  expect((await violatedBy(fixture, { read: () => ({ total: 1, unit: "km" }) })).violated).toEqual([
    "counter.read.total",
  ]);
});
