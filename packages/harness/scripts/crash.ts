/**
 * `npm run crash -w packages/harness`: ends the process at every file-system operation of every tool that writes, in
 * turn, and looks each time at what is left. `--write` puts the table into docs/crash-safety.md.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createHarness, type ToolError } from "../dist/index.js";
import { CALLS, type CrashCall } from "./crash-calls.js";

const HOOK = new URL("crash-hook.mjs", import.meta.url).href;
const HARNESS = new URL("../dist/index.js", import.meta.url).href;
const PAGE = fileURLToPath(new URL("../../../docs/crash-safety.md", import.meta.url));
const NOW = "2026-03-01T09:00:00.000Z";

/** The clock stands still, so that a call has one outcome. */
const WORKER = `
  import { createHarness } from ${JSON.stringify(HARNESS)};
  const [root, tool, params] = process.argv.slice(1);
  const harness = createHarness({ root, clock: () => new Date(${JSON.stringify(NOW)}), branch: () => "main" });
  await harness.call(tool, JSON.parse(params));
`;

type Files = ReadonlyMap<string, string>;

interface Row {
  readonly title: string;
  readonly operations: number;
  readonly ends: number;
  readonly findings: readonly string[];
}

const only = process.argv.find((word) => word.startsWith("--only="))?.slice("--only=".length) ?? "";
const rows: Row[] = [];
for (const call of CALLS.filter(({ title }) => title.includes(only))) {
  const row = await campaign(call);
  rows.push(row);
  process.stdout.write(
    `${row.findings.length === 0 ? "✓" : "✗"} ${row.title.padEnd(40)} ${String(row.operations).padStart(3)} operations, ${row.ends} ends\n`,
  );
  for (const finding of row.findings) process.stdout.write(`    ${finding}\n`);
}
const ends = rows.reduce((sum, row) => sum + row.ends, 0);
const findings = rows.flatMap((row) => row.findings);
process.stdout.write(`\n${ends} processes ended, ${findings.length} findings\n`);
if (process.argv.includes("--write")) writePage();
process.exitCode = findings.length === 0 ? 0 : 1;

/** Ends the call at each of its operations, and a write in its middle too. */
async function campaign(call: CrashCall): Promise<Row> {
  const before = inProject(call, (root) => filesIn(root));
  const [once, operations] = inProject(call, (root) => {
    const { stdout } = run(root, call, { CRASH_COUNT: "1" });
    return [filesIn(root), (JSON.parse(stdout) as { operations: number }).operations] as const;
  });
  const twice = await inProjectLater(call, async (root) => {
    for (const _ of [1, 2]) await repeat(root, call);
    return filesIn(root);
  });
  const findings: string[] = [];
  let ends = 0;
  for (let at = 1; at <= operations; at += 1) {
    for (const half of ["", "1"]) {
      ends += 1;
      const problem = await inProjectLater(call, async (root) => {
        const { signal } = run(root, call, { CRASH_AT: String(at), CRASH_HALF: half });
        if (signal !== "SIGKILL") return "the process was not ended";
        return notWhole(filesIn(root), before, once) ?? (await notHealed(root, call, [once, twice]));
      });
      if (problem !== undefined) findings.push(`ended ${half === "" ? "before" : "in"} operation ${at}: ${problem}`);
    }
  }
  return { title: call.title, operations, ends, findings };
}

/** Every file is the old or the new version; besides them there may be only what begins with a dot. */
function notWhole(left: Files, before: Files, after: Files): string | undefined {
  for (const [file, text] of left) {
    if (isAside(file)) continue;
    if (text !== before.get(file) && text !== after.get(file)) return `${file} is neither the old nor the new version`;
  }
  const lost = [...before.keys()].filter((file) => after.has(file) && !left.has(file));
  return lost.length === 0 ? undefined : `${lost.join(", ")} is lost`;
}

/** The call, made again, ends as if the first had been made or had not, and nothing is left of the crash. */
async function notHealed(root: string, call: CrashCall, outcomes: readonly Files[]): Promise<string | undefined> {
  try {
    await repeat(root, call);
  } catch (thrown) {
    return `the next call is refused: ${(thrown as Error).message}`;
  }
  const files = filesIn(root);
  const left = [...files.keys()].filter((file) => isAside(file) && !file.endsWith("/history-index.json"));
  if (left.length > 0) return `${left.join(", ")} is left behind`;
  const ours = [...files].filter(([file]) => !isAside(file));
  const isOutcome = outcomes.some((outcome) => {
    const theirs = [...outcome].filter(([file]) => !isAside(file));
    return JSON.stringify(ours) === JSON.stringify(theirs);
  });
  return isOutcome ? undefined : "the next call did not settle it: the files are those of no complete call";
}

async function repeat(root: string, { tool, params, isRefusedTwice = false }: CrashCall): Promise<void> {
  const harness = createHarness({ root, clock: () => new Date(NOW), branch: () => "main" });
  try {
    await harness.call(tool, params);
  } catch (thrown) {
    if (!isRefusedTwice || (thrown as Partial<ToolError>).code !== "ISSUE_DECIDED") throw thrown;
  }
}

function run(root: string, { tool, params }: CrashCall, environment: Readonly<Record<string, string>>) {
  const words = ["--import", HOOK, "--input-type=module", "-e", WORKER, root, tool, JSON.stringify(params)];
  const env = { ...process.env, CRASH_ROOT: root, ...environment };
  const { stdout, stderr, status, signal } = spawnSync(process.execPath, words, { env, encoding: "utf8" });
  if (signal === null && status !== 0) throw new Error(`${tool} failed: ${stderr}`);
  return { stdout, signal };
}

/** The lock, what a write has prepared, and the folder of the harness: no state of the project. */
function isAside(file: string): boolean {
  return file.split("/").some((part) => part.startsWith(".") && part !== ".nexus") || file.includes("/nexus-harness/");
}

function inProject<T>(call: CrashCall, work: (root: string) => T): T {
  const root = project(call);
  try {
    return work(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

async function inProjectLater<T>(call: CrashCall, work: (root: string) => Promise<T>): Promise<T> {
  const root = project(call);
  try {
    return await work(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

function project({ files }: CrashCall): string {
  const root = mkdtempSync(join(tmpdir(), "crash-"));
  for (const [file, content] of Object.entries(files)) {
    const path = join(root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`);
  }
  return root;
}

function filesIn(root: string): Files {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
  return new Map(names.map((name) => [name, readFileSync(join(root, name), "utf8")]));
}

function writePage(): void {
  const page = readFileSync(PAGE, "utf8");
  const table = [
    "| call | operations | ends | findings |",
    "|---|---|---|---|",
    ...rows.map(
      ({ title, operations, ends: tried, findings: found }) =>
        `| ${title} | ${operations} | ${tried} | ${found.length} |`,
    ),
  ].join("\n");
  const [head = ""] = page.split("<!-- results -->");
  writeFileSync(PAGE, `${head}<!-- results -->\n\n${table}\n`);
}
