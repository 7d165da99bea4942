import { expect, test } from "vitest";
import { COUNTER_CONTRACT, counterContract } from "../testing/counter-contract.js";
import { inspectContract } from "./contract.js";
import { foundationsOf } from "./resting.js";

const requirement = (id: string, level: "MUST" | "SHOULD") => ({ id, level, profile: "small", text: "It holds." });

test("a requirement rests on what it names and on what that rests on, and a MUST on SHOULDs only for refusals", () => {
  const contract = {
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
  };
  expect(Object.fromEntries(foundationsOf(contract, "same"))).toEqual({
    "kv.answers": [],
    "kv.list.order": ["kv.answers"],
    "kv.list.limit": ["kv.list.order", "kv.answers"],
    "kv.page.next": ["kv.list.order", "kv.answers"],
    "kv.page.size": ["kv.list.order", "kv.list.limit", "kv.answers"],
  });
  const any = foundationsOf(contract, "any");
  expect(any.get("kv.page.next")).toEqual(["kv.list.order", "kv.list.limit", "kv.answers"]);
});

test.each([
  [
    "counter.add.sum: [counter.read]",
    '"counter.add.sum" is neither a requirement of this contract nor a group of them',
  ],
  ["counter.read: [counter.sum]", '"counter.sum" is neither a requirement of this contract nor a group of them'],
  ["counter.add.sums: [counter.read.zero]", 'nothing can rest on "counter.read.zero", because a MAY is never violated'],
  ["counter.add.sums: [counter.add.sums]", '"counter.add.sums" would rest on itself'],
])("rests_on that says %s is an error of the contract", (entry, message) => {
  const contract = COUNTER_CONTRACT.replace(/(?<=counter\.read\.zero, level: )SHOULD/u, "MAY");
  const text = `${contract}\nrests_on: { ${entry} }\n`;
  expect(inspectContract(counterContract({ "contract.yml": text })).map((error) => error.message)).toEqual([message]);
});
