/** What each kind of step does, and what its failures say. */

import { existsSync, lstatSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import type { Adapter, CallOptions, OpenContext, Params, Session } from "./adapter.js";
import { type ConformanceOptions, runConformance } from "./run-conformance.js";
import { COUNTER, counterAdapter, counterContract } from "./testing/counter-contract.js";

const add = (by: unknown) => ({ tool: "add", params: { by } });
const read = { tool: "read" };

function caseOf(steps: readonly object[], others: object = {}) {
  return { test_id: "steps", description: "A case made of steps", steps, ...others };
}

async function judgeBy(
  steps: readonly object[],
  adapter: Adapter = counterAdapter(),
  options: ConformanceOptions & { readonly others?: object; readonly files?: Record<string, unknown> } = {},
) {
  const { others, files, ...run } = options;
  const contract = counterContract({ "tools/counter.json": caseOf(steps, others), ...files });
  const report = await runConformance(adapter, { contract, ...run });
  const [result] = report.cases;
  return { status: result?.status, messages: result?.failures.map(({ message }) => message), reason: result?.reason };
}

const call = (action: object, asserted: object) => ({ action, ...asserted });
const KEEP = { action: add(2), capture: { total: "$.total" } };
const READ = { action: read, assert_return: { "$.total": 2 } };

test("a kept value goes into parameters as itself, and into texts, names and expected values as its text", async () => {
  const steps = [
    KEEP,
    { write_files: { "note-{{total}}.txt": { text: "total {{total}}" }, "all.jsonl": [{ n: "{{total}}" }, {}] } },
    {
      action: add("{{total}}"),
      capture: { next: "$.total" },
      assert_return: { "$.total": 4 },
      assert_state: {
        "note-2.txt": { text: "total {{total}}" },
        "all.jsonl": { "$.length": 2, "$[0].n": "{{total}}" },
      },
    },
    { delete_files: ["note-{{total}}.txt"], assert_state: { "note-2.txt": null } },
    { write_files: { "by.txt": { text: "{{total}}" } }, assert_state: { "by.txt": { text: "{{total}}" } } },
    { action: add("no {{total}}"), assert_error: { mentions: ["{{total}}"], contains: "no 2" } },
    {
      write_files: { "list.json": [0, 1, 2] },
      assert_state: { "list.json": { "$[{{total}}]": 2 } },
    },
    {
      action: read,
      assert_return: { "$.total": { same_as: "next" } },
      assert_state: { ".state/counter.json": { "$.total": { one_of: ["{{total}}", "{{next}}"] } } },
    },
  ];
  expect(await judgeBy(steps)).toMatchObject({ status: "passed", messages: [] });
});

test("symbolic links are planted as they are, also in place of a file, and deleted without what they lead to", async () => {
  const seen: string[] = [];
  const look = (_: Params, workspace: string) => {
    const is = (path: string) => lstatSync(join(workspace, path), { throwIfNoEntry: false })?.isSymbolicLink() === true;
    seen.push(["in", "nowhere", "state", "deep/up"].filter(is).join(" "));
    return { total: 0 };
  };
  const files = {
    "kept/note.txt": { text: "kept" },
    in: { symlink: "kept" },
    nowhere: { symlink: "missing/x" },
    state: { symlink: "{STATE_ROOT}" },
    "deep/up": { symlink: "../kept/note.txt" },
  };
  const steps = [
    call(read, { assert_state: { "in/note.txt": null, in: {}, "kept/note.txt": { text: "kept" } } }),
    { write_files: { "kept/note.txt": { symlink: "other.txt" } } },
    { delete_files: ["in", "nowhere"] },
    call(read, { assert_state: { in: null, nowhere: null, "kept/note.txt": {} } }),
  ];
  const precondition = { state_files: files };
  expect(await judgeBy(steps, counterAdapter({ read: look }), { others: { precondition } })).toMatchObject({
    status: "passed",
    messages: [],
  });
  expect(seen).toEqual(["in nowhere state deep/up", "state deep/up"]);
});

test("a token cannot lead a link out of the workspace either", async () => {
  const precondition = { state_files: { "{HARNESS_ID}/out": { symlink: "../.." } } };
  expect(await judgeBy([READ], counterAdapter(), { others: { precondition } })).toMatchObject({
    status: "errored",
    messages: [expect.stringContaining('".." leaves it')],
  });
});

test("a kept value that comes back differently is shown beside what came", async () => {
  const steps = [KEEP, { action: read, assert_return: { "$.total": { same_as: "total" } } }];
  const contract = counterContract({ "tools/counter.json": caseOf(steps) });
  const report = await runConformance(counterAdapter({ read: () => ({ total: 9 }) }), { contract });
  expect(report.cases[0]?.failures).toEqual([
    {
      code: "NXC_CASE_RETURN",
      message: "the answer to read has another value than total, 2, at $.total",
      step: 1,
      path: "$.total",
      expected: 2,
      actual: 9,
    },
  ]);
});

test("what is to be kept and is not there is a failure of its own", async () => {
  expect(await judgeBy([{ action: read, capture: { id: "$.id" } }, READ])).toMatchObject({
    status: "failed",
    messages: ["the answer to read has nothing at $.id, which the case keeps as id"],
  });
});

test("a kept value that looks like a use is no use", async () => {
  const braces = counterAdapter({ read: () => ({ total: 0, name: "{{nobody}}" }) });
  const steps = [
    { action: read, capture: { name: "$.name" } },
    { write_files: { x: { text: "{{name}}" } }, assert_state: { x: { text: "{{name}}" } } },
    { action: read, assert_return: { "$.name": "{{name}}" } },
  ];
  expect(await judgeBy(steps, braces)).toMatchObject({ status: "passed", messages: [] });
});

test("an implementation cannot lead a case out of its workspace by what it answers", async () => {
  const victim = temporaryFolder();
  writeFiles(victim, { "precious.txt": "keep me" });
  const wayOut = counterAdapter({ read: () => ({ total: 0, file: `../../../../../../../..${victim}/precious.txt` }) });
  const steps = [{ action: read, capture: { file: "$.file" } }, { delete_files: ["{{file}}"] }, READ];
  expect((await judgeBy(steps, wayOut)).status).toBe("errored");
  expect(existsSync(join(victim, "precious.txt"))).toBe(true);
});

test("the agent that acts and the environment of a case reach the adapter", async () => {
  const seen: unknown[] = [];
  const adapter: Adapter = {
    name: "listening",
    surfaces: ["tools", "events"],
    open: ({ environment, workspace }: OpenContext): Session => ({
      call: (tool: string, params: Params, options?: CallOptions) => {
        seen.push([tool, options?.as, environment?.["MODE"]]);
        return COUNTER[tool]!(params, workspace);
      },
      emit: (event: string, params: Params, options?: CallOptions) => {
        seen.push([event, options?.as, environment?.["MODE"]]);
        return COUNTER[event]!(params, workspace);
      },
    }),
  };
  const steps = [
    { as: "ada", ...KEEP },
    { as: "bob-{{total}}", event: { type: "tick" } },
    { action: read, assert_return: { "$.total": 3 } },
  ];
  expect((await judgeBy(steps, adapter, { others: { environment: { MODE: "slow" } } })).status).toBe("passed");
  expect(seen).toEqual([
    ["add", "ada", "slow"],
    ["tick", "bob-2", "slow"],
    ["read", undefined, "slow"],
  ]);
});

test("an opening is spliced in, and the postcondition speaks of the last of its steps", async () => {
  const openings = { two_adds: [KEEP, { action: add("{{total}}") }] };
  const options = { files: { "openings.json": openings } };
  expect(
    await judgeBy([{ use: "two_adds" }, { action: read, assert_return: { "$.total": 4 } }], undefined, options),
  ).toMatchObject({
    status: "passed",
  });
  const others = { postcondition: { return_value: { "$.total": 5 } } };
  expect(await judgeBy([{ use: "two_adds" }], undefined, { ...options, others })).toMatchObject({
    messages: ["the answer to add has another value at $.total"],
  });
});

test("a lost update among calls at once is seen, and so is a bad answer of one of them", async () => {
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

test("of calls at once each must be accepted, unless the outcomes say otherwise", async () => {
  const both = [{ action: add(1) }, { action: add(0) }];
  expect((await judgeBy([{ concurrent: both }])).messages).toEqual(["of 2 calls at once 1 were accepted"]);
  const counted = (outcomes: object) => judgeBy([{ concurrent: both, assert_outcomes: outcomes }]);
  expect((await counted({ ok: 1, errors: 1 })).status).toBe("passed");
  expect((await counted({ errors: { "by must be 1 or more, not 0": { min: 1 } } })).status).toBe("passed");
  expect((await counted({ ok: { min: 1 }, errors: { BUSY: 1 } })).messages).toEqual([
    "of 2 calls at once 0 ended with BUSY, 1 ended with by must be 1 or more, not 0",
  ]);
});

test("answers of calls at once are compared with each other", async () => {
  const fixed = (total: (by: unknown) => unknown) => counterAdapter({ add: ({ by }) => ({ total: total(by) }) });
  const judged = (adapter: Adapter, outcomes: object) =>
    judgeBy([{ concurrent: { times: 3, each: { action: add("{{n}}") } }, assert_outcomes: outcomes }], adapter);
  expect((await judged(fixed(Number), { distinct: ["$.total"] })).status).toBe("passed");
  expect(
    (
      await judged(
        fixed(() => 1),
        { alike: ["$"], ok: 3 },
      )
    ).status,
  ).toBe("passed");
  expect(
    (
      await judged(
        fixed(() => 1),
        { distinct: ["$.total"] },
      )
    ).messages,
  ).toEqual(["of 3 calls at once several were answered with one value at $.total"]);
  expect((await judged(fixed(Number), { alike: ["$"] })).messages).toEqual([
    "of 3 calls at once not all were answered alike at $",
  ]);
});

test("calls at once that are all refused prove nothing where the tool never works", async () => {
  const steps = [{ concurrent: { times: 3, each: { action: add(0) } }, assert_outcomes: { errors: 3 } }];
  const dead = counterAdapter({ add: () => Promise.reject(new Error("connection refused")) });
  expect((await judgeBy(steps, dead)).messages?.[0]).toContain("add gave no good answer in any other case");
});

test("what one of the calls at once may not touch, none of them may", async () => {
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

/** A counter that takes its time between two writes, and can be killed there. */
function killable(signals: string[] = [], opened: { count: number } = { count: 0 }): Adapter {
  return counterAdapter(
    {},
    {
      open({ workspace }) {
        opened.count += 1;
        let alive = true;
        const addSlowly = async (params: Params) => {
          // Of no interest to the contract, and so no reason to end the call already.
          writeFiles(workspace, { ".state/conformance/lock": "held" });
          await sleep(30);
          if (!alive) return new Promise(() => undefined);
          writeFileSync(join(workspace, "add.tmp"), "half");
          await sleep(30);
          if (!alive) return new Promise(() => undefined);
          const answer = COUNTER["add"]!(params, workspace);
          return answer;
        };
        return {
          call: (tool, params) =>
            tool === "add" && params["by"] === 100 ? addSlowly(params) : COUNTER[tool]!(params, workspace),
          async kill(signal) {
            signals.push(signal);
            alive = false;
          },
        };
      },
    },
  );
}

test("a restart in the middle of a call ends it after its first write, and opens the same files anew", async () => {
  const [signals, opened] = [[] as string[], { count: 0 }];
  const steps = [
    { action: add(2) },
    {
      restart: { signal: "SIGKILL", during: { action: add(100) } },
      assert_state: { ".state/counter.json": { "$.total": 2 }, "add.tmp": { text: "half" } },
    },
    READ,
    { restart: { signal: "SIGTERM", during: { action: add(100) }, after: 5 } },
    { restart: { signal: "SIGTERM" } },
    READ,
  ];
  expect(await judgeBy(steps, killable(signals, opened))).toMatchObject({ status: "passed", messages: [] });
  expect(signals).toEqual(["SIGKILL", "SIGTERM", "SIGTERM"]);
  expect(opened.count).toBe(4);
});

test("a call that is killed says nothing about the tool, so the tool has to work elsewhere", async () => {
  const steps = [
    {
      restart: { signal: "SIGKILL", during: { action: add(1) }, after: 1 },
      assert_state: { ".state/counter.json": null },
    },
  ];
  const dead = killable();
  const open = async (context: OpenContext): Promise<Session> => ({
    ...(await dead.open(context)),
    call: () => Promise.reject(new Error("connection refused")),
  });
  expect((await judgeBy(steps, { ...dead, open })).messages?.[0]).toContain("add gave no good answer");
});

test("what a killed call left behind may be cleared away, and nothing else", async () => {
  const cleaning = killable();
  const open = async (context: OpenContext): Promise<Session> => {
    const session = await cleaning.open(context);
    const clear = (file: string) => rmSync(join(context.workspace, file), { force: true });
    return {
      ...session,
      call: (tool, params) => {
        const answer = session.call(tool, params);
        if (tool === "read") for (const file of ["add.tmp", "mine.txt"]) clear(file);
        return answer;
      },
    };
  };
  const crash = { restart: { signal: "SIGKILL", during: { action: add(100) } } };
  const steps = [{ action: add(2) }, crash, { ...READ, assert_state: { "add.tmp": null } }];
  expect(await judgeBy(steps, { ...cleaning, open })).toMatchObject({ status: "passed", messages: [] });
  const given = { precondition: { state_files: { "mine.txt": { text: "keep me" } } } };
  expect((await judgeBy(steps, { ...cleaning, open }, { others: given })).messages).toEqual([
    "read deleted mine.txt, which the contract does not let it touch",
  ]);
});

test("what cannot be killed, or has no clock for a long wait, is not applicable", async () => {
  expect(await judgeBy([READ, { restart: { signal: "SIGKILL" } }])).toMatchObject({
    status: "skipped",
    reason: "the implementation cannot be killed",
  });
  expect(await judgeBy([READ, { wait: { clock: "1h" } }])).toMatchObject({
    status: "skipped",
    reason: "the implementation's clock cannot be moved",
  });
});

test("a wait passes in real time, and by the clock of the implementation where it has one", async () => {
  const moved: number[] = [];
  const plain = counterAdapter();
  const steps = [{ action: add(2) }, { wait: 20 }, { wait: { clock: "40ms" } }, READ];
  const started = performance.now();
  expect((await judgeBy(steps)).status).toBe("passed");
  expect(performance.now() - started).toBeGreaterThan(58);
  const open = async (context: OpenContext): Promise<Session> => ({
    ...(await plain.open(context)),
    advanceClock: (milliseconds) => moved.push(milliseconds),
  });
  const hours = [{ action: add(2) }, { wait: { clock: "2h" } }, READ];
  expect((await judgeBy(hours, { ...plain, open })).status).toBe("passed");
  expect(moved).toEqual([7_200_000]);
});
