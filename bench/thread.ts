/**
 * `npm run bench:thread`: measures posts and pages per second of the thread service, and the 99th percentile of a post. The
 * bare database library makes the same inserts with the same durability; both run in turns.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { packageRoot } from "../src/base/package-root.js";
import { medianOf } from "./median.js";
import { type Kind, openBarePostgres, openBareSqlite, openService, PAGE, type Side } from "./thread-sides.js";
import { withPostgres } from "./with-postgres.js";

const ROUNDS = 5;
const SLICE_MS = 600;
const WRITERS = [1, 8, 32];
const PROCESSES = [1, 2, 4];
const GOAL = 0.5;
const KINDS = ["service", "bare"] as const;

interface Measured {
  readonly perSecond: number;
  readonly p99Ms: number;
}

interface Row {
  readonly database: string;
  readonly what: string;
  readonly service: Measured;
  readonly bare: Measured;
  /** The service's rate divided by the bare library's: the median over the rounds. */
  readonly share: number;
  readonly met: boolean;
}

const [, , kind, ...rest] = process.argv;
if (kind === "service" || kind === "bare") await postInOwnProcess(kind, ...(rest as [string, string, string]));
else await compare();

async function compare(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "nexus-bench-"));
  const load = loadavg()[0] ?? 0;
  const rows: Row[] = [];
  try {
    const sqlite = (name: string) => join(folder, `${name}.db`);
    rows.push(...(await ofDatabase("SQLite", folder, sqlite, openBareSqlite)));
    for (const processes of PROCESSES) rows.push(await ofProcesses(processes, folder));
    await withPostgres(async (server) => {
      const urls = { service: await server.createDatabase("service"), bare: await server.createDatabase("bare") };
      rows.push(...(await ofDatabase("PostgreSQL", folder, (name) => urls[name], openBarePostgres)));
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
  report(rows, `${cpus().length} cores with a load of ${load.toFixed(1)}, Node ${process.version.replace("v", "")}`);
}

/** Callers in one process: first each agent in its own thread, then all agents in one thread. */
async function ofDatabase(
  database: string,
  folder: string,
  at: (kind: Kind) => string,
  openBare: (database: string) => Side,
): Promise<readonly Row[]> {
  const service = await openService(at("service"), join(folder, "service"));
  // The service creates the tables for both sides.
  const maker = await openService(at("bare"), join(folder, "bare"));
  const bare = openBare(at("bare"));
  const most = Math.max(...WRITERS);
  const sides = { service, bare };
  const threads = { service: await newThreads(service, most), bare: await newThreads(maker, most) };
  await maker.close();
  const row = async (what: string, measure: (side: Side, own: readonly string[]) => Promise<Measured>) =>
    rowOf(database, what, (kind) => measure(sides[kind], threads[kind]));
  const rows: Row[] = [];
  try {
    for (const writers of WRITERS) {
      const what = `posts, ${writers} ${writers === 1 ? "caller" : "callers"}`;
      rows.push(
        await row(what, (side, own) => callers(own.slice(0, writers), (thread, agent) => side.post(thread, agent))),
      );
    }
    rows.push(
      await row(`posts, ${most} callers, one thread`, (side, own) =>
        callers(Array(most).fill(own[0]) as string[], (thread, agent) => side.post(thread, agent)),
      ),
      await row(`pages of ${PAGE}, 1 caller`, (side, own) =>
        callers(own.slice(0, 1), (thread, agent) => side.read(thread, agent)),
      ),
      await row(`pages of ${PAGE}, 8 callers`, (side, own) =>
        callers(Array(8).fill(own[0]) as string[], (thread, agent) => side.read(thread, agent)),
      ),
    );
  } finally {
    await service.close();
    await bare.close();
  }
  return rows;
}

/** Processes on one SQLite file, with one caller each. */
async function ofProcesses(processes: number, folder: string): Promise<Row> {
  const running: Record<Kind, readonly ChildProcess[]> = { service: [], bare: [] };
  try {
    for (const kind of KINDS) {
      const path = join(folder, `${kind}-${processes}.db`);
      const maker = await openService(path, join(folder, `${kind}-${processes}`));
      const threads = await newThreads(maker, processes);
      await maker.close();
      running[kind] = threads.map((thread, index) => started(kind, path, thread, join(folder, `${kind}-${index}`)));
      for (const each of running[kind]) await lineOf(each);
    }
    const what = `posts, ${processes} ${processes === 1 ? "process" : "processes"}`;
    return await rowOf("SQLite", what, async (kind) => {
      for (const each of running[kind]) each.stdin?.write("go\n");
      const told = await Promise.all(running[kind].map(lineOf));
      const each = told.map((line) => JSON.parse(line) as { readonly perSecond: number; readonly times: number[] });
      const perSecond = each.reduce((sum, one) => sum + one.perSecond, 0);
      return { perSecond, p99Ms: p99Of(each.flatMap(({ times }) => times)) };
    });
  } finally {
    const all = KINDS.flatMap((kind) => running[kind]);
    for (const each of all) each.stdin?.end();
    await Promise.all(all.map((each) => each.exitCode ?? once(each, "exit")));
  }
}

function started(kind: Kind, path: string, thread: string, folder: string): ChildProcess {
  const words = ["--import", "tsx", join(packageRoot, "bench/thread.ts"), kind, path, thread, folder];
  return spawn(process.execPath, words, { cwd: packageRoot, stdio: ["pipe", "pipe", "inherit"] });
}

async function lineOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("the process has no output");
  const lines = createInterface({ input: stdout });
  const [line] = (await once(lines, "line")) as [string];
  lines.close();
  return line;
}

/** Runs in a child process, and makes one slice of posts for each line of input. */
async function postInOwnProcess(kind: Kind, path: string, thread: string, folder: string): Promise<void> {
  const side = kind === "service" ? await openService(path, folder) : openBareSqlite(path);
  await side.post(thread, 0);
  process.stdout.write("ready\n");
  for await (const _ of createInterface({ input: process.stdin })) {
    const { perSecond, times } = await timed([thread], (each, agent) => side.post(each, agent));
    process.stdout.write(`${JSON.stringify({ perSecond, times })}\n`);
  }
  await side.close();
}

/** Runs both sides in alternating order, because the second may find warmer caches. */
async function rowOf(database: string, what: string, measure: (kind: Kind) => Promise<Measured>): Promise<Row> {
  const rounds: Record<Kind, Measured>[] = [];
  // Warm up until the engine has compiled the code.
  for (const kind of [...KINDS, ...KINDS]) await measure(kind);
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? KINDS : KINDS.toReversed();
    const found: Partial<Record<Kind, Measured>> = {};
    for (const kind of order) found[kind] = await measure(kind);
    rounds.push(found as Record<Kind, Measured>);
  }
  const median = (kind: Kind): Measured => ({
    perSecond: medianOf(rounds.map((round) => round[kind].perSecond)),
    p99Ms: medianOf(rounds.map((round) => round[kind].p99Ms)),
  });
  const share = medianOf(rounds.map(({ service, bare }) => service.perSecond / bare.perSecond));
  return { database, what, service: median("service"), bare: median("bare"), share, met: share >= GOAL };
}

async function callers(
  threads: readonly string[],
  call: (thread: string, agent: number) => Promise<void>,
): Promise<Measured> {
  const { perSecond, times } = await timed(threads, call);
  return { perSecond, p99Ms: p99Of(times) };
}

/** One agent for each thread. Each makes its next call when the last one returns. */
async function timed(threads: readonly string[], call: (thread: string, agent: number) => Promise<void>) {
  const times: number[] = [];
  const began = performance.now();
  await Promise.all(
    threads.map(async (thread, agent) => {
      for (let now = began; now - began < SLICE_MS; ) {
        const asked = performance.now();
        await call(thread, agent);
        now = performance.now();
        times.push(now - asked);
      }
    }),
  );
  return { perSecond: (times.length * 1000) / (performance.now() - began), times };
}

function p99Of(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}

async function newThreads(side: { newThread(): Promise<string> } & Side, count: number): Promise<readonly string[]> {
  const threads: string[] = [];
  for (let index = 0; index < count; index++) threads.push(await side.newThread());
  // Both sides must return full pages.
  for (let index = 0; index <= PAGE; index++) await side.post(threads[0] ?? "", 0);
  return threads;
}

function report(rows: readonly Row[], machine: string): void {
  process.stdout.write(`Thread service, medians of ${ROUNDS} rounds of ${SLICE_MS} ms on ${machine}\n\n`);
  const cell = ({ perSecond, p99Ms }: Measured) =>
    `${perSecond.toFixed(0).padStart(6)}/s ${p99Ms.toFixed(1).padStart(6)} ms`;
  for (const { database, what, service, bare, share, met } of rows) {
    process.stdout.write(
      `${database.padEnd(11)}${what.padEnd(30)}${cell(service)}  bare ${cell(bare)}  ` +
        `share ${share.toFixed(2)}  goal: at least ${GOAL}: ${met ? "met" : "NOT met"}\n`,
    );
  }
  const file = join(packageRoot, "bench/results-thread.json");
  writeFileSync(file, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
}
