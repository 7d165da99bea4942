/** The reference service over every way to reach it, and on PostgreSQL: what is judged alike is done alike. */

import { fileURLToPath } from "node:url";
import { skipsPostgres, startPostgres } from "@nexus-core/service/testing/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import adapter from "./adapter.js";
import { readConfig } from "./config.js";
import { type RunningHttp, serveHttp } from "./http.js";
import { openService } from "./open-service.js";
import { NO_CLOCK, NO_PROCESS, othersIn } from "./testing/others-in.js";
import { temporaryFolder } from "./testing/service.js";
import { KEYS_FILE } from "./testing/tokens.js";

test.skipIf(skipsPostgres)(
  "on PostgreSQL it is judged alike",
  async () => {
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
  },
  300_000,
);

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
}, 300_000);

const SERVER = `mcp-stdio:node "${fileURLToPath(new URL("../bin/nexus-thread.js", import.meta.url))}" serve --stdio`;

test("what was acknowledged survives the end of a process over stdio, and one process serves one case after another", async () => {
  const { reasons } = await othersIn(SERVER, { run: ["thread/scenarios/**", "thread/identity/keys/**"], jobs: 2 });
  expect(reasons).toEqual([NO_CLOCK]);
}, 300_000);
