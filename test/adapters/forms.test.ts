/** The reference harness over every form of adapter: it conforms on a sample of cases, and no report names a lie. */

import { afterAll, expect, test } from "vitest";
import { type ConformanceOptions, runConformance } from "../../src/conformance/engine/run-conformance.js";
import { markProcesses } from "../../src/conformance/testing/leftovers.js";
import type { Mapping } from "../../src/generated/config.js";
import { LAUNCHED, LINES, launching, MCP, MODULE, PARAM, POOLED, SAMPLE } from "./forms.js";
import { serveOverHttp } from "./http-server.js";

const leftovers = markProcesses();
// Vitest runs these hooks in reverse order, so this one runs after the server has stopped.
afterAll(() => expect(leftovers()).toEqual([]));
const url = serveOverHttp();

const CWD = { workspace: "cwd", namespace: "nexus-harness" } as const;
/** Few cases, because each one starts a process. */
const FEW = { run: ["core/scenarios/all-tools/**"] };
const ONE = { run: ["plan_start_creates_the_first_plan"] };

test.each<[string, () => string, ConformanceOptions]>([
  ["a module", () => MODULE, {}],
  ["a program over lines", () => LINES, {}],
  ["a server over stdio that takes the workspace as a parameter", () => POOLED, { mapping: PARAM }],
  [
    "a server over stdio that finds the workspace in a variable",
    () => POOLED,
    { ...ONE, mapping: { workspace: { env: "PROJECT" } } },
  ],
  ["a server over HTTP", () => `mcp-http:${url()}`, { mapping: { ...PARAM, prefix: "nx_" } }],
  ["a server over HTTP that the kit launches", () => LAUNCHED, { mapping: launching() }],
  ["nexus-mcp in the workspace", () => MCP, { ...FEW, mapping: CWD }],
])("%s conforms", async (_, form, options) => {
  const { verdict, symptoms, cases } = await runConformance(form(), { timeout: 60_000, ...SAMPLE, ...options });
  expect(cases.filter(({ status }) => status !== "passed")).toEqual([]);
  expect({ verdict, symptoms }).toEqual({ verdict: "conforms", symptoms: undefined });
});

test("a server that is not running is an adapter error, and no case passes", async () => {
  const report = await runConformance("mcp-http:http://127.0.0.1:1/mcp", { ...SAMPLE, mapping: PARAM });
  const messages = new Set(report.cases.flatMap(({ failures }) => failures.map(({ message }) => message)));
  expect({ verdict: report.verdict, passed: report.summary.cases.passed, messages: [...messages] }).toEqual({
    verdict: "adapter-error",
    passed: 0,
    messages: [expect.stringMatching(/^the MCP server failed in initialize: fetch failed/u)],
  });
  await expect(runConformance("mcp-http:nowhere", { mapping: PARAM })).rejects.toThrow("is not an adapter form");
  await expect(runConformance("mcp-http:http://127.0.0.1:1/mcp")).rejects.toThrow("workspace must be { param: NAME }");
});

test("a server that cannot be launched says why", async () => {
  const judged = (form: string, mapping: Mapping) =>
    runConformance(form, { ...ONE, ...SAMPLE, mapping, timeout: 2000 });
  const { verdict, cases } = await judged(LAUNCHED, launching("no-port"));
  expect({ verdict, message: cases[0]?.failures[0]?.message }).toEqual({
    verdict: "adapter-error",
    message: expect.stringMatching(
      /^the MCP server failed in launch: the server ended with exit code 1; last line on /u,
    ),
  });
  await expect(judged("mcp-http:http://127.0.0.1:80/mcp", launching())).rejects.toThrow("{PORT} in place of one");
  await expect(judged(LINES, launching())).rejects.toThrow("launch starts a server over HTTP");
});
