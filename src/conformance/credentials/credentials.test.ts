/** A contract about identity, of which the kit knows nothing, runs over every form of adapter. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { afterEach, expect, test } from "vitest";
import type { Mapping } from "../../generated/config.js";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import type { Adapter } from "../adapters/adapter.js";
import { loadContractFrom } from "../contract/contract.js";
import { type ConformanceOptions, runConformance } from "../engine/run-conformance.js";
import { copyContract } from "../fixture/copy-contract.js";
import { deskContract, HOSTILE } from "../testing/desk-contract.js";
import { fakeProgram, judgeCounter } from "../testing/judge-counter.js";

const contract = deskContract();
const MODULE = `module:${fakeProgram("desk-module.mjs")}`;
const LINES = `lines:node "${fakeProgram("desk-lines.mjs")}"`;
const STDIO = `mcp-stdio:node "${fakeProgram("desk-mcp.mjs")}" stdio`;

let server: ChildProcess | undefined;
afterEach(async () => {
  if (server !== undefined && server.exitCode === null) {
    server.kill();
    await once(server, "exit");
  }
  server = undefined;
});

async function http(...args: readonly string[]): Promise<string> {
  server = spawn(process.execPath, [fakeProgram("desk-mcp.mjs"), "http", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, DESK_KEYS: join(contract, "keys.json") },
  });
  const [line] = (await once(server.stdout!, "data")) as [Buffer];
  return `mcp-http:${line.toString().trim()}`;
}

async function judge(form: string, options: ConformanceOptions = {}) {
  const report = await runConformance(form, { contract, timeout: 60_000, ...options });
  const odd = report.cases.filter(({ status }) => status !== "passed");
  const said = odd.map(({ id, reason, failures }) => [id, reason ?? `${failures[0]?.code} ${failures[0]?.message}`]);
  return { verdict: report.verdict, odd: Object.fromEntries(said) as Readonly<Record<string, string>> };
}

/** The contract with more environment variables in every case. */
function withEnvironment(variables: Readonly<Record<string, string>>): string {
  const folder = deskContract();
  const path = join(folder, "contract.yml");
  const data = load(readFileSync(path, "utf8")) as { workspace: { environment: object } };
  data.workspace.environment = { ...data.workspace.environment, ...variables };
  writeFiles(folder, { "contract.yml": data });
  return folder;
}

const NO_CLOCK = { time_runs_out: "the implementation's clock cannot be moved" };
const NO_ENVIRONMENT = { a_full_desk: "the adapter cannot give the implementation an environment" };

test("an implementation that verifies tokens conforms as a module", async () => {
  expect(await judge(MODULE)).toEqual({ verdict: "conforms", odd: {} });
});

test("it conforms over lines, with a clock", async () => {
  expect(await judge(LINES)).toEqual({ verdict: "conforms", odd: {} });
});

test("it conforms over MCP stdio, with the credential in _meta or where the mapping puts it", async () => {
  expect(await judge(STDIO, { mapping: { pool: true, workspace: "none" } })).toMatchObject({
    odd: NO_CLOCK,
  });
  const run = ["claims_are_who_acts", "nobody_is_refused"];
  for (const place of ["meta", "param"]) {
    const mapping: Mapping = { credential: place === "meta" ? { meta: "proof" } : { param: "proof" } };
    const pooled: Mapping = { ...mapping, pool: true, workspace: "none" };
    expect(await judge(`${STDIO} ${place} proof`, { mapping: pooled, run })).toMatchObject({ odd: {} });
  }
  expect((await judge(`${STDIO} meta proof`, { run })).verdict).toBe("does-not-conform");
});

test("it conforms over HTTP, where each call on a shared session carries the header of its own actor", async () => {
  expect(await judge(await http(), { mapping: { pool: true } })).toMatchObject({
    odd: { ...NO_CLOCK, ...NO_ENVIRONMENT },
  });
});

test("over HTTP the mapping can name another header, a member of _meta or a parameter", async () => {
  const run = ["claims_are_who_acts", "nobody_is_refused"];
  const places = { header: { header: "X-Agent-Proof" }, meta: { meta: "proof" }, param: { param: "proof" } };
  for (const [place, credential] of Object.entries(places)) {
    const mapping: Mapping = { credential };
    const name = place === "header" ? "x-agent-proof" : "proof";
    expect(await judge(await http(place, name), { mapping, run })).toMatchObject({ odd: {} });
    server?.kill();
  }
});

test("HTTP 401 counts as a refusal, not as an unreachable server", async () => {
  const run = ["claims_are_who_acts", "tampered_is_refused", "garbage_is_refused"];
  expect(await judge(await http("header", "authorization", "status"), { run })).toMatchObject({ odd: {} });
});

test("an implementation that accepts unsigned tokens is caught by every forged token that can be read", async () => {
  const lying = withEnvironment({ LIE: "trusts" });
  const run = ["*_is_refused", "time_runs_out"];
  const { verdict, odd } = await judge(MODULE, { contract: lying, run });
  expect(verdict).toBe("does-not-conform");
  const believed = Object.keys(HOSTILE).filter((actor) => actor !== "garbage");
  expect(Object.keys(odd).sort()).toEqual([...believed.map((actor) => `${actor}_is_refused`), "time_runs_out"].sort());
  expect(odd["tampered_is_refused"]).toBe("NXC_CASE_MISSING_ERROR whoami {} was accepted, but must be refused here");
});

test("no report and no trace shows a credential, even if the implementation does", async () => {
  const options = { contract: withEnvironment({ LIE: "echoes" }), trace: true };
  const report = await runConformance(MODULE, { ...options, run: ["notes_at_the_same_time", "a_full_desk"] });
  const text = JSON.stringify(report);
  expect(report.cases.map(({ status }) => status)).toEqual(["blocked", "blocked"]);
  expect(text).toContain("no room for (credential of ada)");
  expect(text).not.toMatch(/eyJ[A-Za-z0-9_-]+\./u);
});

test("a credential without a place in the adapter or the contract is refused", async () => {
  const given = (form: string, credential: Mapping["credential"]) =>
    judge(form, { mapping: { credential } as Mapping, run: ["claims_are_who_acts"] });
  await expect(given(MODULE, { header: "x-proof" })).rejects.toThrow("a module gets the credential in the options");
  await expect(given(LINES, { meta: "proof" })).rejects.toThrow("a program gets the credential as a member of call");
  await expect(given(STDIO, { header: "x-proof" })).rejects.toThrow("a server over standard input gets no headers");
  const mapping: Mapping = { credential: { param: "proof" } };
  await expect(judgeCounter(`lines:node "${fakeProgram("lines.mjs")}" well`, { mapping })).rejects.toThrow(
    "it maps the credential, but contract counter has no credentials",
  );
});

test("a moved clock stays moved after a restart", async () => {
  const cases = [
    {
      test_id: "still_later",
      description: "A token whose time is over stays so after a restart, and a new one is good",
      verifies: ["desk.identity.expires"],
      steps: [
        { as: "ada", action: { tool: "whoami", params: {} } },
        { wait: { clock: "2h" } },
        { restart: { signal: "SIGKILL" } },
        { as: "ada", action: { tool: "whoami", params: {} }, assert_error: { details: { "$.reason": "expired" } } },
        { as: "bob", action: { tool: "whoami", params: {} }, assert_return: { "$.agent": "bob" } },
      ],
    },
  ];
  const changed = deskContract({ "scenarios/desk.json": cases });
  expect((await judge(LINES, { contract: changed })).odd).toEqual({});
});

test("one process serves several cases with the variables of the contract, but not with those of one case", async () => {
  const log = join(temporaryFolder(), "starts");
  const counted = `lines:env STARTS=${log} node "${fakeProgram("desk-lines.mjs")}"`;
  const run = ["claims_are_who_acts", "readers_only_read", "garbage_is_refused"];
  await judge(counted, { run, jobs: 1, mapping: { pool: true } });
  // The process that is greeted serves all cases.
  expect(readFileSync(log, "utf8")).toBe("with keys\n");
  await judge(counted, { run: ["a_full_desk"], mapping: { pool: true } });
  expect(readFileSync(log, "utf8").split("\n").length - 1).toBe(3);
});

test("a copy of the contract contains its credentials", () => {
  const folder = join(temporaryFolder(), "copy");
  expect(copyContract(loadContractFrom(contract), folder, "copy")).toContain("credentials.yml");
  expect(loadContractFrom(folder).credentials?.actors).toContain("ada");
});

test("{{case}} differs in each run, also in the files that a case begins with", async () => {
  const seen: string[] = [];
  const cases = [
    {
      test_id: "files_of_the_case",
      description: "A file before the case has the text of the case in name and content",
      verifies: ["desk.identity.claims"],
      precondition: { state_files: { "in-{{case}}.txt": { text: "{{case}}" } } },
      action: { tool: "whoami", params: { of: "{{case}}" } },
      postcondition: { state_files: { "in-{{case}}.txt": { text: "{{case}}" } } },
    },
  ];
  const adapter: Adapter = {
    name: "looks",
    open: ({ workspace }) => ({
      call: (_, { of }) => {
        seen.push(String(of), readFileSync(join(workspace, `in-${of}.txt`), "utf8"));
        return { ok: true, data: { agent: "a", workspace: "w", role: "r", jti: "j" } };
      },
    }),
  };
  const changed = deskContract({ "scenarios/desk.json": cases });
  for (let turn = 0; turn < 2; turn += 1) {
    const report = await runConformance(adapter, { contract: changed });
    expect(report.cases.map(({ status }) => status)).toEqual(["passed"]);
  }
  expect(seen).toEqual([seen[0], seen[0], seen[2], seen[2]]);
  expect(seen[0]).not.toBe(seen[2]);
});
