/**
 * `npm run bench`: how long a case takes, as a ratio against a peer. The peer is the conformance suite of the Model
 * Context Protocol; where it cannot be started here, its figures of an earlier measurement stand in, and are named so.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { runConformance } from "../src/conformance/run-conformance.js";
import { counterAdapter, counterContract } from "../src/conformance/testing/counter-contract.js";
import { packageRoot } from "../src/package-root.js";

/** Version 0.1.16 on its own everything-server, Node 22, 2 cores: 30 scenarios in 2.1 s. */
const RECORDED = { name: "@modelcontextprotocol/conformance 0.1.16 (recorded, Node 22)", cases: 30, seconds: 2.1 };
const RUNS = 5;

interface Row {
  readonly what: string;
  readonly cases: number;
  readonly medianMs: number;
  readonly msPerCase: number;
}

const peer = describePeer();
const rows: Row[] = [
  wholeProcess("core, in-process, whole command", ["run", "--profile", "minimal", "--reporter", "json"]),
  await synthetic(300),
  await synthetic(3000),
];
const peerMsPerCase = (RECORDED.seconds * 1000) / RECORDED.cases;
const table = rows.map((row) => ({ ...row, ratioToPeer: round(row.msPerCase / peerMsPerCase) }));
process.stdout.write(`peer: ${peer}; compared with ${RECORDED.name}, ${round(peerMsPerCase)} ms a case\n\n`);
for (const { what, cases, medianMs, msPerCase, ratioToPeer } of table) {
  process.stdout.write(
    `${what.padEnd(34)} ${String(cases).padStart(5)} cases ${String(round(medianMs)).padStart(8)} ms  ${String(round(msPerCase)).padStart(6)} ms a case  ${ratioToPeer} of the peer\n`,
  );
}
const growth = (rows[2]?.msPerCase ?? 0) / (rows[1]?.msPerCase ?? 1);
process.stdout.write(`\n3000 cases cost ${round(growth)} times as much a case as 300\n`);
const results = { node: process.version, peer, recorded: RECORDED, rows: table, growth: round(growth) };
writeFileSync(join(packageRoot, "bench/results.json"), `${JSON.stringify(results, null, 2)}\n`);

/** Starts the command anew for each run, so that loading counts. */
function wholeProcess(what: string, words: readonly string[]): Row {
  let cases = 0;
  const times = Array.from({ length: RUNS }, () => {
    const started = performance.now();
    const { stdout, status, stderr } = spawnSync(process.execPath, ["bin/nexus-conformance.js", ...words], {
      cwd: packageRoot,
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    });
    if (status !== 0) throw new Error(`the run ended with ${status}: ${stderr}`);
    cases = (JSON.parse(stdout) as { summary: { cases: { total: number } } }).summary.cases.total;
    return performance.now() - started;
  });
  return row(what, cases, times);
}

/** Many copies of one small case, in this process. */
async function synthetic(count: number): Promise<Row> {
  const fixtures = Array.from({ length: count }, (_, index) => ({
    test_id: `add_${index}`,
    description: "Adds once and reads the file",
    action: { tool: "add", params: { by: 2 } },
    postcondition: { return_value: { "$.total": 2 }, state_files: { ".state/counter.json": { "$.total": 2 } } },
  }));
  const contract = counterContract({ "tools/counter.json": fixtures });
  const started = performance.now();
  const report = await runConformance(counterAdapter(), { contract });
  const time = performance.now() - started;
  rmSync(contract, { recursive: true, force: true });
  if (report.summary.cases.passed !== count) throw new Error("a synthetic case did not pass");
  return row(`synthetic, in-process, ${count}`, count, [time]);
}

function row(what: string, cases: number, times: readonly number[]): Row {
  const sorted = [...times].sort((a, b) => a - b);
  const medianMs = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return { what, cases, medianMs, msPerCase: medianMs / cases };
}

/** Whether the peer is installed and starts on this Node; the reason in its own words where it does not. */
function describePeer(): string {
  const folder = mkdtempSync(join(tmpdir(), "nexus-bench-"));
  try {
    const entry = createRequire(join(packageRoot, "package.json")).resolve(
      "@modelcontextprotocol/conformance/package.json",
    );
    const { status, stderr } = spawnSync(process.execPath, [join(entry, "../dist/index.js"), "--version"], {
      cwd: folder,
      encoding: "utf8",
    });
    const reason = stderr.split("\n").find((line) => line.includes("Error")) ?? "no reason given";
    return status === 0 ? "starts on this Node" : `does not start on ${process.version} (${reason.trim()})`;
  } catch {
    return "not installed (npm install --no-save @modelcontextprotocol/conformance)";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
