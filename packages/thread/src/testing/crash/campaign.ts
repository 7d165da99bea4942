import { statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { damageOf, untilIdle } from "@nexus-core/service/testing/crash/database-check";
import type { PostgresServer } from "@nexus-core/service/testing/postgres";
import { oneOf, randomOf } from "@nexus-core/service/testing/random";
import { readConfig } from "../../config.js";
import { openService } from "../../open-service.js";
import { SCHEMA } from "../../store/migrations.js";
import type { ThreadService } from "../../thread-service.js";
import { type Agents, signAgents } from "./agents.js";
import type { Ledger } from "./ledger.js";
import { type Settled, settle } from "./store-check.js";
import { FORMS, type Form, startVictim, type Victim } from "./victim.js";
import { POSTERS, ROLES, workOn } from "./work.js";

export interface CampaignOptions {
  readonly folder: string;
  readonly rounds: number;
  readonly seed: number;
  /** The server to use; an SQLite file in the folder where absent. */
  readonly postgres?: Pick<PostgresServer, "url" | "crash" | "restart">;
  readonly forms?: readonly Form[];
  /** When each round kills its process; the seed says it where absent. */
  readonly moments?: readonly string[];
  readonly onRound?: (round: Round) => void;
}

export interface Round {
  readonly number: number;
  readonly form: Form;
  /** When the process was killed, such as `after:3`, `grown:2` or `17 ms`. */
  readonly moment: string;
  readonly findings: readonly string[];
  /** How long the process took from its start to its first answer; undefined where it was killed before. */
  readonly startMs: number | undefined;
  readonly acknowledged: number;
  /** Posts that were under way when the process was killed: those that were kept, and those that were not. */
  readonly kept: number;
  readonly lost: number;
}

/** Mostly the library, which starts twice as fast. A loss would show in every form. */
const FORM_OF_ROUND = [...FORMS, "library", "library", "library"] as const satisfies readonly Form[];

/** Rounds on one thread. A longer thread takes longer to check and shows nothing more. */
const ROUNDS_A_THREAD = 20;

/** A process that is still alive by then has passed all its moments, and is killed. */
const LONGEST_MS = 2000;

/** Half of it is for the server to come back. */
const SERVED_AGAIN_MS = 60_000;

/** A longer start would mean a lock that a dead process left, and not a slow machine. */
const START_LIMIT_MS = 15_000;

/**
 * In each round a process serves, agents post to it, it is killed, and every message that it acknowledged must be in the
 * database. The next round uses the same database.
 */
export async function crashCampaign(options: CampaignOptions): Promise<readonly Round[]> {
  const random = randomOf(options.seed);
  const agents = await signAgents(options.folder, ROLES);
  const database = options.postgres?.url ?? join(options.folder, "thread.db");
  const config = readConfig({ THREAD_KEYS: agents.keysFile, THREAD_DATABASE: database, THREAD_POST_QUOTA: "none" });
  const open = () => openService({ config });
  const rounds: Round[] = [];
  let ledger: Ledger | undefined;
  for (let number = 1; number <= options.rounds; number++) {
    if (ledger === undefined || number % ROUNDS_A_THREAD === 0) ledger = await newLedger(open, agents);
    const form = oneOf(random, options.forms ?? FORM_OF_ROUND);
    const isSqlite = options.postgres === undefined;
    const moment = options.moments?.[number - 1] ?? momentOf(random, isSqlite);
    const round = await crash({ ...options, agents, database, open, ledger, number, form, moment, isSqlite });
    rounds.push(round);
    options.onRound?.(round);
  }
  return rounds;
}

async function newLedger(open: () => Promise<ThreadService>, agents: Agents): Promise<Ledger> {
  const service = await open();
  try {
    const params = { title: "Trial", type: "workflow", participants: [...POSTERS] };
    const { thread_id } = await service.call("create_thread", params, agents.tokenOf("lead"));
    return { thread: thread_id, posts: [], statuses: ["active"], cursors: new Map(), updatedAt: "" };
  } finally {
    await service.close();
  }
}

/**
 * The hook understands `after:3`, `before:3` and `sent:3`. `grown:3` means the first growth of SQLite's log after the
 * third post. `server:3` kills the PostgreSQL server then, and the process has to continue with the restarted server.
 */
function momentOf(random: () => number, isSqlite: boolean): string {
  // The first commits belong to the start: the tables, and the first use of each token.
  const number = 1 + Math.floor(random() * 30);
  const kind = oneOf(random, ["after", "before", "time", ...(isSqlite ? ["grown"] : ["sent", "server"])]);
  return kind === "time" ? `${Math.floor(random() * 150)} ms` : `${kind}:${number}`;
}

interface Trial extends CampaignOptions {
  readonly agents: Agents;
  readonly database: string;
  readonly open: () => Promise<ThreadService>;
  readonly ledger: Ledger;
  readonly number: number;
  readonly form: Form;
  readonly moment: string;
  readonly isSqlite: boolean;
}

async function crash(trial: Trial): Promise<Round> {
  const { agents, database, folder, ledger, form, moment } = trial;
  const hook = /^(after|before|sent):/.test(moment) ? { crash: moment } : {};
  const began = performance.now();
  const victim = await startVictim(form, { agents, database, folder, ...hook });
  let startMs: number | undefined;
  const before = ledger.posts.length;
  const findings: string[] = [];
  if (victim !== undefined) {
    const first = await victim.call("lead", "get_thread", { thread_id: ledger.thread });
    if (first !== undefined) startMs = performance.now() - began;
    findings.push(...(await workUntilKilled(trial, victim)));
  }
  if (startMs !== undefined && startMs > START_LIMIT_MS) findings.push(`it took ${Math.round(startMs)} ms to start`);
  const posts = ledger.posts.slice(before);
  const acknowledged = posts.filter(({ outcome }) => outcome !== undefined && "answer" in outcome).length;
  const { findings: broken, kept } = await settled(trial);
  findings.push(...broken);
  if (trial.isSqlite) findings.push(...damageOf(database));
  const lost = posts.length - acknowledged - kept;
  return { number: trial.number, form, moment, findings, startMs, acknowledged, kept, lost };
}

async function settled({ open, ledger, agents, postgres }: Trial): Promise<Settled> {
  if (postgres !== undefined) await untilIdle(postgres.url, SCHEMA.program);
  const service = await open();
  try {
    return await settle(service, ledger, agents);
  } finally {
    await service.close();
  }
}

async function workUntilKilled(
  { ledger, moment, database, postgres }: Trial,
  victim: Victim,
): Promise<readonly string[]> {
  const findings: string[] = [];
  let posts = 0;
  let over = false;
  const [kind, at = ""] = moment.split(/[: ]/);
  const kill = () => {
    over = true;
    try {
      process.kill(victim.pid, "SIGKILL");
    } catch {
      // It has killed itself at the moment of the hook.
    }
  };
  const limit = setTimeout(kill, kind === "server" ? SERVED_AGAIN_MS : LONGEST_MS);
  const surprises = workOn(ledger, victim, {
    onPost: () => {
      posts += 1;
    },
    bears: ({ code, retry_after_ms }) => kind === "server" && code === "UNAVAILABLE" && Number(retry_after_ms) > 0,
    ended: () => over,
  });
  if (kind === "grown") {
    while (posts < Number(at) && !over) await turn();
    const state = stateOf(database);
    while (stateOf(database) === state && !over) await turn();
    kill();
  } else if (kind === "server" && postgres !== undefined) {
    while (posts < Number(at) && !over) await turn();
    await postgres.crash();
    await postgres.restart();
    if (!(await servesAgain(victim, ledger))) findings.push("it does not serve again");
    kill();
  } else if (at === "ms") {
    await wait(Number(kind));
    kill();
  }
  findings.push(...(await surprises));
  await victim.gone;
  clearTimeout(limit);
  return findings;
}

/** Whether the same process serves again with the restarted server, without help. */
async function servesAgain(victim: Victim, { thread }: Ledger): Promise<boolean> {
  const end = performance.now() + SERVED_AGAIN_MS / 2;
  while (performance.now() < end) {
    const outcome = await victim.call("lead", "get_thread", { thread_id: thread });
    if (outcome !== undefined && "answer" in outcome) return true;
    await wait(50);
  }
  return false;
}

/** Differs after every write to the log, whether it grows or starts from its beginning again. */
function stateOf(database: string): string {
  const stat = statSync(`${database}-wal`, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? "" : `${stat.size}:${stat.mtimeNs}`;
}
