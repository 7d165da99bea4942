import { expect, test } from "vitest";
import { COUNTER_CONTRACT, counterContract } from "../testing/counter-contract.js";
import { inspectContract } from "./contract.js";
import { foundationsOf } from "./resting.js";

const requirement = (id: string, level: "MUST" | "SHOULD") => ({ id, level, profile: "small", text: "It holds." });

test("a requirement rests on what it names and on what that rests on, and a MUST only on MUSTs", () => {
  const foundations = foundationsOf({
    requirements: [
      requirement("kv.answers", "MUST"),
      requirement("kv.list.order", "MUST"),
      requirement("kv.list.limit", "SHOULD"),
      requirement("kv.page.next", "MUST"),
      requirement("kv.page.size", "SHOULD"),
    ],
    rests_on: {
      "kv.list.order": ["kv.answers"],
      "kv.page": ["kv.list"],
      "kv.list": ["kv.list.order"],
      kv: ["kv.list.order"],
    },
  });
  expect(Object.fromEntries(foundations)).toEqual({
    "kv.answers": [],
    "kv.list.order": ["kv.answers"],
    "kv.list.limit": ["kv.list.order", "kv.answers"],
    "kv.page.next": ["kv.list.order", "kv.answers"],
    "kv.page.size": ["kv.list.order", "kv.list.limit", "kv.answers"],
  });
});

test.each([
  [
    "counter.add.sum: [counter.read]",
    '"counter.add.sum" is neither a requirement of this contract nor a group of them',
  ],
  ["counter.read: [counter.sum]", '"counter.sum" is neither a requirement of this contract nor a group of them'],
  ["counter.add.sums: [counter.read.zero]", 'a MUST cannot rest on "counter.read.zero", which is a SHOULD'],
  ["counter.add.sums: [counter.add.sums]", '"counter.add.sums" would rest on itself'],
])("rests_on that says %s is an error of the contract", (entry, message) => {
  const text = `${COUNTER_CONTRACT}\nrests_on: { ${entry} }\n`;
  expect(inspectContract(counterContract({ "contract.yml": text })).map((error) => error.message)).toEqual([message]);
});
