/**
 * `npm run bench:size`: measures calls to the thread service with a hundred messages and with a million, ten thousand
 * threads and ten thousand sessions, in turns. Then it measures how long a wake-up takes to reach the runtime.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { packageRoot } from "../src/base/package-root.js";
import { medianOf } from "./median.js";
import { fill } from "./thread-fill.js";
import { openWorld, type World } from "./thread-world.js";
import { withPostgres } from "./with-postgres.js";

const ROUNDS = 7;
const CALLS = 40;
const WAKES = 300;
const SIZES = {
  small: { messages: 100, threads: 100, sessions: 1 },
  large: { messages: 1_000_000, threads: 10_000, sessions: 10_000 },
} as const;
/** What a call may take longer with much stored: this many times, or this many milliseconds. */
const GOAL = { times: 1.5, ms: 0.5 };
const WAKE_GOAL_MS = 50;

interface Row {
  readonly database: string;
  readonly what: string;
  readonly small: number;
  readonly large: number;
  readonly met: boolean;
}

interface WakeRow {
  readonly database: string;
  readonly what: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly met: boolean;
}

const folder = mkdtempSync(join(tmpdir(), "nexus-bench-"));
const load = loadavg()[0] ?? 0;
const rows: Row[] = [];
const wakes: WakeRow[] = [];
try {
  await measure("SQLite", (name) => join(folder, `${name}.db`));
  await withPostgres(async (server) => {
    const urls = { small: await server.createDatabase("small"), large: await server.createDatabase("large") };
    await measure("PostgreSQL", (name) => urls[name]);
  });
} finally {
  rmSync(folder, { recursive: true });
}
report();

async function measure(database: string, at: (name: keyof typeof SIZES) => string): Promise<void> {
  const open = async (name: keyof typeof SIZES) => {
    const keys = join(folder, `${database}-${name}`);
    mkdirSync(keys);
    const world = await openWorld(at(name), keys);
    await fill(at(name), world, SIZES[name]);
    return world;
  };
  const worlds = { small: await open("small"), large: await open("large") };
  try {
    for (const what of worlds.small.calls) rows.push(await rowOf(database, what, worlds));
    for (const what of worlds.large.wakes) wakes.push(await wakeRow(database, what, worlds.large));
  } finally {
    await worlds.small.close();
    await worlds.large.close();
  }
}

async function rowOf(database: string, what: string, worlds: Record<keyof typeof SIZES, World>): Promise<Row> {
  const names = ["small", "large"] as const;
  const times: Record<keyof typeof SIZES, number[]> = { small: [], large: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const found: number[] = [];
      for (let call = 0; call < CALLS; call++) {
        const began = performance.now();
        await worlds[name].call(what);
        found.push(performance.now() - began);
      }
      // The first rounds warm up.
      if (round > 1) times[name].push(medianOf(found));
    }
  }
  const [small, large] = [medianOf(times.small), medianOf(times.large)];
  return { database, what, small, large, met: large <= small * GOAL.times || large <= small + GOAL.ms };
}

async function wakeRow(database: string, what: World["wakes"][number], world: World): Promise<WakeRow> {
  const times: number[] = [];
  for (let call = 0; call < WAKES; call++) times.push(await world.wake(what));
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { database, what, p50Ms: at(0.5), p99Ms: at(0.99), met: at(0.99) < WAKE_GOAL_MS };
}

function report(): void {
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  const state = `${cpus().length} cores with a load of ${load.toFixed(1)}, Node ${process.version.replace("v", "")}`;
  const say = (met: boolean) => (met ? "met" : "NOT met");
  const lines = rows.map(
    ({ database, what, small, large, met }) =>
      `${database.padEnd(11)} ${what.padEnd(28)} ${ms(small).padStart(10)} ${ms(large).padStart(10)}  ${say(met)}`,
  );
  const late = wakes.map(
    ({ database, what, p50Ms, p99Ms, met }) =>
      `${database.padEnd(11)} ${what.padEnd(28)} ${ms(p50Ms).padStart(10)} ${ms(p99Ms).padStart(10)}  ${say(met)}`,
  );
  process.stdout.write(`${state}\nmedian with ${JSON.stringify(SIZES.small)} and ${JSON.stringify(SIZES.large)}:\n`);
  process.stdout.write(`${lines.join("\n")}\nuntil the runtime has the prompt, median and 99th percentile:\n`);
  process.stdout.write(`${late.join("\n")}\n`);
  writeFileSync(join(packageRoot, "bench/results-size.json"), JSON.stringify({ state, rows, wakes }, null, 2));
}
