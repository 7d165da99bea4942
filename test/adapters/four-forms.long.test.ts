/** The reference harness over every form of adapter: the same verdict on every case as over a module. */

import { afterAll, beforeAll, expect, test } from "vitest";
import type { Report } from "../../src/conformance/run/report.js";
import { type ConformanceOptions, runConformance } from "../../src/conformance/run/run-conformance.js";
import { markProcesses } from "../../src/conformance/testing/leftovers.js";
import { LINES, MCP, MODULE, PARAM, POOLED } from "./forms.js";
import { serveOverHttp } from "./http-server.js";

const leftovers = markProcesses();
// Hooks of this kind run from the last to the first.
afterAll(() => expect(leftovers()).toEqual([]));
const url = serveOverHttp();

/** What only a process can show: that several lose nothing between them, what is left when one is killed, and memory. */
const OF_PROCESSES = ["core/scenarios/concurrent-calls/**", "core/scenarios/crashes/**", "hostile_device_*"];

const statusOf = ({ id, status, failures }: Report["cases"][number]) => ({ id, status, failures });

/** Over the module, once for all. */
const direct = new Map<string, ReturnType<typeof statusOf>>();
beforeAll(async () => {
  const { cases } = await runConformance(MODULE, { profile: "full", skip: OF_PROCESSES });
  for (const each of cases) direct.set(each.id, statusOf(each));
});

/** Every case is judged as over the module, and passes. The verdict says nothing where cases were skipped. */
async function expectAlike(form: string, atLeast: number, options: ConformanceOptions) {
  const { cases } = await runConformance(form, { timeout: 30_000, ...options });
  const seen = cases.map(statusOf);
  expect(seen).toEqual(cases.map(({ id }) => direct.get(id)));
  expect(seen.filter(({ status }) => status !== "passed")).toEqual([]);
  expect(cases.length).toBeGreaterThanOrEqual(atLeast);
}

const MINIMAL = { profile: "minimal", skip: OF_PROCESSES };

test("a program over lines", () => expectAlike(LINES, 200, MINIMAL));

test("a server over HTTP", () =>
  expectAlike(`mcp-http:${url()}`, 200, { ...MINIMAL, mapping: { ...PARAM, prefix: "nx_" } }));

test("every case of the tools over MCP, several at a time in another order", () =>
  expectAlike(POOLED, 600, { profile: "tools", skip: OF_PROCESSES, mapping: PARAM, jobs: 3, seed: 11 }));

test("nexus-mcp, with a process a case", () =>
  expectAlike(MCP, 10, {
    profile: "tools",
    run: ["core/scenarios/**"],
    skip: OF_PROCESSES,
    mapping: { workspace: "cwd", namespace: "nexus-harness" },
    jobs: 2,
  }));

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
])("%s: several processes lose nothing, and a crash tears nothing", async (_, form, options, observed) => {
  const requirements = observed.map((id) => `${id} conforming`);
  expect(await crashSafety(form, options)).toEqual({ cases: [], requirements });
});

const MEMORY = { profile: "full", run: ["core/memory/**"] };
const OWN = { namespace: "nexus-harness", surfaces: ["tools", "memory"] };
/** Over MCP one process serves all, and over a module there is none. */
const IN_ONE = { ...MEMORY, skip: ["memory_store_from_several_processes"] };

test("what memory does to files and repositories, over MCP", () =>
  expectAlike(POOLED, 50, { ...IN_ONE, mapping: { ...PARAM, ...OWN } }));

test("what memory does, over nexus-mcp", () =>
  // A process a case takes its time; some show that the command serves the same.
  expectAlike(MCP, 4, {
    ...IN_ONE,
    run: ["memory_gc_deletes_*", "memory_gc_leaves_other_work_alone", "memory_store_creates_*"],
    mapping: { workspace: "cwd", ...OWN },
  }));

test("what memory does over lines, also where several processes store", async () => {
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
