import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { writeFiles } from "../../testing/temporary-folder.js";
import { COUNTER, counterAdapter } from "../testing/counter-contract.js";
import { add, judgeBy, read } from "../testing/counter-steps.js";

test("a lost update among concurrent calls is caught, and so is a wrong answer to one of them", async () => {
  const steps = [
    {
      concurrent: { times: 4, each: { action: add("{{n}}") } },
      assert_state: { ".state/counter.json": { "$.total": 10 } },
    },
  ];
  expect((await judgeBy(steps)).status).toBe("passed");
  const slow = counterAdapter({
    add: async ({ by }, workspace) => {
      const { total } = COUNTER["read"]!({}, workspace) as { total: number };
      await sleep(5);
      writeFiles(workspace, { ".state/counter.json": { total: total + Number(by) } });
      return { total: by === 3 ? "three" : total + Number(by) };
    },
  });
  expect((await judgeBy(steps, slow)).messages).toEqual([
    ".state/counter.json has another value at $.total",
    'the answer to add breaks its output schema at $.total: "three" is not of type integer',
  ]);
});

test("every concurrent call must be accepted, unless the outcomes say otherwise", async () => {
  const both = [{ action: add(1) }, { action: add(0) }];
  expect((await judgeBy([{ concurrent: both }])).messages).toEqual(["add was refused: by must be 1 or more, not 0"]);
  const counted = (outcomes: object) => judgeBy([{ concurrent: both, assert_outcomes: outcomes }]);
  expect((await counted({ ok: 1, errors: 1 })).status).toBe("passed");
  expect((await counted({ errors: { "by must be 1 or more, not 0": { min: 1 } } })).status).toBe("passed");
  expect((await counted({ ok: { min: 1 }, errors: { BUSY: 1 } })).messages).toEqual([
    "of 2 calls at once 0 ended with BUSY, 1 ended with by must be 1 or more, not 0",
  ]);
});

test("a concurrent call that ends with a raw error is not taken for one that was refused", async () => {
  const steps = [{ concurrent: [{ action: add(1) }, { action: add(2) }], assert_outcomes: { ok: { min: 1 } } }];
  const torn = counterAdapter({
    add: (params, workspace) =>
      params["by"] === 1
        ? COUNTER["add"]!(params, workspace)
        : Promise.reject(new Error("Expecting value: line 1 column 1 (char 0)")),
  });
  expect(await judgeBy(steps, torn, { others: { verifies: "counter.add.sums" } })).toMatchObject({
    status: "blocked",
    reason: expect.stringContaining("add ended with an error of its language or system"),
  });
});

test("what an accepted concurrent call says about files must hold, what a refused one says need not", async () => {
  const judged = (...calls: readonly (readonly [by: number, total: number])[]) => {
    const concurrent = calls.map(([by, total]) => ({
      action: add(by),
      assert_state: { ".state/counter.json": { "$.total": total } },
    }));
    return judgeBy([{ concurrent, assert_outcomes: { ok: { min: 1 } } }]);
  };
  expect((await judged([0, 9], [1, 1])).status).toBe("passed");
  expect((await judged([1, 1], [0, 9], [0, 9])).status).toBe("passed");
  expect((await judged([0, 9], [1, 2])).messages).toEqual([
    ".state/counter.json has another value at $.total, though call 2 was accepted",
  ]);
  expect((await judged([1, 2], [1, 3], [1, 4])).messages).toEqual([
    ".state/counter.json has another value at $.total, though call 1 was accepted (and likewise for 1 more)",
  ]);
});

test("the numbers of accepted and refused concurrent calls can be captured", async () => {
  const judged = (total: unknown) =>
    judgeBy([
      {
        concurrent: [{ action: add(1) }, { action: add(0) }, { action: add(1) }],
        assert_outcomes: { ok: { min: 1 } },
        capture: { accepted: "$.ok", refused: "$.errors" },
      },
      { action: add("{{refused}}") },
      { wait: 0, assert_state: { ".state/counter.json": { "$.total": total } } },
    ]);
  expect((await judged(3)).status).toBe("passed");
  expect((await judged({ same_as: "accepted" })).messages).toEqual([
    ".state/counter.json has another value than in an earlier step (accepted: 2) at $.total",
  ]);
});

test("answers of concurrent calls are compared with each other", async () => {
  const judged = (total: (by: unknown) => unknown, assert_outcomes: object) => {
    const steps = [{ concurrent: { times: 3, each: { action: add("{{n}}") } }, assert_outcomes }];
    return judgeBy(steps, counterAdapter({ add: ({ by }) => ({ total: total(by) }) }));
  };
  const same = () => 1;
  expect((await judged(Number, { distinct: ["$.total"] })).status).toBe("passed");
  expect((await judged(same, { alike: ["$"], ok: 3 })).status).toBe("passed");
  expect((await judged(same, { distinct: ["$.total"] })).messages).toEqual([
    "of 3 calls at once several answers have 1 at $.total",
  ]);
  expect((await judged(Number, { alike: ["$"] })).messages).toEqual([
    "of 3 calls at once not all answers are equal at $",
  ]);
});

test("concurrent calls that are all refused prove nothing if the tool never works", async () => {
  const steps = [{ concurrent: { times: 3, each: { action: add(0) } }, assert_outcomes: { errors: 3 } }];
  const dead = counterAdapter({ add: () => Promise.reject(new Error("connection refused")) });
  expect(await judgeBy(steps, dead)).toMatchObject({
    status: "blocked",
    reason: expect.stringContaining("add works in no case"),
  });
});

test("concurrent calls may write only what one of them may write", async () => {
  const littering = counterAdapter({
    read: (_, workspace) => {
      writeFiles(workspace, { "junk.txt": "x" });
      return { total: 0 };
    },
  });
  expect((await judgeBy([{ concurrent: [{ action: read }, { action: add(1) }] }], littering)).messages).toEqual([
    "concurrent created junk.txt, which the contract does not let it touch",
  ]);
});
