/** Random calls on a contract that the kit does not know: a correct implementation passes, and faults are found. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.js";
import type { Adapter } from "../adapters/adapter.js";
import { runConformance } from "../engine/run-conformance.js";
import { planFor } from "../run/plan.js";
import { leaseAdapter } from "../testing/lease-contract.js";
import { leaseContractWithModel, modelOfOneCall } from "../testing/lease-model.js";
import { LIMIT } from "../testing/process-misdeeds.js";
import { LIMIT_OF_CALL, neverAnswers, untilItHangs } from "../testing/until-it-hangs.js";
import { failsAlone } from "./fails-alone.js";
import { type Found, fuzz } from "./fuzz.js";
import { loadModel } from "./load-model.js";
import { callsIn } from "./move.js";
import { Search } from "./search.js";

const contract = leaseContractWithModel();

const search = (adapter: Adapter, runs = 1500, seed = 7) =>
  fuzz(planFor(adapter, { contract, timeout: LIMIT }), { runs, seed });

/** Whether an implementation passes the fixture of a search. */
async function passes(adapter: Adapter, fixture: unknown): Promise<boolean> {
  const file = join(temporaryFolder(), "found.json");
  writeFileSync(file, JSON.stringify([fixture]));
  const { cases } = await runConformance(adapter, { contract, fixtures: [file] });
  expect(cases.length).toBe(1);
  return cases.every(({ status }) => status === "passed");
}

test("a correct implementation shows no difference, and the counts say what was tried", async () => {
  const { finding, counts } = await search(leaseAdapter());
  expect(finding).toBeUndefined();
  expect(counts.commands).toBe(1500);
  expect(counts.sequences).toBeGreaterThan(20);
  expect(counts.refused).toBeGreaterThan(100);
  expect(counts.atOnce).toBeGreaterThan(20);
  expect(counts.crashes).toBeGreaterThan(5);
  expect(counts.edits).toBe(0);
});

test("the same seed gives the same sequences, another seed gives others", async () => {
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
  ["forgets its log", 2, leaseAdapter({ forgetsLog: true })],
  ["loses what it has not written yet when it is killed", 2, leaseAdapter({ lostWrites: true })],
] as const)("an implementation that %s is found, in a sequence of at most %d moves", async (_, length, adapter) => {
  const { finding } = await search(adapter);
  expect(finding?.moves.length).toBeLessThanOrEqual(length);
  expect(finding?.fixture?.steps?.length).toBe(finding?.moves.length);
  expect(finding?.alone).toBeDefined();
  expect(await passes(adapter, finding?.fixture)).toBe(false);
  expect(await passes(leaseAdapter(), finding?.fixture)).toBe(true);
});

test("two winners of one lease are found, because no order of the calls has that outcome", async () => {
  const { finding } = await search(leaseAdapter({ twoWinners: true }));
  expect(finding?.moves.map(({ kind }) => kind)).toEqual(["concurrent"]);
  expect(await passes(leaseAdapter(), finding?.fixture)).toBe(true);
});

test("a store that is half written after a crash is found", async () => {
  const { finding } = await search(leaseAdapter({ halfWrites: true }), 4000);
  expect(finding?.moves.some(({ kind }) => kind === "restart")).toBe(true);
});

/** A store in which one tool is replaced. */
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

test("parameters shrink, too, and braces in them stay text", async () => {
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

test("a call without an answer is found and shrunk, and kept apart from a wrong answer", async () => {
  const adapter = withTool("release", ({ token }) => (token === 2 ? neverAnswers() : undefined));
  const { finding } = await untilItHangs(() => search(adapter, 200), LIMIT_OF_CALL);
  expect(finding?.thrown?.code).toBe("NXC_CALL_TIMEOUT");
  expect(finding?.moves.map((move) => (move.kind === "call" ? move.call : move.kind))).toEqual([
    { tool: "release", as: "ada", params: { token: 2 } },
  ]);
});

/** The store, with a hook that is called for each opening, counted from 1, and may throw. */
function withOpening(change: (opening: number, workspace: string) => void, declared: Partial<Adapter> = {}): Adapter {
  const sound = leaseAdapter();
  let openings = 0;
  return {
    ...sound,
    ...declared,
    open: (context) => {
      openings += 1;
      change(openings, context.workspace);
      return sound.open(context);
    },
  };
}

test("a difference is reported before its fixture is tried, and the adapter is not opened after it is closed", async () => {
  const told: string[] = [];
  const adapter = withOpening(() => told.push("open"), { surfaces: ["tools"], close: () => void told.push("close") });
  const wrong: Adapter = {
    ...adapter,
    open: async (context) => ({ ...(await adapter.open(context)), call: () => ({ key: 1 }) }),
  };
  const plan = planFor(wrong, { contract });
  const onDifference = ({ moves }: Found) => void told.push(`a difference in ${moves.length}`);
  const { finding } = await fuzz(plan, { runs: 100, seed: 7, onDifference });
  expect(finding?.alone).toBeDefined();
  expect(told.slice(told.indexOf("a difference in 1"))).toEqual(["a difference in 1", "open", "close"]);
});

test("a difference includes the findings of the oracles", async () => {
  const { finding } = await search(withTool("put", () => ({ key: 1 })));
  const codes = new Set(finding?.failures.map(({ code }) => code));
  expect([...codes].filter((code) => !code.startsWith("NXC_ORACLE_"))).not.toEqual([]);
  expect(codes).toContain("NXC_ORACLE_OUTPUT");
});

test("a difference that depends on timing is reported, but does not fail alone", async () => {
  const adapter = withTool("put", ({ key }, calls) => (calls === 30 ? { key, value: -1, rev: 0 } : undefined));
  const { finding } = await search(adapter);
  expect(finding).toMatchObject({ fixture: { test_id: "fuzz_7" } });
  expect(finding?.alone).toBeUndefined();
});

test("a case shows a difference only if it is judged in the same way", async () => {
  const hangs = withTool("put", neverAnswers);
  const plan = planFor(hangs, { contract, timeout: LIMIT, run: ["put_and_get"] });
  const [testCase] = plan.cases;
  if (testCase === undefined) throw new Error("the contract has that case");
  const inTheWay = (wanted: "errored" | "failed") =>
    untilItHangs(() => failsAlone(testCase, wanted, plan), LIMIT_OF_CALL);
  expect(await inTheWay("errored")).toBeDefined();
  expect(await inTheWay("failed")).toBeUndefined();
  const withoutPut = planFor({ ...hangs, tools: ["get"] }, { contract });
  expect(await failsAlone(testCase, "failed", withoutPut)).toBeUndefined();
});

test("a sequence keeps at least one call, so that a failing restart becomes a fixture", async () => {
  const known = new Set<string>();
  const adapter = withOpening((_, workspace) => {
    if (known.has(workspace)) throw new Error("already open");
    known.add(workspace);
  });
  const { finding } = await search(adapter);
  expect(finding?.thrown?.code).toBe("NXC_ADAPTER_OPEN");
  expect(finding?.moves.flatMap((move) => callsIn(move)).length).toBeGreaterThan(0);
  expect(finding?.alone).toBeDefined();
  expect(await passes(leaseAdapter(), finding?.fixture)).toBe(true);
});

test("openings that fail before the first answer are the finding if there is no other", async () => {
  const adapter = withOpening(
    (opening) => {
      if (opening <= 2) throw new Error("not yet");
    },
    { surfaces: ["tools"] },
  );
  const { finding, counts } = await search(adapter, 300);
  expect(counts.calls).toBeGreaterThan(100);
  expect(finding?.failures).toMatchObject([{ code: "NXC_ADAPTER_OPEN" }]);
  expect(finding?.alone).toBeUndefined();
  const once = withOpening((opening) => {
    if (opening === 1) throw new Error("not yet");
  });
  const { finding: first } = await search(once, 300);
  expect(first).toMatchObject({ moves: [], thrown: { code: "NXC_ADAPTER_OPEN" } });
  expect(first?.alone).toBeUndefined();
  expect(first?.withoutFixture).toContain("makes no call");
});

test("failures without an answer are counted, even if many sequences make no call", async () => {
  const hangs = leaseAdapter();
  const adapter: Adapter = {
    ...hangs,
    open: async (context) => ({ ...(await hangs.open(context)), call: neverAnswers }),
  };
  const { guardedFolders, contract: loaded } = planFor(adapter, { contract });
  const model = await loadModel(loaded);
  const options = { timeout: LIMIT, guardedFolders, keepWorkspaces: false };
  const tried = new Search({ adapter, contract: loaded, model, options }, 1000, undefined);
  const call = { tool: "get", params: { key: "door" } };
  for (let left = 4; left > 0; left -= 1) await tried.findsDifference([{ kind: "restart", signal: "SIGTERM" }]);
  const asks = () => untilItHangs(() => tried.findsDifference([{ kind: "call", call }]), LIMIT_OF_CALL);
  for (let left = 2; left > 0; left -= 1) await asks();
  expect(tried.isOver).toBe(false);
  await asks();
  expect(tried.isOver).toBe(true);
  await expect(tried.found()).rejects.toMatchObject({ code: "NXC_CALL_TIMEOUT", exitCode: 3 });
});

test("no crashes are counted for a process that cannot be killed", async () => {
  const sound = leaseAdapter();
  const adapter: Adapter = {
    ...sound,
    async open(context) {
      const { kill: _, ...session } = await sound.open(context);
      return session;
    },
  };
  const { finding, counts } = await search(adapter, 300);
  expect(finding).toBeUndefined();
  expect(counts).toMatchObject({ commands: 300, restarts: undefined, crashes: undefined });
});

test("a value to capture that is missing in the answer is a difference", async () => {
  const folder = modelOfOneCall(`
    calls: (fc) => fc.constant({ tool: "put", params: { key: "door", value: 1 } }),
    predict: (state) => ({ next: state, capture: { until: "$.until" } }),
  `);
  const { finding } = await fuzz(planFor(leaseAdapter(), { contract: folder }), { runs: 10, seed: 1 });
  expect(finding?.failures).toMatchObject([{ code: "NXC_CASE_CAPTURE" }]);
});

test("a sequence without predictions is reported without a fixture", async () => {
  const folder = modelOfOneCall("predict: (state) => ({ next: state }),");
  const hangs = withTool("get", neverAnswers);
  const answered = withTool("get", (_, calls) => (calls === 1 ? { key: "door", value: 1, rev: 1 } : undefined));
  const adapter: Adapter = {
    ...hangs,
    open: (() => {
      let openings = 0;
      return (context) => {
        openings += 1;
        return (openings === 1 ? answered : hangs).open(context);
      };
    })(),
  };
  const plan = planFor(adapter, { contract: folder, timeout: LIMIT });
  const { finding } = await untilItHangs(() => fuzz(plan, { runs: 100, seed: 1 }), LIMIT_OF_CALL);
  expect(finding?.fixture).toBeUndefined();
  expect(finding?.withoutFixture).toContain("asserts nothing");
});
