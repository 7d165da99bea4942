/** The random calls at the end of a run. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.js";
import type { Adapter } from "../adapters/adapter.js";
import { leaseAdapter } from "../testing/lease-contract.js";
import { leaseContractWithModel } from "../testing/lease-model.js";
import { type ConformanceOptions, runConformance } from "./run-conformance.js";

const contract = leaseContractWithModel();

/** A correct implementation, except that answers of one tool are changed. */
function answering(tool: string, change: (answer: Readonly<Record<string, unknown>>) => unknown): Adapter {
  const sound = leaseAdapter();
  return {
    ...sound,
    open: async (context) => {
      const session = await sound.open(context);
      return {
        ...session,
        call: async (...words: Parameters<typeof session.call>) => {
          const answer = await session.call(...words);
          return words[0] === tool ? change(answer as Readonly<Record<string, unknown>>) : answer;
        },
      };
    },
  };
}

/** It passes every case, because no case puts a nine. */
const byHeart = () => answering("get", (answer) => (answer["value"] === 9 ? { ...answer, value: 8 } : answer));

const judge = (adapter: Adapter, options: ConformanceOptions = {}) => runConformance(adapter, { contract, ...options });

test("an implementation that knows the cases by heart does not conform", async () => {
  const { verdict, requirements, cases, causes, exploration, summary } = await judge(byHeart(), { seed: 3 });
  expect(verdict).toBe("does-not-conform");
  expect(requirements.filter(({ status }) => status === "violated").map(({ id }) => id)).toEqual(["kv.put.keeps"]);
  expect(causes).toMatchObject([
    { requirement: "kv.put.keeps", place: "answer of get $.value", expected: 9, actual: 8 },
  ]);
  expect(cases.at(-1)).toMatchObject({
    id: "random_calls",
    status: "failed",
    steps: 2,
    repro: expect.stringMatching(/^npx nexus-conformance run .*--profile full --explore 300 --seed 3 /u),
  });
  expect(summary.cases).toMatchObject({ total: cases.length, failed: 1 });
  expect(exploration).toMatchObject({ seed: 3, unexplained: 0 });
  const file = join(temporaryFolder(), "found.json");
  writeFileSync(file, JSON.stringify([exploration?.fixture]));
  const statusOf = async (adapter: Adapter) => (await judge(adapter, { fixtures: [file] })).cases[0]?.status;
  expect([await statusOf(byHeart()), await statusOf(leaseAdapter())]).toEqual(["failed", "passed"]);
});

test("a correct implementation conforms, and the report says what was tried", async () => {
  const { verdict, exploration, cases } = await judge(leaseAdapter());
  expect(verdict).toBe("conforms");
  expect(exploration).toMatchObject({ seed: 1, commands: 300, unexplained: 0 });
  expect(cases.some(({ id }) => id === "random_calls")).toBe(false);
});

test("a difference that the model has no requirement for convicts nobody", async () => {
  const { verdict, exploration } = await judge(answering("release", () => ({ released: "yes" })));
  expect(verdict).toBe("conforms");
  expect(exploration?.unexplained).toBeGreaterThan(0);
  // No command can reach an adapter that a test has passed in.
  expect(exploration?.repro).toBeUndefined();
});

test("a difference that violates only a MAY convicts nobody", async () => {
  const folder = leaseContractWithModel();
  const file = join(folder, "contract.yml");
  writeFileSync(file, readFileSync(file, "utf8").replace("kv.put.keeps, level: MUST", "kv.put.keeps, level: MAY"));
  expect((await judge(byHeart(), { contract: folder })).verdict).toBe("conforms");
});

test.each<[string, Adapter, ConformanceOptions]>([
  ["selected cases", byHeart(), { run: ["get_unknown"] }],
  ["a run that asks for none", byHeart(), { explore: 0 }],
])("no random calls follow %s", async (_, adapter, options) => {
  expect((await judge(adapter, options)).exploration).toBeUndefined();
});

test("no random calls follow a violation, and the report says so", async () => {
  const { exploration } = await judge(leaseAdapter({ neverExpires: true }));
  expect(exploration).toMatchObject({ commands: 0, problem: "they are made only once everything else conforms" });
});

test("a model that fails is told in the report and changes no verdict", async () => {
  const broken = leaseContractWithModel("export default { initial: 0 }");
  expect(await judge(leaseAdapter(), { contract: broken })).toMatchObject({
    verdict: "conforms",
    exploration: { commands: 0, problem: expect.stringContaining("calls is not a function") },
  });
});
