/** Restarts of real processes: a new process follows, and nothing is left of the old one. */

import { beforeEach, expect, test } from "vitest";
import { type ConformanceOptions, runConformance } from "../engine/run-conformance.js";
import { counterContract } from "../testing/counter-contract.js";
import { fakeProgram } from "../testing/judge-counter.js";
import { markProcesses } from "../testing/leftovers.js";

let leftovers: () => readonly string[];
beforeEach(() => {
  leftovers = markProcesses();
});

const call = { action: { tool: "read", params: {} } };
const read = { ...call, assert_return: { "$.total": { type: "integer" } } };
const add = { action: { tool: "add", params: { by: 2 } } };

/** Runs a case with these steps. Returns the answers of `read`, step by step. */
async function judge(form: string, steps: readonly object[], options: ConformanceOptions = {}) {
  const cases = [
    { test_id: "first", description: "Leaves an idle process where there is a pool", steps: [add, read] },
    { test_id: "restarts", description: "Ends the program and opens it again", steps },
  ].map((each) => ({ ...each, verifies: ["counter.read.total"] }));
  const contract = counterContract({ "tools/counter.json": cases });
  const report = await runConformance(form, { contract, timeout: 60_000, trace: true, ...options });
  const answers = report.cases.map(({ trace = [] }) =>
    trace.flatMap(({ kind, calls }) => (kind === "read" ? calls.map(({ answer }) => answer) : [])),
  );
  const failures = report.cases.flatMap((each) => each.failures.map(({ code, message }) => `${code} ${message}`));
  return { failures, answers };
}

const FORMS = [
  ["lines", (how: string) => `lines:node "${fakeProgram("lines.mjs")}" "${how}"`],
  ["mcp-stdio", (how: string) => `mcp-stdio:node "${fakeProgram("mcp-stdio.mjs")}" "${how}"`],
] as const;
const SIGNALS = ["SIGTERM", "SIGKILL"] as const;
const BOTH = FORMS.flatMap(([name, form]) => SIGNALS.map((signal) => [name, signal, form] as const));

test.each(BOTH)("%s: after %s a new process uses the same files", async (_, signal, form) => {
  const steps = [add, { restart: { signal } }, { ...read, assert_return: { "$.total": 2 } }];
  expect((await judge(form("well"), steps)).failures).toEqual([]);
  expect(leftovers()).toEqual([]);
});

test.each(BOTH)("%s: after %s the process is a new one, and never an idle one of the pool", async (_, signal, form) => {
  const mapping = { workspace: { param: "project" }, pool: true };
  const { failures, answers } = await judge(form("tells its process id"), [read, { restart: { signal } }, read], {
    mapping,
  });
  expect(failures).toEqual([]);
  const ids = answers.flat().map((answer) => (answer as { total: number }).total);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(3);
  expect(leftovers()).toEqual([]);
});

test.each(BOTH)("%s: %s ends a process in the middle of a call", async (_, signal, form) => {
  const steps = [
    { restart: { signal, during: { action: { tool: "add", params: { by: 3 } } } } },
    { ...read, assert_return: { "$.total": 3 } },
    { restart: { signal, during: call, after: 50 } },
    { ...read, assert_return: { "$.total": 3 } },
  ];
  expect((await judge(form("writes and hangs"), steps)).failures).toEqual([]);
  expect(leftovers()).toEqual([]);
});

test.each(FORMS)("%s: a program that ignores SIGTERM is reported, killed, and gone", async (_name, form) => {
  const { failures } = await judge(form("ignores SIGTERM after a call"), [read, { restart: { signal: "SIGTERM" } }]);
  expect(failures).toEqual([
    "NXC_PROCESS_STUBBORN the program ended neither with its input nor on SIGTERM, and was killed; last line on standard error: counter is up",
    "NXC_PROCESS_STUBBORN the program did not end on SIGTERM, and was killed; last line on standard error: counter is up",
  ]);
  expect(leftovers()).toEqual([]);
});
