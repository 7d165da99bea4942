/**
 * `npm run crash -w packages/thread`: agents post to a service, its process is killed, and every message that it
 * acknowledged has to be there. `--rounds=1000` on SQLite, `--postgres=200` on PostgreSQL, `--seed=1`; `--write` puts
 * the table into docs/maintain/thread-faults.md.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasPostgres, startPostgres } from "@nexus-core/service/testing/postgres";
import { crashCampaign, type Round } from "../src/testing/crash/campaign.js";

const PAGE = fileURLToPath(new URL("../../../docs/maintain/thread-faults.md", import.meta.url));

/** The moments of a kind by how they are named. */
const KINDS: readonly (readonly [form: RegExp, kind: string])[] = [
  [/^before/, "before a commit"],
  [/^after/, "between a commit and its answers"],
  [/^sent/, "while the server commits"],
  [/^server/, "when the server came back from a crash"],
  [/^grown/, "when the log grows"],
  [/ms$/, "at a random time"],
];

const seed = numberOf("seed", 1);
const rows = [await onSqlite(numberOf("rounds", 1000)), ...(await onPostgres(numberOf("postgres", 200)))];
const found = rows.flatMap(({ rounds }) => rounds.flatMap(({ findings }) => findings));
process.stdout.write(`\n${tableOf().join("\n")}\n`);
if (process.argv.includes("--write")) writePage();
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
    process.stdout.write("PostgreSQL is not installed, so nothing was tried on it.\n");
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

function numberOf(name: string, otherwise: number): number {
  const word = process.argv.find((each) => each.startsWith(`--${name}=`));
  if (word === undefined) return otherwise;
  const number = Number(word.slice(name.length + 3));
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Error(`${word} has no whole number. Write --${name}=${otherwise}.`);
}

function tableOf(): readonly string[] {
  const lines = rows.flatMap(({ database, rounds }) =>
    kindsOf(rounds).map(([kind, some]) => {
      const sum = (value: (round: Round) => number) => String(some.reduce((total, round) => total + value(round), 0));
      const cells = [
        database,
        kind,
        String(some.length),
        sum(({ acknowledged }) => acknowledged),
        sum(({ kept }) => kept),
        sum(({ lost }) => lost),
        sum(({ findings }) => findings.length),
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  );
  return [
    "| database | killed | rounds | acknowledged posts | unanswered, kept | unanswered, not kept | findings |",
    "|---|---|---|---|---|---|---|",
    ...lines,
  ];
}

function kindsOf(rounds: readonly Round[]): readonly (readonly [string, readonly Round[]])[] {
  return KINDS.map(([form, kind]) => [kind, rounds.filter(({ moment }) => form.test(moment))] as const).filter(
    ([, some]) => some.length > 0,
  );
}

function writePage(): void {
  const page = readFileSync(PAGE, "utf8");
  const [head = "", , ...rest] = page.split(/<!-- (?:crashes|end) -->/);
  writeFileSync(PAGE, `${head}<!-- crashes -->\n\n${tableOf().join("\n")}\n\n<!-- end -->${rest.join("")}`);
}
