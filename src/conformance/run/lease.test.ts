/** A contract with several agents, time, races and crashes, of which the kit knows nothing. */

import { join } from "node:path";
import { expect, test } from "vitest";
import { NexusError } from "../../base/errors.js";
import { readText } from "../../base/read-text.js";
import type { Adapter } from "../adapters/adapter.js";
import { loadContractFrom } from "../contract/contract.js";
import { type ConformanceOptions, runConformance } from "../engine/run-conformance.js";
import { leaseAdapter, leaseContract } from "../testing/lease-contract.js";

const contract = leaseContract();

async function outcomes(adapter: Adapter, options: ConformanceOptions = {}) {
  const report = await runConformance(adapter, { contract, ...options });
  const found = report.cases.filter(({ status }) => status !== "passed");
  return Object.fromEntries(found.map(({ id, status, failures }) => [id, failures[0]?.message ?? status]));
}

test("a correct implementation conforms", async () => {
  expect(await outcomes(leaseAdapter())).toEqual({});
});

test("a lease given to two agents is caught", async () => {
  expect(await outcomes(leaseAdapter({ twoWinners: true }))).toEqual({
    one_lease_of_sixteen: "of 16 calls at once 16 were accepted, 0 ended with HELD",
  });
});

test("a write that is lost with the process is caught", async () => {
  expect(Object.keys(await outcomes(leaseAdapter({ lostWrites: true })))).toContain("restart_keeps_everything");
});

test("a lease that never expires is caught", async () => {
  expect(await outcomes(leaseAdapter({ neverExpires: true }))).toEqual({
    lease_expires: "lease was refused: ada holds it",
  });
});

test("half a file left by a crash in the middle of a call is caught", async () => {
  const found = await outcomes(leaseAdapter({ halfWrites: true }), { run: ["crash_*"] });
  expect(found).toEqual({
    crash_in_the_middle_of_a_put: "after restart, store.json breaks its schema at $: it is not valid JSON",
  });
});

test("a broken invariant is a failure of its own, and names the requirement", async () => {
  const report = await runConformance(leaseAdapter({ forgetsLog: true }), { contract, run: ["put_and_get"] });
  expect(report.cases[0]?.failures).toMatchObject([
    {
      code: "NXC_ORACLE_INVARIANT",
      message: "after put, log.jsonl breaks the invariant log-only-grows: item 0 has changed",
      requirement: "kv.log.grows",
      file: "log.jsonl",
      step: 2,
    },
  ]);
  expect(report.requirements.find(({ id }) => id === "kv.log.grows")?.status).toBe("violated");
});

test.each([
  ["rule: grows, file: log.jsonl, list: $, key: id", "/invariants/0/key"],
  ["rule: unique, file: log.jsonl, list: $", '"key" is missing'],
  ["rule: grow, file: log.jsonl, list: $", 'Did you mean "grows"?'],
  ["rule: grows, file: ../log.jsonl, list: $", "leaves the workspace"],
  ["rule: grows, file: log.jsonl, list: '$.a[*]'", "is not a path of the fixture dialect"],
])("an invariant that says %s is refused when the contract is loaded", (rule, message) => {
  const text = readText(join(contract, "contract.yml"), "contract");
  const changed = text.replace(/^invariants:\n.*$/mu, `invariants:\n  - { id: x, requirement: kv.log.grows, ${rule} }`);
  expect(lineOf(changed)).toContain(message);
});

test("an invariant must name a requirement of its contract", () => {
  const text = readText(join(contract, "contract.yml"), "contract");
  expect(lineOf(text.replace("requirement: kv.log.grows", "requirement: kv.log.grow"))).toContain(
    '#/invariants/0/requirement: "kv.log.grow" is not a requirement of this contract',
  );
});

test("a state file must not be listed twice", () => {
  const text = readText(join(contract, "contract.yml"), "contract");
  const [entry = ""] = /^ {2}- \{ path: .*$/mu.exec(text) ?? [];
  expect(entry).toContain("schema:");
  expect(lineOf(text.replace(entry, `${entry}\n${entry}`))).toMatch(
    /#\/state\/1\/path: state file ".*" is listed twice/u,
  );
});

function lineOf(text: string): string {
  try {
    loadContractFrom(leaseContract({ "contract.yml": text }));
    return "accepted";
  } catch (thrown) {
    return NexusError.from(thrown).line;
  }
}

const NO_PROCESS = "it needs a process that can be ended: reach it through module:, lines: or mcp-stdio:";

test("cases that need a process to kill or a clock to move are not applicable without them", async () => {
  const whole = leaseAdapter();
  const bare: Adapter = {
    ...whole,
    surfaces: ["tools"],
    async open(context) {
      const { call } = await whole.open(context);
      return { call };
    },
  };
  const report = await runConformance(bare, { contract });
  expect(report.cases.filter(({ status }) => status === "skipped").map(({ id, reason }) => [id, reason])).toEqual([
    ["lease_expires", "the implementation's clock cannot be moved"],
    ["restart_keeps_everything", NO_PROCESS],
    ["crash_in_the_middle_of_a_put", NO_PROCESS],
  ]);
  expect(report.requirements.filter(({ status }) => status === "not_applicable").map(({ id }) => id)).toEqual([
    "kv.put.survives",
    "kv.put.whole",
    "kv.lease.expires",
  ]);
  const declaring = { ...bare, surfaces: ["tools", "process"] };
  expect(await outcomes(declaring, { run: ["restart_*"] })).toEqual({ restart_keeps_everything: "skipped" });
});
