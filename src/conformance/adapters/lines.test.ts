import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { packageRoot } from "../../base/package-root.js";
import { fakeProgram, judgeCounter as judge, textsOf } from "../testing/judge-counter.js";
import { markProcesses } from "../testing/leftovers.js";
import { LAST, LIMIT, PROCESS_MISDEEDS, UP } from "../testing/process-misdeeds.js";
import { untilItHangs } from "../testing/until-it-hangs.js";

const FAKE = fakeProgram("lines.mjs");

let leftovers: () => readonly string[];
beforeEach(() => {
  leftovers = markProcesses();
});

/** One case in which the fake behaves well, and one in which it misbehaves. */
const misbehaving = (how: string) =>
  judge(`lines:node "${FAKE}" "${how}"`, { run: ["add_twice", "read_returns_the_total"] });

test("the adapter of the docs, in plain Python, conforms", async () => {
  const adapter = `lines:python3 "${join(packageRoot, "docs/use/examples/adapter.py")}"`;
  expect(await judge(adapter)).toEqual({ verdict: "conforms", passed: 6, errored: 0, failures: [] });
  expect(leftovers()).toEqual([]);
});

test.each<readonly [how: string, line: string]>([
  ...PROCESS_MISDEEDS,
  ["answers another call's id", `NXC_PROTOCOL_ID the program answered with id 43, which no call has${UP}`],
  ["answers twice", `NXC_PROTOCOL_ID the program answered with id 3, which was already answered${UP}`],
  [
    "answers in another form",
    `NXC_PROTOCOL_INVALID the program's answer to read breaks the protocol: unknown property "answer"${UP}`,
  ],
  [
    "fails by its own account",
    `NXC_PROTOCOL_FAILED the adapter program failed in read: the harness is not installed${UP}`,
  ],
])("a program that %s ends only its own cases, in one line each", async (how, line) => {
  expect(await untilItHangs(() => misbehaving(how))).toEqual({
    verdict: "does-not-conform",
    passed: 1,
    errored: 1,
    failures: [`read_returns_the_total: ${line}`],
  });
  expect(leftovers()).toEqual([]);
});

test.each([
  ["ignores SIGTERM", "NXC_PROCESS_STUBBORN the program ended neither with its input nor on SIGTERM, and was killed"],
  [
    "leaves a child running",
    "NXC_PROCESS_LEFTOVER the program ended and left its own child processes running, which were killed",
  ],
])("a program that %s is named, and is gone afterwards", async (how, line) => {
  expect(textsOf(await misbehaving(how))).toEqual([`${line}${UP}`]);
  expect(leftovers()).toEqual([]);
});

test.each([
  [
    "is not there",
    "lines:./no/such/program",
    "NXC_PROCESS_START the program could not be started: spawn ./no/such/program ENOENT",
  ],
  [
    "says nothing",
    `lines:node "${FAKE}" "says nothing"`,
    `NXC_PROCESS_SILENT the program did not answer hello within ${LIMIT} ms${UP}`,
  ],
  [
    "dies at the start",
    `lines:node "${FAKE}" "dies at the start"`,
    `NXC_PROCESS_DIED the program ended with exit code 4 during hello${LAST}no licence found`,
  ],
])("a program that %s is an adapter error and passes nothing", async (_, form, line) => {
  const outcome = await untilItHangs(() => judge(form));
  expect(outcome).toMatchObject({ verdict: "adapter-error", passed: 0 });
  expect(textsOf(outcome)).toEqual([line]);
  expect(leftovers()).toEqual([]);
});
