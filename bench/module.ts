/**
 * `npm run bench:module`: measures the core contract on a `module:` adapter, which runs in a process of its own: the median
 * case with one job, and the whole run with one for each core. Both are compared with a bare round trip through a pipe to
 * another Node, taken in the same round. Cases that kill the implementation are left out, and of the median those with git.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { packageRoot } from "../src/base/package-root.js";
import { ALL } from "../src/conformance/contract/whole-contract.js";
import { planRun } from "../src/conformance/run/plan.js";
import type { Report } from "../src/generated/report.js";
import { medianOf } from "./median.js";

const ROUNDS = 5;
const ROUND_TRIPS = 300;

/** On the machine that the goals were set on, a round trip takes 0.1 ms, and a case may take 2 ms. */
const GOAL = { roundTrips: 20, seconds: 10 };

const adapter = `module:${join(packageRoot, "packages/harness/dist/adapter.js")}`;
const WORDS = [
  ...[join(packageRoot, "bin/nexus-conformance.js"), "run", "--contract", "core", "--profile", "full"],
  ...["--explore", "0", "--skip", "**/crash_of_*", "--reporter", "json"],
  ...["--adapter", adapter],
];

/** Answers each line, as an adapter does. */
const ECHO = `
  const channel = new (require("node:net").Socket)({ fd: 3 });
  channel.on("data", (line) => channel.write(JSON.stringify(JSON.parse(line)) + "\\n"));
  channel.on("close", () => process.exit());
`;

const plan = await planRun(adapter, { contract: "core", profile: ALL, cwd: packageRoot, explore: 0, inProcess: true });
/** Cases in which git runs several times. */
const withGit = new Set(
  plan.cases
    .filter(
      ({ repository, steps }) => typeof repository === "object" || steps.some(({ expect }) => expect.git.length > 0),
    )
    .map(({ id }) => id),
);

const rounds: { readonly roundTrip: number; readonly case: number; readonly seconds: number }[] = [];
let cases = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  const one = judged("1");
  const all = judged(String(availableParallelism()));
  cases = one.durations.length;
  rounds.push({ roundTrip: await roundTrip(), case: medianOf(one.durations), seconds: all.seconds });
}

const median = (value: (round: (typeof rounds)[number]) => number) => medianOf(rounds.map(value));
const caseTrips = median((round) => round.case / round.roundTrip);
const runTrips = median((round) => (round.seconds * 1000) / round.roundTrip);
const seconds = median((round) => round.seconds);
const told = (isMet: boolean) => (isMet ? "met" : "NOT met");
process.stdout.write(
  [
    `Medians of ${ROUNDS} rounds, ${cases} cases, on ${availableParallelism()} cores`,
    `a round trip through a pipe  ${median((round) => round.roundTrip).toFixed(2)} ms`,
    `the median case, one job     ${median((round) => round.case).toFixed(1)} ms, ${caseTrips.toFixed(1)} round trips  goal: ${GOAL.roundTrips}: ${told(caseTrips <= GOAL.roundTrips)}`,
    `the whole run, all cores     ${seconds.toFixed(1)} s, ${Math.round(runTrips)} round trips  goal: ${GOAL.seconds} s: ${told(seconds <= GOAL.seconds)}`,
    "",
  ].join("\n"),
);

/** Runs the command with the memory disk that it chooses itself. */
function judged(jobs: string) {
  const started = performance.now();
  const { stdout, stderr, status } = spawnSync(process.execPath, [...WORDS, "--jobs", jobs], {
    cwd: tmpdir(),
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  const taken = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`the run ended with ${status}: ${stderr}`);
  const plain = (JSON.parse(stdout) as Report).cases.filter(({ id }) => !withGit.has(id));
  return { seconds: taken, durations: plain.map(({ duration_ms }) => duration_ms) };
}

/** Milliseconds. Both sides sleep in between, as they do during a run. */
async function roundTrip(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ECHO], { stdio: ["ignore", "inherit", "inherit", "pipe"] });
  const channel = child.stdio[3] as Duplex;
  const taken: number[] = [];
  for (let index = 0; index < ROUND_TRIPS; index += 1) {
    const started = performance.now();
    channel.write(`${JSON.stringify({ id: index, cmd: "call", tool: "plan_status", params: {} })}\n`);
    await once(channel, "data");
    taken.push(performance.now() - started);
    await pause(1);
  }
  channel.end();
  await once(child, "exit");
  return medianOf(taken);
}
