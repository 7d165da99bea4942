/** The suites to time: whole commands with their start, and synthetic suites in this process. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { packageRoot } from "../src/base/package-root.js";
import { loadContract } from "../src/conformance/contract/contract.js";
import { runConformance } from "../src/conformance/engine/run-conformance.js";
import { contractFixtures } from "../src/conformance/fixture/find-fixtures.js";
import { counterAdapter, counterContract } from "../src/conformance/testing/counter-contract.js";
import type { Report } from "../src/generated/report.js";
import type { Timing } from "./peer.js";

const SERVER = join(packageRoot, "test/adapters/servers/mcp-stdio.mjs");
const HARNESS = join(packageRoot, "packages/harness/dist/adapter.js");

const MEMORY = "/dev/shm";

export interface Suites {
  /** The core contract on the reference harness, in the process of the command. */
  inProcess(): Timing;
  /** The same over MCP, with one server process for all cases. */
  overStdio(): Timing;
  /** 300 copies of cases of the core contract. */
  threeHundred(): Timing;
  /** The same with the folders of the cases on a memory disk; undefined when the system has none. */
  readonly threeHundredInMemory: (() => Timing) | undefined;
  remove(): void;
}

/** Writes the input of the commands into a temporary folder. */
export function prepareSuites(): Suites {
  const folder = mkdtempSync(join(tmpdir(), "nexus-bench-"));
  const write = (name: string, value: object) => writeFileSync(join(folder, name), JSON.stringify(value));
  write("in-process.json", { adapter: `module:${HARNESS}` });
  write("stdio.json", {
    adapter: `mcp-stdio:node "${SERVER}"`,
    mapping: { workspace: { param: "project" }, pool: true, namespace: "nexus-harness" },
  });
  write("cases.json", repeated(300));
  const command = (config: string, ...words: string[]) => wholeCommand(folder, ["--config", config, ...words]);
  const threeHundred = ["--config", "in-process.json", "--fixtures", "cases.json"];
  return {
    inProcess: () => command("in-process.json"),
    overStdio: () => command("stdio.json"),
    threeHundred: () => wholeCommand(folder, threeHundred),
    threeHundredInMemory: existsSync(MEMORY) ? () => wholeCommand(folder, threeHundred, { TMPDIR: MEMORY }) : undefined,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Copies cases of the core contract under new ids until there are this many. */
function repeated(count: number): readonly object[] {
  const files = contractFixtures(loadContract("core"));
  const cases = files.flatMap(({ path }) => [JSON.parse(readFileSync(path, "utf8")) as object].flat());
  return Array.from({ length: count }, (_, index) => ({ ...cases[index % cases.length], test_id: `case_${index}` }));
}

/** Starts a new process each time, so that loading counts. */
function wholeCommand(cwd: string, words: readonly string[], environment: NodeJS.ProcessEnv = {}): Timing {
  const started = performance.now();
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    [join(packageRoot, "bin/nexus-conformance.js"), "run", "--profile", "minimal", "--reporter", "json", ...words],
    { cwd, encoding: "utf8", maxBuffer: 2 ** 28, env: { ...process.env, ...environment } },
  );
  const ms = performance.now() - started;
  if (status !== 0) throw new Error(`the run ended with ${status}: ${stderr}`);
  const { cases } = JSON.parse(stdout) as Report;
  return { cases: cases.length, ms, startMs: ms - cases.reduce((sum, { duration_ms }) => sum + duration_ms, 0) };
}

/** Many copies of one small case, in this process. */
export async function synthetic(count: number): Promise<Timing> {
  const fixtures = Array.from({ length: count }, (_, index) => ({
    test_id: `add_${index}`,
    description: "Adds once and reads the file",
    action: { tool: "add", params: { by: 2 } },
    postcondition: { return_value: { "$.total": 2 }, state_files: { ".state/counter.json": { "$.total": 2 } } },
  }));
  const contract = counterContract({ "tools/counter.json": fixtures });
  const started = performance.now();
  const report = await runConformance(counterAdapter(), { contract });
  const ms = performance.now() - started;
  rmSync(contract, { recursive: true, force: true });
  if (report.summary.cases.passed !== count) throw new Error("a synthetic case did not pass");
  return { cases: count, ms, startMs: 0 };
}
