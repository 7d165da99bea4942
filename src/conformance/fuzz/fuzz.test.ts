/** Random calls on a contract of which the kit has never heard: what is sound stays unblamed, and what lies is found. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.js";
import type { Adapter } from "../adapter.js";
import { planFor } from "../plan.js";
import { runConformance } from "../run-conformance.js";
import { leaseAdapter } from "../testing/lease-contract.js";
import { leaseContractWithModel } from "../testing/lease-model.js";
import { fuzz } from "./fuzz.js";

const contract = leaseContractWithModel();

const search = (adapter: Adapter, runs = 1500, seed = 7) =>
  fuzz(planFor(adapter, { contract, timeout: 500 }), { runs, seed });

/** Whether an implementation passes the fixture that a search has come to. */
async function passes(adapter: Adapter, fixture: unknown): Promise<boolean> {
  const file = join(temporaryFolder(), "found.json");
  writeFileSync(file, JSON.stringify([fixture]));
  const { cases } = await runConformance(adapter, { contract, fixtures: [file] });
  expect(cases.length).toBe(1);
  return cases.every(({ status }) => status === "passed");
}

test("a sound implementation shows no difference, and the counts say what was tried", async () => {
  const { finding, counts } = await search(leaseAdapter());
  expect(finding).toBeUndefined();
  expect(counts.commands).toBe(1500);
  expect(counts.sequences).toBeGreaterThan(20);
  expect(counts.refused).toBeGreaterThan(100);
  expect(counts.atOnce).toBeGreaterThan(20);
  expect(counts.crashes).toBeGreaterThan(5);
  expect(counts.edits).toBe(0);
});

test("the same seed makes the same sequences, and another one others", async () => {
  const asked = async (seed: number) => {
    const calls: unknown[] = [];
    const sound = leaseAdapter();
    const open = (context: Parameters<Adapter["open"]>[0]) => {
      const session = sound.open(context);
      if (session instanceof Promise) throw new Error("it opens at once");
      return {
        ...session,
        call(...words: Parameters<typeof session.call>) {
          calls.push(words);
          return session.call(...words);
        },
      };
    };
    await search({ ...sound, surfaces: ["tools"], open }, 300, seed);
    return calls;
  };
  const first = await asked(3);
  expect(first.length).toBe(300);
  expect(await asked(3)).toEqual(first);
  expect(await asked(4)).not.toEqual(first);
});

test.each([
  ["forgets its log", leaseAdapter({ forgetsLog: true }), 2],
  ["loses what it has not written yet when it is killed", leaseAdapter({ lostWrites: true }), 2],
] as const)("an implementation that %s is found, in a sequence of %# moves", async (_, adapter, length) => {
  const { finding } = await search(adapter);
  expect(finding?.moves.length).toBeLessThanOrEqual(length);
  expect(finding?.fixture.steps?.length).toBe(finding?.moves.length);
  expect(await passes(adapter, finding?.fixture)).toBe(false);
  expect(await passes(leaseAdapter(), finding?.fixture)).toBe(true);
});

test("two winners of one lease are found, since no order of the calls comes to that", async () => {
  const { finding } = await search(leaseAdapter({ twoWinners: true }));
  expect(finding?.moves.map(({ kind }) => kind)).toEqual(["concurrent"]);
  expect(await passes(leaseAdapter(), finding?.fixture)).toBe(true);
});

test("a store that is half written when the process dies is found", async () => {
  const { finding } = await search(leaseAdapter({ halfWrites: true }), 4000);
  expect(finding?.moves.some(({ kind }) => kind === "restart")).toBe(true);
});

/** A store in which one tool answers in a way of its own. */
function withTool(
  tool: string,
  answer: (params: Readonly<Record<string, unknown>>, calls: number) => unknown,
): Adapter {
  const sound = leaseAdapter();
  let calls = 0;
  return {
    ...sound,
    surfaces: ["tools"],
    async open(context) {
      const session = await sound.open(context);
      return {
        ...session,
        call: (name, params, options) => {
          if (name !== tool) return session.call(name, params, options);
          calls += 1;
          return answer(params, calls) ?? session.call(name, params, options);
        },
      };
    },
  };
}

test("parameters shrink as well, and braces in them stay what they are", async () => {
  const adapter = withTool("put", ({ key, value }) =>
    key === "{{key}}" && Number(value) > 2 ? { key, value: 0, rev: 1 } : undefined,
  );
  const { finding } = await search(adapter);
  expect(finding?.moves).toEqual([
    { kind: "call", call: { tool: "put", as: "ada", params: { key: "{{key}}", value: 3 } } },
  ]);
  expect(await passes(adapter, finding?.fixture)).toBe(false);
  expect(await passes(leaseAdapter(), finding?.fixture)).toBe(true);
});

test("a call that is never answered is found and shrunk, and told apart from a wrong answer", async () => {
  const adapter = withTool("release", ({ token }) => (token === 2 ? new Promise(() => undefined) : undefined));
  const { finding } = await search(adapter, 200);
  expect(finding?.thrown?.code).toBe("NXC_CALL_TIMEOUT");
  expect(finding?.moves.map((move) => (move.kind === "call" ? move.call : move.kind))).toEqual([
    { tool: "release", as: "ada", params: { token: 2 } },
  ]);
}, 120_000);

describe("nothing can be compared", () => {
  test("with an adapter that cannot be opened", async () => {
    const dead: Adapter = { name: "dead", open: () => Promise.reject(new Error("no such server")) };
    await expect(search(dead)).rejects.toMatchObject({ code: "NXC_ADAPTER_OPEN", exitCode: 3 });
  });

  test.each([
    ["with a model that is not there", undefined, "NXC_MODEL_NOT_FOUND"],
    ["with a model that throws", "throw new Error('x')", "NXC_MODEL_LOAD"],
    ["with a model without a default", "export const model = {};", "NXC_MODEL_SHAPE"],
    ["with a model without a state", "export default { calls() {}, predict() {}, files() {} };", "NXC_MODEL_SHAPE"],
    [
      "with a model that predicts nothing",
      "export default { initial: {}, calls() {}, files() {} };",
      "NXC_MODEL_SHAPE",
    ],
    [
      "with edits whose outcome the model does not know",
      "export default { initial: {}, calls() {}, predict() {}, files() {}, edits() {} };",
      "NXC_MODEL_SHAPE",
    ],
  ])("%s", async (_, text, code) => {
    const folder = leaseContractWithModel(text ?? "");
    if (text === undefined) {
      const { rmSync } = await import("node:fs");
      rmSync(join(folder, "model.mjs"));
    }
    const plan = planFor(leaseAdapter(), { contract: folder });
    await expect(fuzz(plan, { runs: 10, seed: 1 })).rejects.toMatchObject({ code, exitCode: 2 });
  });
});
