/** `npm run crash -w packages/thread` */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CommandLine, runMain } from "@nexus-core/service/command-line/command-line";

import { resultsTable, writeResults } from "@nexus-core/service/testing/crash/results-table";
import { hasPostgres, startPostgres } from "@nexus-core/service/testing/postgres";
import { InvalidArgumentError } from "commander";
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

interface CrashOptions {
  readonly rounds: number;
  readonly postgres: number;
  readonly seed: number;
  readonly write?: true;
}

const program = new CommandLine("crash")
  .description(
    "Agents post to a service, its process is killed, and every message that it acknowledged has to be there.",
  )
  .option("--rounds <N>", "how often on SQLite", readNumber, 1000)
  .option("--postgres <N>", "how often on PostgreSQL", readNumber, 200)
  .option("--seed <N>", "decides the moments", readNumber, 1)
  .option("--write", "put the table into docs/maintain/thread-faults.md")
  .runs(async ({ rounds, postgres, seed, write }: CrashOptions) => {
    const rows = [await onSqlite(rounds, seed), ...(await onPostgres(postgres, seed))];
    const table = tableOf(rows);
    process.stdout.write(`\n${table}\n`);
    if (write === true) {
      const made = `${rounds} rounds on SQLite with seed ${seed}, and ${postgres} on PostgreSQL:`;
      writeResults(PAGE, "crashes", `${made}\n\n${table}`);
    }
    return rows.some((row) => row.rounds.some(({ findings }) => findings.length > 0)) ? 1 : 0;
  });

await runMain(program, process.argv.slice(2));

interface Row {
  readonly database: string;
  readonly rounds: readonly Round[];
}

async function onSqlite(rounds: number, seed: number): Promise<Row> {
  return inFolder(async (folder) => ({
    database: "SQLite",
    rounds: await crashCampaign({ folder, rounds, seed, onRound: report }),
  }));
}

async function onPostgres(rounds: number, seed: number): Promise<readonly Row[]> {
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

function readNumber(text: string): number {
  if (/^\d{1,9}$/u.test(text)) return Number(text);
  throw new InvalidArgumentError("It takes a whole number.");
}

function tableOf(rows: readonly Row[]): string {
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
