import { expect, test } from "vitest";
import { runConformance } from "../engine/run-conformance.js";
import { counterAdapter, counterContract } from "../testing/counter-contract.js";
import { caseOf, read } from "../testing/counter-steps.js";
import { differences } from "./difference.js";

test.each([
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, [{ pointer: "/a/1/b", wanted: 2, actual: 3 }]],
  [
    { a: 1, "x/y": 2 },
    { a: 1, c: 3 },
    [
      { pointer: "/x~1y", wanted: 2, actual: undefined },
      { pointer: "/c", wanted: undefined, actual: 3 },
    ],
  ],
  [[1, 2], [1], [{ pointer: "/1", wanted: 2, actual: undefined }]],
  [[], {}, [{ pointer: "", wanted: [], actual: {} }]],
  [{ a: null }, { a: {} }, [{ pointer: "/a", wanted: null, actual: {} }]],
])("%j and %j", (wanted, actual, found) => {
  expect(differences(wanted, actual)).toEqual(found);
});

test("a difference in a whole value is reported at the first place that differs", async () => {
  const steps = [{ action: read, assert_return: { $: { equals: { total: 0, by: { agent: "a", none: 1 } } } } }];
  const contract = counterContract({ "tools/counter.json": caseOf(steps) });
  const adapter = counterAdapter({ read: () => ({ total: 0, by: { agent: "b" } }) });
  const report = await runConformance(adapter, { contract });
  const [failure] = report.cases[0]?.failures ?? [];
  expect(failure).toMatchObject({
    message: "the answer to read has another value at $.by.agent and in 1 more place",
    path: "$.by.agent",
    expected: "a",
    actual: "b",
  });
});
