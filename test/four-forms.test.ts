/** The reference harness over every form of adapter: the same verdict on every case. */

import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type ConformanceOptions, runConformance } from "../src/conformance/run-conformance.js";
import { markProcesses } from "../src/conformance/testing/leftovers.js";
import { packageRoot } from "../src/package-root.js";
import { serveOverHttp, server } from "./http-server.js";

const leftovers = markProcesses();
// Hooks of this kind run from the last to the first.
afterAll(() => expect(leftovers()).toEqual([]));
const url = serveOverHttp();

/** What only a process can show: that several lose nothing between them, what is left when one is killed, and memory. */
const OF_PROCESSES = ["core/scenarios/concurrent-calls/**", "core/scenarios/crashes/**", "hostile_device_*"];

async function statuses(form: string, options: ConformanceOptions = {}) {
  const { cases, verdict } = await runConformance(form, { profile: "tools", timeout: 30_000, ...options });
  return { verdict, cases: cases.map(({ id, status, failures }) => ({ id, status, failures })) };
}

const MODULE = `module:${join(packageRoot, "packages/harness/dist/adapter.js")}`;
const MCP = `mcp-stdio:node "${join(packageRoot, "packages/harness/bin/nexus-mcp.js")}"`;
/** It takes the workspace as a parameter, so that one process serves all cases. */
const POOLED = `mcp-stdio:node "${server("mcp-stdio.mjs")}"`;
const PARAM = { workspace: { param: "project" }, pool: true, harness_id: "nexus-harness" };

const LINES = `lines:node "${server("lines.mjs")}"`;

test("a program over lines and a server over HTTP are judged like the module", async () => {
  const minimal = { profile: "minimal", skip: OF_PROCESSES };
  const direct = await statuses(MODULE, minimal);
  expect(direct.cases.filter(({ status }) => status !== "passed")).toEqual([]);
  expect(direct.cases.length).toBeGreaterThan(200);
  expect(await statuses(LINES, minimal)).toEqual(direct);
  expect(await statuses(`mcp-http:${url()}`, { ...minimal, mapping: { ...PARAM, prefix: "nx_" } })).toEqual(direct);
}, 300_000);

test("every case of the tools is judged alike over MCP, also several at a time in another order", async () => {
  const direct = await statuses(MODULE, { skip: OF_PROCESSES });
  expect(direct.cases.filter(({ status }) => status !== "passed")).toEqual([]);
  expect(direct.cases.length).toBeGreaterThan(600);
  expect(await statuses(POOLED, { skip: OF_PROCESSES, mapping: PARAM, jobs: 3, seed: 11 })).toEqual(direct);
}, 300_000);

const CRASH_SAFETY = ["core.state.atomic-writes", "core.state.concurrent-calls", "core.task_close.atomic"];

/** What a run says of the crash safety that its cases observe, and the cases that did not pass. */
async function crashSafety(form: string, options: ConformanceOptions) {
  // Two at a time, since most of a case is waiting for a process to start.
  const judged = { profile: "tools", timeout: 30_000, jobs: 2, ...options };
  const { cases, requirements } = await runConformance(form, judged);
  const observed = requirements.filter(({ id, status }) => CRASH_SAFETY.includes(id) && status !== "not_observed");
  return {
    cases: cases.filter(({ status }) => status !== "passed").map(({ id, failures }) => ({ id, failures })),
    requirements: observed.map(({ id, status }) => `${id} ${status}`),
  };
}

// Cases that crash start a server anew, which takes a server over MCP a while; one of them shows what they all need.
const MCP_CASES = ["core/scenarios/concurrent-calls/**", "crash_of_task_add_after_a_millisecond"];

test.each([
  ["lines", LINES, { run: OF_PROCESSES }, CRASH_SAFETY],
  ["mcp-stdio", POOLED, { run: MCP_CASES, mapping: PARAM }, CRASH_SAFETY.slice(0, 2)],
])(
  "%s: several processes lose nothing, and a crash tears nothing",
  async (_, form, options, observed) => {
    const requirements = observed.map((id) => `${id} conforming`);
    expect(await crashSafety(form, options)).toEqual({ cases: [], requirements });
  },
  180_000,
);

test("an implementation that is no process answers for none of it, and conforms without", async () => {
  const report = await runConformance(MODULE, { profile: "minimal" });
  const status = (id: string) => report.requirements.find((requirement) => requirement.id === id)?.status;
  expect(CRASH_SAFETY.map(status)).toEqual(CRASH_SAFETY.map(() => "not_applicable"));
  expect({ verdict: report.verdict, ...report.summary.requirements.MUST }).toMatchObject({
    verdict: "conforms",
    not_applicable: 3,
    not_observed: 0,
    untested: 0,
  });
}, 60_000);

test("nexus-mcp is judged like the harness that it serves, with a process a case", async () => {
  const some = { run: ["core/scenarios/**"], skip: OF_PROCESSES };
  const direct = await statuses(MODULE, some);
  expect(direct.cases.length).toBeGreaterThan(10);
  expect(await statuses(MCP, { ...some, mapping: { workspace: "cwd", harness_id: "nexus-harness" }, jobs: 2 })).toEqual(
    direct,
  );
}, 200_000);

test("what memory does to files and repositories is judged alike, also where several processes store", async () => {
  const memory = { profile: "full", run: ["core/memory/**"] };
  const own = { harness_id: "nexus-harness", surfaces: ["tools", "memory"] };
  const inOne = { ...memory, skip: ["memory_store_from_several_processes"] };
  const direct = await statuses(MODULE, inOne);
  expect(direct.cases.filter(({ status }) => status !== "passed")).toEqual([]);
  expect(direct.cases.length).toBeGreaterThan(50);
  expect(await statuses(POOLED, { ...inOne, mapping: { ...PARAM, ...own } })).toEqual(direct);
  // A process a case takes its time; some show that the command serves the same.
  const some = {
    ...inOne,
    run: ["memory_gc_deletes_*", "memory_gc_leaves_other_work_alone", "memory_store_creates_*"],
  };
  const shown = await statuses(MODULE, some);
  expect(shown.cases.length).toBeGreaterThan(3);
  expect(await statuses(MCP, { ...some, mapping: { workspace: "cwd", ...own } })).toEqual(shown);
  const { cases, verdict } = await statuses(LINES, { ...memory, mapping: { harness_id: own.harness_id } });
  expect({ verdict, others: cases.filter(({ status }) => status !== "passed") }).toEqual({
    verdict: "conforms",
    others: [],
  });
}, 300_000);

test("a server learns the workspace from its working folder or from a variable as well", async () => {
  const one = { run: ["plan_start_creates_the_first_plan"] };
  const direct = await statuses(MODULE, one);
  expect(direct.cases.map(({ status }) => status)).toEqual(["passed"]);
  expect(await statuses(MCP, one)).toEqual(direct);
  expect(await statuses(POOLED, { ...one, mapping: { workspace: { env: "PROJECT" } } })).toEqual(direct);
}, 120_000);

test("a server that is not there is an adapter error and passes nothing", async () => {
  const report = await runConformance("mcp-http:http://127.0.0.1:1/mcp", { mapping: PARAM, profile: "minimal" });
  const messages = new Set(report.cases.flatMap(({ failures }) => failures.map(({ message }) => message)));
  expect({ verdict: report.verdict, passed: report.summary.cases.passed, messages: [...messages] }).toEqual({
    verdict: "adapter-error",
    passed: 0,
    messages: [expect.stringMatching(/^the MCP server failed in initialize: fetch failed/u)],
  });
  await expect(runConformance("mcp-http:nowhere", { mapping: PARAM })).rejects.toThrow("is no adapter form");
  await expect(runConformance("mcp-http:http://127.0.0.1:1/mcp")).rejects.toThrow("workspace must be { param: NAME }");
});
