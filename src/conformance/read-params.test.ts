import { expect, test } from "vitest";
import { parseJson } from "../located-document.js";
import { loadContractFrom } from "./contract.js";
import { readParams } from "./read-params.js";
import { runConformance } from "./run-conformance.js";
import { Source } from "./source.js";
import { counterAdapter, counterContract } from "./testing/counter-contract.js";
import { deskContract } from "./testing/desk-contract.js";
import { fakeProgram } from "./testing/judge-counter.js";

const contract = loadContractFrom(counterContract());

function read(params: unknown, kept: Readonly<Record<string, unknown>> = {}): unknown {
  const source = new Source(parseJson(JSON.stringify(params), "case.json"), contract);
  return readParams(params, "", source, new Map(Object.entries(kept)));
}

test.each([
  ["an array of numbered items", { a: { $repeat: { times: 3, of: "n-{{n}}" } } }, { a: ["n-1", "n-2", "n-3"] }],
  ["a number itself", { a: { $repeat: { times: 2, of: { id: "{{n}}" } } } }, { a: [{ id: 1 }, { id: 2 }] }],
  ["no items", { a: { $repeat: { times: 0, of: 1 } } }, { a: [] }],
  ["a text", [{ $text: { times: 3, of: "ab" } }], ["ababab"]],
  ["texts in items", { $repeat: { times: 2, of: { $text: { times: 2, of: "{{n}}" } } } }, ["11", "22"]],
  ["a kept value beside", { "{{k}}": "{{k}}", b: { $text: { times: 1, of: "{{k}}" } } }, { x: "x", b: "x" }],
])("%s", (_, params, value) => {
  expect(read(params, { k: "x" })).toEqual(value);
});

const FORM = 'is {"times": N, "of": …}, and nothing stands beside it';

test.each([
  ["a member beside", { $repeat: { times: 1, of: 1 }, b: 1 }, `$repeat ${FORM}`],
  ["both of them", { $text: { times: 1, of: "a" }, $repeat: { times: 1, of: 1 } }, `$text ${FORM}`],
  ["no number", { $repeat: { times: "3", of: 1 } }, `$repeat ${FORM}`],
  ["less than nothing", { $text: { times: -1, of: "a" } }, `$text ${FORM}`],
  ["nothing to repeat", { $repeat: { times: 3 } }, `$repeat ${FORM}`],
  ["an unknown member", { $repeat: { times: 3, of: 1, from: 2 } }, `$repeat ${FORM}`],
  ["a number as a text", { $text: { times: 3, of: 1 } }, "$text repeats a text"],
  ["too many items", { $repeat: { times: 10_000_001, of: 1 } }, "this makes more than 10000000 items or characters"],
  [
    "too many items in items",
    { $repeat: { times: 10_000, of: { $repeat: { times: 10_000, of: 1 } } } },
    "this makes more than 10000000 items or characters",
  ],
  ["an unknown name", { $repeat: { times: 2, of: "{{m}}" } }, 'no step before has captured "m"'],
])("%s is an error of the fixture", (_, params, message) => {
  expect(() => read({ a: params })).toThrow(message);
});

test("repeated items are values of their own: what is done to one is not done to the others", () => {
  const { items } = read({ items: { $repeat: { times: 2, of: { tags: [] } } } }) as { items: { tags: string[] }[] };
  items[0]?.tags.push("new");
  expect(items).toEqual([{ tags: ["new"] }, { tags: [] }]);
});

test("in fixtures of others items are numbered, and other braces stay text", async () => {
  const folder = counterContract({
    "own.json": [
      {
        test_id: "sums_up",
        description: "A call with a made list and a text in braces",
        action: { tool: "add", params: { by: 2, notes: { $repeat: { times: 2, of: "{{n}}" } } } },
        postcondition: { return_value: { "$.total": 2 } },
      },
    ],
  });
  const heard: unknown[] = [];
  const own = counterAdapter();
  const adapter = {
    ...own,
    open: async (context: Parameters<typeof own.open>[0]) => {
      const session = await own.open(context);
      const call: typeof session.call = (tool, params) => {
        heard.push(params["notes"]);
        return session.call(tool, { by: params["by"] });
      };
      return { ...session, call };
    },
  };
  await runConformance(adapter, { contract: folder, fixtures: ["own.json"], cwd: folder });
  expect(heard).toEqual([[1, 2]]);
});

test("a trace shows the beginning of what is large, and who acted", async () => {
  const report = await runConformance(`module:${fakeProgram("desk-module.mjs")}`, {
    contract: deskContract(),
    run: ["large_notes_and_lists"],
    trace: true,
  });
  const text = JSON.stringify(report);
  expect(report.cases[0]?.status).toBe("passed");
  expect(text.length).toBeLessThan(100_000);
  expect(text).toContain("… (65537 characters)");
  expect(text).toContain("… (10000 items)");
  expect(report.cases[0]?.trace?.[0]?.calls[0]?.as).toBe("ada");
});
