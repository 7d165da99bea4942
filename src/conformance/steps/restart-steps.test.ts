/** Steps that kill and reopen an implementation, and steps that move its clock. */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { writeFiles } from "../../testing/temporary-folder.js";
import type { Adapter, OpenContext, Session } from "../adapters/adapter.js";
import type { Params } from "../fixture/case.js";
import { COUNTER, counterAdapter } from "../testing/counter-contract.js";
import { add, judgeBy, read } from "../testing/counter-steps.js";

const READ = { action: read, assert_return: { "$.total": 2 } };

/** A counter that pauses between two writes, and can be killed there. */
function killable(signals: string[] = [], opened: { count: number } = { count: 0 }): Adapter {
  return counterAdapter(
    {},
    {
      open({ workspace }) {
        opened.count += 1;
        let alive = true;
        const addSlowly = async (params: Params) => {
          // The contract ignores this file, so it must not trigger the kill.
          writeFiles(workspace, { ".state/harness/lock": "held" });
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

test("a restart in the middle of a call ends it after its first write, and reopens the same files", async () => {
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

test("a killed call proves nothing about the tool, so the tool must work in another case", async () => {
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
  expect(await judgeBy(steps, { ...dead, open })).toMatchObject({
    status: "blocked",
    reason: expect.stringContaining("add works in no case"),
  });
});

test("only leftovers of a killed call may be cleaned up", async () => {
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

test("a case is not applicable if its session cannot be killed, or has no clock for a long wait", async () => {
  expect(await judgeBy([READ, { restart: { signal: "SIGKILL" } }])).toMatchObject({
    status: "skipped",
    reason: "the implementation cannot be killed",
  });
});

test("a wait takes real time, or moves the clock of an implementation that has one", async () => {
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
  const years = [{ action: add(2) }, { wait: { clock: "30000h" } }, READ];
  expect((await judgeBy(years, { ...plain, open })).status).toBe("passed");
  expect(moved).toEqual([7_200_000, 30_000 * 3_600_000]);
});

test("a captured time moves the clock by what an implementation has named, and by a day at most", async () => {
  const moved: number[] = [];
  const plain = counterAdapter();
  const open = async (context: OpenContext): Promise<Session> => ({
    ...(await plain.open(context)),
    advanceClock: (milliseconds) => moved.push(milliseconds),
  });
  const wait = (by: number) => [
    { action: add(by), capture: { time: "$.total" }, assert_return: { "$.total": by } },
    { wait: { clock: "{{time}}s" } },
  ];
  for (const by of [3, 90_000]) expect((await judgeBy(wait(by), { ...plain, open })).status).toBe("passed");
  expect(moved).toEqual([3_000, 86_400_000]);
  expect((await judgeBy(wait(3), plain)).reason).toBe("the implementation's clock cannot be moved");
});
