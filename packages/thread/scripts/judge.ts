/** `npm run judge -w packages/thread` */

import { fileURLToPath } from "node:url";
import { CommandLine, runMain } from "@nexus-core/service/command-line/command-line";
import { resultsTable } from "@nexus-core/service/testing/crash/results-table";
import { hasPostgres, startPostgres } from "@nexus-core/service/testing/postgres";
import { Option } from "commander";
import { type ConformanceOptions, runConformance } from "nexus-core";

type Report = Awaited<ReturnType<typeof runConformance>>;

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const PROGRAM = `node --import "${at("./database-of-folder.mjs")}" "${at("../bin/nexus-thread.js")}" serve --movable-clock`;
/** All that the contract knows, and a clock for the cases in which minutes pass. */
const MAPPING = {
  surfaces: ["tools", "runtime", "process"],
  clock: { tool: "move_clock", param: "milliseconds" },
};

/** How the service is reached, and what the kit must be told. All of them are processes that it ends and starts. */
const FORMS: readonly (readonly [name: string, adapter: string, mapping?: ConformanceOptions["mapping"]])[] = [
  ["module", `module:${at("../dist/adapter.js")}`],
  ["stdio", `mcp-stdio:${PROGRAM} --stdio`, MAPPING],
  [
    "launched HTTP",
    "mcp-http:http://127.0.0.1:{PORT}/v1/mcp",
    { ...MAPPING, launch: `${PROGRAM} --http 127.0.0.1:{PORT}` },
  ],
];

const HEAD = ["form", "database", "verdict", "MUST", "SHOULD", "cases", "not judged because"];

interface JudgeOptions {
  readonly form: readonly string[];
  readonly database: readonly string[];
}

const program = new CommandLine("judge")
  .description(
    "Judges the service by the whole contract in each form, on SQLite and on PostgreSQL. It takes most of an hour.",
  )
  .addOption(
    choice(
      "--form <NAME...>",
      "only these forms",
      FORMS.map(([name]) => name),
    ),
  )
  .addOption(choice("--database <NAME...>", "only these databases", ["SQLite", "PostgreSQL"]))
  .runs(async ({ form, database }: JudgeOptions) => {
    const forms = FORMS.filter(([name]) => form.includes(name));
    const rows = [
      ...(database.includes("SQLite") ? await judged(forms, "SQLite") : []),
      ...(database.includes("PostgreSQL") ? await onPostgres(forms) : []),
    ];
    const table = resultsTable(
      HEAD,
      rows.map(({ cells }) => cells),
    );
    process.stdout.write(`\n${table}\n`);
    return rows.every(({ isGood }) => isGood) ? 0 : 1;
  });

await runMain(program, process.argv.slice(2));

function choice(flags: string, description: string, all: readonly string[]): Option {
  return new Option(flags, description).choices(all).default(all);
}

interface Row {
  readonly cells: readonly (string | number)[];
  readonly isGood: boolean;
}

async function onPostgres(forms: typeof FORMS): Promise<readonly Row[]> {
  if (!hasPostgres) {
    process.stderr.write("PostgreSQL is not installed, so nothing is judged on it.\n");
    return [];
  }
  const server = await startPostgres();
  process.env["THREAD_DATABASE"] = server.url;
  try {
    return await judged(forms, "PostgreSQL");
  } finally {
    delete process.env["THREAD_DATABASE"];
    await server.stop();
  }
}

async function judged(forms: typeof FORMS, database: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [name, adapter, mapping] of forms) {
    const options = { contract: "thread", profile: "full", timeout: 30_000, jobs: 2, ...(mapping && { mapping }) };
    const report = await runConformance(adapter, options);
    process.stderr.write(`${name} on ${database}: ${report.verdict}\n`);
    for (const { id, reason } of report.cases.filter(isBad)) process.stderr.write(`  ${id}: ${reason}\n`);
    rows.push({
      cells: [name, database, report.verdict, ...countsOf(report)],
      isGood: report.verdict.startsWith("conforms"),
    });
  }
  return rows;
}

function isBad({ status }: Report["cases"][number]): boolean {
  return !["passed", "skipped"].includes(status);
}

function countsOf({ summary, cases }: Report): readonly string[] {
  const { MUST, SHOULD } = summary.requirements;
  const reasons = new Set(cases.filter(({ status }) => status === "skipped").map(({ reason = "" }) => reason));
  return [
    `${MUST.conforming} of ${MUST.total}`,
    `${SHOULD.conforming} of ${SHOULD.total}`,
    `${summary.cases.passed} of ${summary.cases.total}`,
    [...reasons].sort().join("; ") || "none",
  ];
}
