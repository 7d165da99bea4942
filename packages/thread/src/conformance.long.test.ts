/** Runs the contract against the reference service over every transport and on PostgreSQL, with equal results. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { skipsPostgres, startPostgres } from "@nexus-core/service/testing/postgres";
import { load } from "js-yaml";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "./config.js";
import { type RunningHttp, serveHttp } from "./http.js";
import { openService } from "./open-service.js";
import { NO_CLOCK, NO_PROCESS, othersIn } from "./testing/others-in.js";
import programs from "./testing/programs-adapter.js";
import { temporaryFolder } from "./testing/service.js";
import { KEYS_FILE } from "./testing/tokens.js";

/** As a user names it: in processes that the kit ends and starts again. */
const ADAPTER = `module:${fileURLToPath(new URL("../dist/adapter.js", import.meta.url))}`;

/** Cases about identity and parameters, which are checked before the store is used. */
const BEFORE_THE_STORE = ["thread/identity/**", "thread/messages/params-*/**", "thread/hostile/forged-tokens/**"];

test.skipIf(skipsPostgres)(
  "PostgreSQL gives the same results in all cases that reach the store, restarts and crashes included",
  async () => {
    const postgres = await startPostgres();
    process.env["THREAD_DATABASE"] = postgres.url;
    try {
      const { passed, ...rest } = await othersIn(ADAPTER, { jobs: 2, skip: BEFORE_THE_STORE });
      // What the cases that are left out verify was not judged.
      expect(rest).toEqual({ verdict: "conforms-as-judged", reasons: [] });
      expect(passed).toBeGreaterThan(400);
    } finally {
      process.env["THREAD_DATABASE"] = "";
      await postgres.stop();
    }
  },
  900_000,
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

/** The cases that a transport could affect: identity, hostile input, unusual texts and concurrent calls. */
const OVER_A_WIRE = ["hostile/*", "identity/*", "scenarios/*", "messages/post-message*", "messages/texts"];

test("a running HTTP server gives the same results in all cases without a runtime or variables", async () => {
  const run = OVER_A_WIRE.map((part) => `thread/${part}/*`);
  const { passed, ...rest } = await othersIn(`mcp-http:${http?.url}`, { run });
  expect(rest).toEqual({
    verdict: "conforms-as-judged",
    reasons: [NO_PROCESS, NO_CLOCK, "skipped: the adapter cannot give the implementation an environment"].sort(),
  });
  expect(passed).toBeGreaterThan(150);
}, 900_000);

const SERVER = `mcp-stdio:node "${fileURLToPath(new URL("../bin/nexus-thread.js", import.meta.url))}" serve --stdio`;

test("acknowledged data survives the end of a stdio process, and one process serves several cases", async () => {
  const { reasons } = await othersIn(SERVER, { run: ["thread/scenarios/**", "thread/identity/keys/**"], jobs: 2 });
  expect(reasons).toEqual([NO_CLOCK]);
}, 900_000);

test("with the configuration of the README a stdio process wakes agents, many at once and after hours", async () => {
  const README = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, yaml = ""] = README.split("```yaml\nadapter: ");
  const { adapter, mapping } = load(`adapter: ${yaml.split("```")[0]}`) as { adapter: string; mapping: object };
  const here = adapter.replace("node_modules/@nexus-core/thread", fileURLToPath(new URL("..", import.meta.url)));
  const run = ["deferrals", "force", "single"].map((part) => `thread/wake/${part}/*`);
  const { passed, ...rest } = await othersIn(here, { run, jobs: 2, mapping });
  expect(rest).toEqual({ verdict: "conforms", reasons: [] });
  expect(passed).toBeGreaterThan(25);
}, 900_000);

test("the programs of a runtime file wake agents as the scripted runtime does", async () => {
  const run = ["deliveries", "fallbacks", "single"].map((part) => `thread/wake/${part}/*`);
  const { passed, ...rest } = await othersIn(programs, { run });
  expect(rest).toEqual({ verdict: "conforms", reasons: [] });
  expect(passed).toBeGreaterThan(35);
}, 900_000);
