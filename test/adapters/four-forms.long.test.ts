/** The reference harness over every form of adapter: each case has the same verdict as over a module. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConformanceOptions, runConformance } from "../../src/conformance/engine/run-conformance.js";
import type { Report } from "../../src/conformance/run/report.js";
import { markProcesses } from "../../src/conformance/testing/leftovers.js";
import { LAUNCHED, LINES, launching, MCP, MODULE, PARAM, POOLED } from "./forms.js";
import { serveOverHttp } from "./http-server.js";

const leftovers = markProcesses();
// Vitest runs these hooks in reverse order, so this one runs after the server has stopped.
afterAll(() => expect(leftovers()).toEqual([]));
const url = serveOverHttp();

/** Cases that need a process: concurrent processes, crashes and the use of memory. */
const OF_PROCESSES = ["core/scenarios/concurrent-calls/**", "core/scenarios/crashes/**", "hostile_device_*"];

const statusOf = ({ id, status, failures }: Report["cases"][number]) => ({ id, status, failures });

/** The results over the module, for comparison with all other forms. */
const direct = new Map<string, ReturnType<typeof statusOf>>();
beforeAll(async () => {
  const { cases } = await runConformance(MODULE, { profile: "all", skip: OF_PROCESSES });
  for (const each of cases) direct.set(each.id, statusOf(each));
});

/** Compares cases instead of verdicts, because a verdict says nothing when cases were skipped. */
async function expectAlike(form: string, atLeast: number, options: ConformanceOptions) {
  const { cases } = await runConformance(form, { timeout: 30_000, ...options });
  const seen = cases.map(statusOf);
  expect(seen).toEqual(cases.map(({ id }) => direct.get(id)));
  expect(seen.filter(({ status }) => status !== "passed")).toEqual([]);
  expect(cases.length).toBeGreaterThanOrEqual(atLeast);
}

const MINIMAL = { profile: "minimal", skip: OF_PROCESSES };

test("a program over lines judges like a module", () => expectAlike(LINES, 200, MINIMAL));

test("a server over HTTP judges like a module", () =>
  expectAlike(`mcp-http:${url()}`, 200, { ...MINIMAL, mapping: { ...PARAM, prefix: "nx_" } }));

test("a server over MCP judges every case of the tools like a module, in parallel and in another order", () =>
  expectAlike(POOLED, 600, { profile: "tools", skip: OF_PROCESSES, mapping: PARAM, jobs: 3, shuffle: 11, seed: 5 }));

test("nexus-mcp judges like a module, with one process for each case", () =>
  expectAlike(MCP, 10, {
    profile: "tools",
    run: ["plan-cycle", "interrupted-archives", "unique-ids"].map((file) => `core/scenarios/${file}/**`),
    skip: OF_PROCESSES,
    mapping: { workspace: "cwd", namespace: "nexus-harness" },
    jobs: 2,
  }));

const CRASH_SAFETY = ["core.state.atomic-writes", "core.state.concurrent-calls", "core.task_close.atomic"];

/** The verdicts on crash safety, and the cases that did not pass. */
async function crashSafety(form: string, options: ConformanceOptions) {
  // Two jobs, because a case mostly waits for a process to start.
  const judged = { profile: "tools", timeout: 30_000, jobs: 2, ...options };
  const { cases, requirements } = await runConformance(form, judged);
  const observed = requirements.filter(({ id, status }) => CRASH_SAFETY.includes(id) && status !== "not_observed");
  return {
    cases: cases.filter(({ status }) => status !== "passed").map(({ id, failures }) => ({ id, failures })),
    requirements: observed.map(({ id, status }) => `${id} ${status}`),
  };
}

// A crash case restarts the server, which is slow over MCP. One such case is enough to show that it works.
const MCP_CASES = ["core/scenarios/concurrent-calls/**", "crash_of_task_add"];

test.each([
  ["lines", LINES, { run: OF_PROCESSES }, CRASH_SAFETY],
  ["mcp-stdio", POOLED, { run: MCP_CASES, mapping: PARAM }, CRASH_SAFETY.slice(0, 2)],
  ["a launched mcp-http", LAUNCHED, { run: MCP_CASES, mapping: launching() }, CRASH_SAFETY.slice(0, 2)],
])("%s: concurrent processes lose no data, and a crash leaves no partial file", async (_, form, options, observed) => {
  const requirements = observed.map((id) => `${id} conforming`);
  expect(await crashSafety(form, options)).toEqual({ cases: [], requirements });
});

const MEMORY = { profile: "full", run: ["core/memory/**"] };
const OWN = { namespace: "nexus-harness", surfaces: ["tools", "memory"] };
/** Without the cases for several processes: over MCP one process serves all cases, and a module has no process. */
const IN_ONE = { ...MEMORY, skip: ["*_from_several_processes"] };

test("a server over MCP judges the memory cases like a module", () =>
  expectAlike(POOLED, 50, { ...IN_ONE, mapping: { ...PARAM, ...OWN } }));

test("nexus-mcp judges memory cases like a module", () =>
  // A few cases, because each one starts a process.
  expectAlike(MCP, 4, {
    ...IN_ONE,
    run: ["memory_gc_deletes_*", "memory_gc_leaves_other_work_alone", "memory_store_creates_*"],
    mapping: { workspace: "cwd", ...OWN },
  }));

test("a program over lines passes the memory cases, also with several processes", async () => {
  const { cases, verdict } = await runConformance(LINES, {
    ...MEMORY,
    timeout: 30_000,
    mapping: { namespace: OWN.namespace },
  });
  expect({ verdict, others: cases.filter(({ status }) => status !== "passed").map(statusOf) }).toEqual({
    verdict: "conforms",
    others: [],
  });
});
