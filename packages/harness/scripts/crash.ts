/** `npm run crash -w packages/harness` */

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CommandLine, runMain } from "@nexus-core/service/command-line/command-line";
import { Refused } from "@nexus-core/service/command-line/refused";
import { createHarness, type ToolError } from "../src/index.js";
import { CALLS, type CrashCall } from "./crash-calls.js";

const HOOK = new URL("crash-hook.mjs", import.meta.url).href;
const HARNESS = new URL("../dist/index.js", import.meta.url).href;
const PAGE = fileURLToPath(new URL("../../../docs/maintain/crash-safety.md", import.meta.url));
const NOW = "2026-03-01T09:00:00.000Z";

/** The clock stands still, so that a call has one outcome. */
const WORKER = `
  import { createHarness } from ${JSON.stringify(HARNESS)};
  const [root, kind, name, params] = process.argv.slice(1);
  const harness = createHarness({ root, clock: () => new Date(${JSON.stringify(NOW)}), branch: () => "main" });
  await (kind === "event" ? harness.emit(name, JSON.parse(params)) : harness.call(name, JSON.parse(params)));
`;

type Files = ReadonlyMap<string, string>;

interface Row {
  readonly title: string;
  readonly operations: number;
  readonly ends: number;
  readonly findings: readonly string[];
}

const program = new CommandLine("crash")
  .description(
    "Ends the process at every file-system operation of every tool and every event that writes, in turn, and looks each time at what is left.",
  )
  .option("--only <TEXT>", "the calls with this text in their title", "")
  .option("--write", "put the table into docs/maintain/crash-safety.md")
  .runs(async ({ only, write }: { readonly only: string; readonly write?: true }) => {
    const chosen = CALLS.filter(({ title }) => title.includes(only));
    if (chosen.length === 0) throw new Refused(2, `no call has "${only}" in its title. Give --only a part of one.`);
    const rows: Row[] = [];
    for (const call of chosen) {
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
    if (write === true) writePage(rows);
    return findings.length === 0 ? 0 : 1;
  });

await runMain(program, process.argv.slice(2));

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
        const outcomes = call.isRepository === true ? [once, twice, before] : [once, twice];
        return (
          notWhole(filesIn(root), before, once) ?? uncommitted(root, call) ?? (await notHealed(root, call, outcomes))
        );
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
  const kept = new Set(left.values());
  const lost = [...before].filter(([file, text]) => after.has(file) && !left.has(file) && !kept.has(text));
  return lost.length === 0 ? undefined : `${lost.map(([file]) => file).join(", ")} is lost`;
}

/** A file that is gone, and no commit has deleted it. */
function uncommitted(root: string, { files, isRepository }: CrashCall): string | undefined {
  if (isRepository !== true) return undefined;
  const held = git(root, "ls-tree", "-r", "--name-only", "HEAD").split("\n");
  const lost = Object.keys(files).find((file) => held.includes(file) && !existsSync(join(root, file)));
  return lost === undefined ? undefined : `${lost} is gone, and no commit has deleted it`;
}

/** The call, made again, ends as if the first had been made or had not, and nothing is left of the crash. */
async function notHealed(root: string, call: CrashCall, outcomes: readonly Files[]): Promise<string | undefined> {
  try {
    await repeat(root, call);
  } catch (thrown) {
    return `the next call is refused: ${(thrown as Error).message}`;
  }
  const files = filesIn(root);
  // A deletion that is refused has looked at git alone, and what is beside the files waits for the next that writes.
  const left =
    call.isRepository === true
      ? []
      : [...files].filter(([file, text]) => isLeftBehind(file) && !isPrepared(file, text)).map(([file]) => file);
  if (left.length > 0) return `${left.join(", ")} is left behind`;
  if ("event" in call || call.isRepository === true) {
    return isOfEach(files, outcomes) ? undefined : "the next call did not settle it";
  }
  return outcomes.some((outcome) => isEqual(files, outcome))
    ? undefined
    : "the next call did not settle it: the files are those of no complete call";
}

function isEqual(files: Files, outcome: Files): boolean {
  const texts = [files, outcome].map((each) => JSON.stringify([...each].filter(([file]) => !isAside(file))));
  return texts[0] === texts[1];
}

/**
 * A tool changes all of its files or none. An event changes each for itself, so a read that was counted may not be
 * logged; and a memory that a commit has deleted may still have its line in the log of reads.
 */
function isOfEach(files: Files, outcomes: readonly Files[]): boolean {
  const names = new Set([files, ...outcomes].flatMap((each) => [...each.keys()]).filter((file) => !isAside(file)));
  return [...names].every((name) => outcomes.some((outcome) => outcome.get(name) === files.get(name)));
}

async function repeat(root: string, call: CrashCall): Promise<void> {
  const { params, refusedTwice } = call;
  const harness = createHarness({ root, clock: () => new Date(NOW), branch: () => "main" });
  try {
    await ("event" in call ? harness.emit(call.event, params) : harness.call(call.tool, params));
  } catch (thrown) {
    const { code } = thrown as Partial<ToolError>;
    // Ended between its commit and the deletion, it leaves a file that no commit holds any more, and that is kept.
    if (code !== refusedTwice && !(call.isRepository === true && code === "NOT_RECOVERABLE")) throw thrown;
  }
}

function run(root: string, call: CrashCall, environment: Readonly<Record<string, string>>) {
  const asked = "event" in call ? ["event", call.event] : ["tool", call.tool];
  const words = ["--import", HOOK, "--input-type=module", "-e", WORKER, root, ...asked, JSON.stringify(call.params)];
  const env = { ...process.env, CRASH_ROOT: root, ...environment };
  const { stdout, stderr, status, signal } = spawnSync(process.execPath, words, { env, encoding: "utf8" });
  if (signal === null && status !== 0) throw new Error(`${call.title} failed: ${stderr}`);
  return { stdout, signal };
}

/** The lock, what a write has prepared, and the index of a long history: nothing that a call answers for. */
function isAside(file: string): boolean {
  return isLeftBehind(file) || file.endsWith("/history-index.json");
}

/** What begins with a dot is there only while a call goes on. */
function isLeftBehind(file: string): boolean {
  return file.split("/").some((part) => part.startsWith(".") && part !== ".nexus" && part !== ".gitignore");
}

/** What this very process, which has made the next call, keeps at hand to lock with. */
function isPrepared(file: string, text: string): boolean {
  const isOfLock = /^\.nexus\/state\/\.lock\/([0-9a-f]+)\/\1$/u.test(file);
  return isOfLock && (JSON.parse(text) as { readonly pid: number }).pid === process.pid;
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

function project({ files, isRepository }: CrashCall): string {
  const root = mkdtempSync(join(tmpdir(), "crash-"));
  for (const [file, content] of Object.entries(files)) {
    const path = join(root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`);
  }
  if (isRepository === true) {
    git(root, "init", "--quiet");
    git(root, "config", "user.name", "Crash");
    git(root, "config", "user.email", "crash@example.org");
    git(root, "add", "--all");
    git(root, "commit", "--quiet", "--no-gpg-sign", "--message", "All there is");
  }
  return root;
}

function git(root: string, ...words: readonly string[]): string {
  return execFileSync("git", words, { cwd: root, encoding: "utf8" });
}

function filesIn(root: string): Files {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((name) => !name.startsWith(".git/"))
    .sort();
  return new Map(
    names.flatMap((name) => {
      const text = readFileSync(join(root, name), "utf8");
      if (!name.endsWith("/tool-log.jsonl")) return [[name, text]];
      // A log is added to and not replaced: a line that a crash has cut off counts for nothing.
      const whole = text.split("\n").filter(isJson);
      return whole.length === 0 ? [] : [[name, whole.join("\n")]];
    }),
  );
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function writePage(rows: readonly Row[]): void {
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
