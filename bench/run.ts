/**
 * `npm run bench`: measures the time of a case. It runs the peer in every round too, so that a busy machine slows both.
 * If the peer cannot start here, the table uses recorded figures and says so.
 */
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { packageRoot } from "../src/base/package-root.js";
import { medianOf } from "./median.js";
import { RECORDED, startPeer, type Timing } from "./peer.js";
import { prepareSuites, synthetic } from "./suites.js";

const ROUNDS = 5;

interface Row {
  readonly what: string;
  readonly cases: number;
  /** The median over all rounds. */
  readonly medianMs: number;
  /** Without the time to start. */
  readonly msPerCase: number;
  readonly goal?: string;
  /** The measured value that the goal limits. */
  readonly measured?: string;
  readonly met?: boolean;
}

const peer = await startPeer(process.env["BENCH_PEER"]);
const suites = prepareSuites();
const times = {
  peer: [] as Timing[],
  inProcess: [] as Timing[],
  overStdio: [] as Timing[],
  threeHundred: [] as Timing[],
  threeHundredInMemory: [] as Timing[],
  small: [] as Timing[],
  large: [] as Timing[],
};
try {
  await synthetic(300);
  for (let round = 0; round < ROUNDS; round += 1) {
    times.peer.push(typeof peer === "string" ? RECORDED : peer.measure());
    times.inProcess.push(suites.inProcess());
    times.overStdio.push(suites.overStdio());
    times.threeHundred.push(suites.threeHundred());
    times.threeHundredInMemory.push(
      ...(suites.threeHundredInMemory === undefined ? [] : [suites.threeHundredInMemory()]),
    );
    times.small.push(await synthetic(300));
    times.large.push(await synthetic(3000));
  }
} finally {
  suites.remove();
  if (typeof peer !== "string") await peer.stop();
}

const rows: readonly Row[] = [
  rowOf(typeof peer === "string" ? RECORDED.name : peer.name, times.peer),
  againstPeer("core, in-process", times.inProcess, 20),
  againstPeer("core, over MCP stdio, pooled", times.overStdio, 5),
  withGoal("300 core cases, in-process, with the start", times.threeHundred, "below 1500 ms", (ms) => ms < 1500),
  ...(times.threeHundredInMemory.length === 0
    ? []
    : [rowOf("300 core cases, workspaces on a disk in memory", times.threeHundredInMemory)]),
  rowOf("300 synthetic cases", times.small),
  linear("3000 synthetic cases", times.large, times.small),
];
const machine = `${cpus().length} cores, Node ${process.version.replace("v", "")}`;
if (typeof peer === "string") process.stdout.write(`The peer is not measured, since ${peer}.\n`);
process.stdout.write(`Medians of ${ROUNDS} rounds on ${machine}\n\n`);
for (const { what, cases, medianMs, msPerCase, goal, measured, met } of rows) {
  const verdict = goal === undefined ? "" : `  goal: ${goal}; ${measured}: ${met === true ? "met" : "NOT met"}`;
  process.stdout.write(
    `${what.padEnd(56)} ${String(cases).padStart(5)} cases ${String(Math.round(medianMs)).padStart(7)} ms ${msPerCase.toFixed(2).padStart(7)} ms a case${verdict}\n`,
  );
}
const results = { machine, peer: typeof peer === "string" ? { recorded: RECORDED, reason: peer } : peer.name, rows };
writeFileSync(join(packageRoot, "bench/results.json"), `${JSON.stringify(results, null, 2)}\n`);

function rowOf(what: string, timings: readonly Timing[]): Row {
  const cases = timings[0]?.cases ?? 0;
  return { what, cases, medianMs: medianOf(timings.map(({ ms }) => ms)), msPerCase: medianOf(timings.map(perCase)) };
}

/** Compares both sides within each round. */
function againstPeer(what: string, timings: readonly Timing[], part: number): Row {
  const share = medianOf(timings.map((timing, round) => perCase(timing) / perCase(times.peer[round] ?? RECORDED)));
  const measured = `1/${(1 / share).toFixed(1)}`;
  return { ...rowOf(what, timings), goal: `1/${part} of the peer a case`, measured, met: share <= 1 / part };
}

function withGoal(what: string, timings: readonly Timing[], goal: string, holds: (medianMs: number) => boolean): Row {
  const row = rowOf(what, timings);
  return { ...row, goal, measured: `${Math.round(row.medianMs)} ms`, met: holds(row.medianMs) };
}

/** Ten times the cases may take ten times the time, plus a quarter for noise. */
function linear(what: string, large: readonly Timing[], small: readonly Timing[]): Row {
  const growth = medianOf(large.map((timing, round) => perCase(timing) / perCase(small[round] ?? timing)));
  const goal = "linear, at most 1.25 times as much a case as 300";
  return { ...rowOf(what, large), goal, measured: `${growth.toFixed(2)} times`, met: growth <= 1.25 };
}

/** Leaves out the start, because a suite starts once. */
function perCase({ ms, startMs, cases }: Timing): number {
  return (ms - startMs) / cases;
}
