/**
 * `npm run bench:hot`: measures posts per second to one thread that many want, and to eight threads. Beside each, in turns,
 * one connection of the bare database library makes the same inserts with a commit for each post. Then somebody locks a
 * thread in PostgreSQL: how long do posts to another thread take?
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import pg from "pg";
import { packageRoot } from "../src/base/package-root.js";
import { medianOf } from "./median.js";
import { perSecond, SLICE_MS } from "./per-second.js";
import { openBarePostgres, openBareSqlite, openService, type ServiceSide, type Side } from "./thread-sides.js";
import { withPostgres } from "./with-postgres.js";

const ROUNDS = 5;
const CASES = [
  { what: "1 client, one thread", clients: 1, threads: 1, goal: 0.5 },
  { what: "8 clients, one thread", clients: 8, threads: 1, goal: 1 },
  { what: "8 clients, eight threads", clients: 8, threads: 8, goal: 1 },
];
/** Fewer than the service lets wait for one thread. */
const AT_ONCE = 900;
const WAITING = 12;
/** What a lock on a thread may add to the median of a post to another. */
const GOAL_MS = 5;

interface Row {
  readonly database: string;
  readonly what: string;
  readonly ours: string;
  readonly bare: string;
  readonly share?: number;
  readonly goal: string;
  readonly met: boolean;
}

const load = loadavg()[0] ?? 0;
const folder = mkdtempSync(join(tmpdir(), "nexus-bench-"));
const rows: Row[] = [];
try {
  const path = join(folder, "thread.db");
  rows.push(...(await ofDatabase("SQLite", path, openBareSqlite)));
  await withPostgres(async (server) => {
    const url = await server.createDatabase("hot");
    rows.push(...(await ofDatabase("PostgreSQL", url, openBarePostgres)), await whileLocked(url));
  });
} finally {
  rmSync(folder, { recursive: true });
}
report();

async function ofDatabase(database: string, at: string, openBare: (database: string) => Side): Promise<readonly Row[]> {
  const service = await openService(at, join(folder, `keys-${database}`));
  const bare = openBare(at);
  const threads = await newThreads(service, 9);
  // The bare side has a thread of its own.
  const [own = "", ...others] = threads;
  const found: Row[] = [];
  for (const { what, clients, threads: count, goal } of CASES) {
    const sides = {
      ours: () => perSecond(clients, (client) => service.post(others[client % count] ?? "", client)),
      bare: () => perSecond(1, () => bare.post(own, 0)),
    };
    for (const warmUp of [sides.ours, sides.bare]) await warmUp();
    const rounds: { ours: number; bare: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push({ ours: await sides.ours(), bare: await sides.bare() });
    const share = medianOf(rounds.map(({ ours, bare: other }) => ours / other));
    found.push({
      database,
      what,
      ours: `${medianOf(rounds.map((round) => round.ours)).toFixed(0)}/s`,
      bare: `${medianOf(rounds.map((round) => round.bare)).toFixed(0)}/s`,
      share,
      goal: `at least ${goal}`,
      met: share >= goal,
    });
  }
  found.push(await allAtOnce(database, service, others[0] ?? ""));
  await service.close();
  await bare.close();
  return found;
}

/** Posts that are all made at once to one thread. */
async function allAtOnce(database: string, { post }: ServiceSide, thread: string): Promise<Row> {
  const began = performance.now();
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, (_, n) => post(thread, n % 32)));
  const refused = outcomes.filter(({ status }) => status === "rejected").length;
  return {
    database,
    what: `${AT_ONCE} posts at once, one thread`,
    ours: `${(performance.now() - began).toFixed(0)} ms, ${refused} refused`,
    bare: "",
    goal: "none refused",
    met: refused === 0,
  };
}

/** Posts of one client to a thread, while others wait for another thread that somebody has locked, and before. */
async function whileLocked(url: string): Promise<Row> {
  const service = await openService(url, join(folder, "keys-locked"));
  const [locked = "", free = ""] = await newThreads(service, 2);
  const medianMs = async () => {
    const times: number[] = [];
    for (const began = performance.now(); performance.now() - began < SLICE_MS; ) {
      const asked = performance.now();
      await service.post(free, 0);
      times.push(performance.now() - asked);
    }
    return medianOf(times);
  };
  const other = new pg.Client({ connectionString: url, options: "-c search_path=nexus_thread" });
  await other.connect();
  const rounds: { before: number; during: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = await medianMs();
    await other.query("begin");
    await other.query("select * from threads where thread_id = $1 for update", [locked]);
    const waiting = Array.from({ length: WAITING }, (_, n) => service.post(locked, n + 1));
    rounds.push({ before, during: await medianMs() });
    await other.query("rollback");
    await Promise.all(waiting);
  }
  await other.end();
  await service.close();
  const [before, during] = [medianOf(rounds.map((each) => each.before)), medianOf(rounds.map((each) => each.during))];
  return {
    database: "PostgreSQL",
    what: `a post while ${WAITING} wait for another thread`,
    ours: `${during.toFixed(1)} ms, ${before.toFixed(1)} ms without`,
    bare: "",
    goal: `at most ${GOAL_MS} ms more`,
    met: during - before <= GOAL_MS,
  };
}

async function newThreads(service: ServiceSide, count: number): Promise<readonly string[]> {
  const threads: string[] = [];
  while (threads.length < count) threads.push(await service.newThread());
  return threads;
}

function report(): void {
  const machine = `${cpus().length} cores with a load of ${load.toFixed(1)}, Node ${process.version.replace("v", "")}`;
  process.stdout.write(`Hot threads, medians of ${ROUNDS} rounds of ${SLICE_MS} ms on ${machine}\n\n`);
  for (const { database, what, ours, bare, share, goal, met } of rows) {
    const compared = share === undefined ? "" : `bare ${bare.padStart(7)}  share ${share.toFixed(2)}  `;
    const cells = `${database.padEnd(11)}${what.padEnd(40)}${ours.padEnd(24)}`;
    process.stdout.write(`${cells}${compared}goal: ${goal}: ${met ? "met" : "NOT met"}\n`);
  }
  writeFileSync(join(packageRoot, "bench/results-hot.json"), `${JSON.stringify({ machine, rows }, null, 2)}\n`);
}
