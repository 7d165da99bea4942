/**
 * `npm run crash -w packages/thread`: agents post to a service, its process is killed, and every message that it
 * acknowledged must be in the database. `--rounds=1000` on SQLite, `--postgres=200` on PostgreSQL, `--seed=1`; `--write` puts
 * the table into docs/maintain/thread-faults.md.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { resultsTable, writeResults } from "@nexus-core/service/testing/crash/results-table";
import { hasPostgres, startPostgres } from "@nexus-core/service/testing/postgres";
import { crashCampaign, type Round } from "../src/testing/crash/campaign.js";

const PAGE = fileURLToPath(new URL("../../../docs/maintain/thread-faults.md", import.meta.url));

/** Kinds of moments, by their names. */
const KINDS: readonly (readonly [form: RegExp, kind: string])[] = [
  [/^before/, "before a commit"],
  [/^after/, "between a commit and its answers"],
  [/^sent/, "while the server commits"],
  [/^server/, "when the server came back from a crash"],
  [/^grown/, "when the log grows"],
  [/ms$/, "at a random time"],
];

const given = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    rounds: { type: "string", default: "1000" },
    postgres: { type: "string", default: "200" },
    write: { type: "boolean", default: false },
  },
}).values;
const seed = whole("seed", given.seed);
const [rounds, onServer] = [whole("rounds", given.rounds), whole("postgres", given.postgres)];
const rows = [await onSqlite(rounds), ...(await onPostgres(onServer))];
const found = rows.flatMap(({ rounds }) => rounds.flatMap(({ findings }) => findings));
process.stdout.write(`\n${tableOf()}\n`);
if (given.write) {
  const made = `${rounds} rounds on SQLite with seed ${seed}, and ${onServer} on PostgreSQL:`;
  writeResults(PAGE, `${made}\n\n${tableOf()}`);
}
process.exitCode = found.length === 0 ? 0 : 1;

interface Row {
  readonly database: string;
  readonly rounds: readonly Round[];
}

async function onSqlite(rounds: number): Promise<Row> {
  return inFolder(async (folder) => ({
    database: "SQLite",
    rounds: await crashCampaign({ folder, rounds, seed, onRound: report }),
  }));
}

async function onPostgres(rounds: number): Promise<readonly Row[]> {
  if (rounds === 0) return [];
  if (!hasPostgres) {
    process.stdout.write("PostgreSQL is not installed, so the campaign skips it.\n");
    return [];
  }
  const server = await startPostgres();
  try {
    return await inFolder(async (folder) => {
      const killed = await crashCampaign({ folder, rounds, seed, postgres: server, onRound: report });
      return [{ database: "PostgreSQL", rounds: killed }];
    });
  } finally {
    await server.stop();
  }
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "thread-crash-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function report({ number, form, moment, findings, acknowledged }: Round): void {
  if (number % 50 === 0) process.stdout.write(`round ${number}\n`);
  for (const finding of findings) {
    process.stdout.write(`✗ round ${number}, ${form}, ${moment}, ${acknowledged} acknowledged: ${finding}\n`);
  }
}

function whole(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Error(`--${name}=${text} has no whole number. Write --${name}=10.`);
}

function tableOf(): string {
  const head = ["database", "killed", "rounds", "acknowledged posts"];
  const cells = rows.flatMap(({ database, rounds }) =>
    kindsOf(rounds).map(([kind, some]) => {
      const sum = (value: (round: Round) => number) => some.reduce((total, round) => total + value(round), 0);
      return [
        database,
        kind,
        some.length,
        sum(({ acknowledged }) => acknowledged),
        sum(({ kept }) => kept),
        sum(({ lost }) => lost),
        sum(({ findings }) => findings.length),
      ];
    }),
  );
  return resultsTable([...head, "unanswered, kept", "unanswered, not kept", "findings"], cells);
}

function kindsOf(rounds: readonly Round[]): readonly (readonly [string, readonly Round[]])[] {
  return KINDS.map(([form, kind]) => [kind, rounds.filter(({ moment }) => form.test(moment))] as const).filter(
    ([, some]) => some.length > 0,
  );
}
