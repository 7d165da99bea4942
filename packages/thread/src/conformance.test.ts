/** The reference service over every way to reach it, and on both stores: what is judged alike is done alike. */

import { fileURLToPath } from "node:url";
import { type ConformanceOptions, runConformance } from "nexus-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import adapter from "./adapter.js";
import { readConfig } from "./config.js";
import { type RunningHttp, serveHttp } from "./http.js";
import { openService } from "./open-service.js";
import { skipsPostgres, startPostgres } from "./testing/postgres.js";
import { temporaryFolder } from "./testing/service.js";
import { KEYS_FILE } from "./testing/tokens.js";

const FULL = { contract: "thread", profile: "full", strict: true, timeout: 30_000 } as const;

/** What was not passed, and why. */
async function othersIn(form: typeof adapter | string, options: ConformanceOptions = {}) {
  const { cases, verdict } = await runConformance(form, { ...FULL, ...options });
  const others = cases.filter(({ status }) => status !== "passed");
  const reasons = [...new Set(others.map(({ id, status, reason }) => `${status}: ${reason ?? id}`))].sort();
  return { verdict, reasons, passed: cases.length - others.length };
}

const NO_PROCESS = "skipped: the adapter offers no process";
const NO_CLOCK = "skipped: the implementation's clock cannot be moved";

test("on SQLite the service conforms, and keeps every SHOULD", async () => {
  const { passed, ...rest } = await othersIn(adapter);
  expect(rest).toEqual({ verdict: "conforms", reasons: [NO_PROCESS] });
  expect(passed).toBeGreaterThan(550);
});

test.skipIf(skipsPostgres)("on PostgreSQL it is judged alike", async () => {
  const postgres = await startPostgres();
  process.env["THREAD_DATABASE"] = postgres.url;
  try {
    const { passed, ...rest } = await othersIn(adapter, { jobs: 2 });
    expect(rest).toEqual({ verdict: "conforms", reasons: [NO_PROCESS] });
    expect(passed).toBeGreaterThan(550);
  } finally {
    process.env["THREAD_DATABASE"] = "";
    await postgres.stop();
  }
});

let http: RunningHttp | undefined;
let close = async () => {};
beforeAll(async () => {
  const config = readConfig({ THREAD_KEYS: KEYS_FILE }, temporaryFolder());
  const service = await openService({ config });
  http = await serveHttp(service);
  close = async () => {
    await http?.close();
    await service.close();
  };
});
afterAll(() => close());

/** What a wire could change: who calls, what is hostile, long and odd texts, several at once. */
const OVER_A_WIRE = ["hostile/*", "identity/*", "scenarios/*", "messages/post-message*", "messages/texts"];

test("a server over HTTP that runs already is judged alike, wherever it needs neither runtime nor variables", async () => {
  const run = OVER_A_WIRE.map((part) => `thread/${part}/*`);
  const { passed, ...rest } = await othersIn(`mcp-http:${http?.url}`, { run });
  expect(rest).toEqual({
    verdict: "conforms",
    reasons: [NO_PROCESS, NO_CLOCK, "skipped: the adapter cannot give the implementation an environment"].sort(),
  });
  expect(passed).toBeGreaterThan(150);
});

const SERVER = `mcp-stdio:node "${fileURLToPath(new URL("../bin/nexus-thread.js", import.meta.url))}" serve --stdio`;

test("what was acknowledged survives the end of a process over stdio, and one process serves one case after another", async () => {
  const { reasons } = await othersIn(SERVER, { run: ["thread/scenarios/**", "thread/identity/keys/**"], jobs: 2 });
  expect(reasons).toEqual([NO_CLOCK]);
});
