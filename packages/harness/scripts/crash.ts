/** `npm run crash -w packages/harness` */

import { spawnSync } from "node:child_process";

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { CommandLine, runMain } from "@nexus-core/service/command-line/command-line";
import { Refused } from "@nexus-core/service/command-line/refused";
import { FILE_HOOK } from "@nexus-core/service/testing/crash/hooks";
import { runGit } from "nexus-core/base";

import { createHarness, type ToolError } from "../src/index.js";
import { CALLS, type CrashCall } from "./crash-calls.js";

const HARNESS = new URL("../dist/index.js", import.meta.url).href;
const NOW = "2026-03-01T09:00:00.000Z";

/** Makes the call at a fixed time, so that it has only one outcome. */
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
    "Kills the process at every file-system operation of calls and events that write, and checks what is left each time.",
  )
  .option("--only <TEXT>", "the calls with this text in their title", "")
  .runs(async ({ only }: { readonly only: string }) => {
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
    return findings.length === 0 ? 0 : 1;
  });

await runMain(program, process.argv.slice(2));

/** Kills the call at each of its operations, and in the middle of each write. */
async function campaign(call: CrashCall): Promise<Row> {
  const before = await inProject(call, async (root) => filesIn(root));
  const [once, operations] = await inProject(call, async (root) => {
    const { stdout } = run(root, call, { CRASH_COUNT: "1" });
    return [filesIn(root), (JSON.parse(stdout) as { operations: number }).operations] as const;
  });
  const twice = await inProject(call, async (root) => {
    for (const _ of [1, 2]) await repeat(root, call);
    return filesIn(root);
  });
  const findings: string[] = [];
  let ends = 0;
  for (let at = 1; at <= operations; at += 1) {
    for (const moment of ["before", "half"]) {
      ends += 1;
      const problem = await inProject(call, async (root) => {
        const { signal } = run(root, call, { CRASH_AT: `${moment}:${at}` });
        if (signal !== "SIGKILL") return "the process was not ended";
        const outcomes = call.isRepository === true ? [once, twice, before] : [once, twice];
        return (
          notWhole(filesIn(root), before, once) ??
          (await uncommitted(root, call)) ??
          (await notHealed(root, call, outcomes))
        );
      });
      if (problem !== undefined)
        findings.push(`ended ${moment === "half" ? "in" : "before"} operation ${at}: ${problem}`);
    }
  }
  return { title: call.title, operations, ends, findings };
}

/** Every file is the old or the new version. Other files may exist only if their name begins with a dot. */
function notWhole(left: Files, before: Files, after: Files): string | undefined {
  for (const [file, text] of left) {
    if (isAside(file)) continue;
    if (text !== before.get(file) && text !== after.get(file)) return `${file} is neither the old nor the new version`;
  }
  const kept = new Set(left.values());
  const lost = [...before].filter(([file, text]) => after.has(file) && !left.has(file) && !kept.has(text));
  return lost.length === 0 ? undefined : `${lost.map(([file]) => file).join(", ")} is lost`;
}

/** Names a file that is gone although no commit deleted it. */
async function uncommitted(root: string, { files, isRepository }: CrashCall): Promise<string | undefined> {
  if (isRepository !== true) return undefined;
  const held = (await git(root, "ls-tree", "-r", "--name-only", "HEAD")).split("\n");
  const lost = Object.keys(files).find((file) => held.includes(file) && !existsSync(join(root, file)));
  return lost === undefined ? undefined : `${lost} is gone, and no commit has deleted it`;
}

/** Repeats the call. The result is that of one or two complete calls, and nothing of the crash remains. */
async function notHealed(root: string, call: CrashCall, outcomes: readonly Files[]): Promise<string | undefined> {
  try {
    await repeat(root, call);
  } catch (thrown) {
    return `the next call is refused: ${(thrown as Error).message}`;
  }
  const files = filesIn(root);
  // A refused deletion reads git only, so leftovers wait for the next call that writes.
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
 * A tool changes all of its files or none. An event changes each file by itself, so a counted read may be missing in the
 * log. A memory that a commit deleted may still have its line in the log of reads.
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
    // A kill between the commit and the deletion leaves a file that the commit no longer contains. Such a file stays.
    if (code !== refusedTwice && !(call.isRepository === true && code === "NOT_RECOVERABLE")) throw thrown;
  }
}

function run(root: string, call: CrashCall, environment: Readonly<Record<string, string>>) {
  const asked = "event" in call ? ["event", call.event] : ["tool", call.tool];
  const words = [
    "--import",
    FILE_HOOK,
    "--input-type=module",
    "-e",
    WORKER,
    root,
    ...asked,
    JSON.stringify(call.params),
  ];
  const env = { ...process.env, CRASH_ROOT: root, ...environment };
  const { stdout, stderr, status, signal } = spawnSync(process.execPath, words, { env, encoding: "utf8" });
  if (signal === null && status !== 0) throw new Error(`${call.title} failed: ${stderr}`);
  return { stdout, signal };
}

/** The lock, prepared writes and the index of a long history are no part of a result. */
function isAside(file: string): boolean {
  return isLeftBehind(file) || file.endsWith("/history-index.json");
}

/** A name that begins with a dot exists only during a call. */
function isLeftBehind(file: string): boolean {
  return file.split("/").some((part) => part.startsWith(".") && part !== ".nexus" && part !== ".gitignore");
}

/** The folder of this very process, which repeats the call, for the lock. */
function isPrepared(file: string, text: string): boolean {
  const isOfLock = /^\.nexus\/state\/\.lock\/([0-9a-f]+)\/\1$/u.test(file);
  return isOfLock && (JSON.parse(text) as { readonly pid: number }).pid === process.pid;
}

async function inProject<T>(call: CrashCall, work: (root: string) => Promise<T>): Promise<T> {
  const root = await project(call);
  try {
    return await work(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

async function project({ files, isRepository }: CrashCall): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), "crash-"));
  for (const [file, content] of Object.entries(files)) {
    const path = join(root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`);
  }
  if (isRepository === true) {
    await git(root, "init", "--quiet");
    await git(root, "config", "user.name", "Crash");
    await git(root, "config", "user.email", "crash@example.org");
    await git(root, "add", "--all");
    await git(root, "commit", "--quiet", "--no-gpg-sign", "--message", "All there is");
  }
  return root;
}

async function git(root: string, ...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runGit(root, words);
  if (code !== 0) throw new Error(stderr);
  return stdout;
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
      // A log is appended to and not replaced, so a line that a crash cut off does not count.
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
