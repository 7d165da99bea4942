/** `npm run hostile` */

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { CommandLine, runMain } from "@nexus-core/service/command-line/command-line";
import { Refused } from "@nexus-core/service/command-line/refused";
import { InvalidArgumentError } from "commander";
import { CALLS } from "./calls.js";
import { PLANTS } from "./plants.js";
import { swaps } from "./swaps.js";
import type { Told } from "./worker.js";

/** A call that takes longer counts as hanging. */
const CALL_MS = 20_000;

/** A call that needs more memory counts as reading endless input. */
const MOST_BYTES = 1024 ** 3;

const WORKER = fileURLToPath(new URL("worker.ts", import.meta.url));

interface HostileOptions {
  readonly sample?: number;
  readonly seed: string;
  readonly only: string;
  readonly byPath?: true;
}

const program = new CommandLine("hostile")
  .description(
    "Opens planted projects with the harness and makes every call in each. Nothing outside of a project may change, no call may hang, and nothing that the harness says may quote a file of the user.",
  )
  .option("--sample <N>", "only so many of the projects", readCount)
  .option("--seed <TEXT>", "decides which they are", "")
  .option("--only <TEXT>", "the projects with this text in their title", "")
  .option("--by-path", "as on a system without folder descriptors, where a link that is swapped can be followed")
  .runs(async (options: HostileOptions) => {
    const chosen = chosenOf(options);
    const template = join(mkdtempSync(join(tmpdir(), "hostile-")), "project");
    let findings = 0;
    await inParallel(chosen, async (index) => {
      const problems = await judge(index, template);
      findings += problems.length;
      for (const problem of problems) process.stdout.write(`✗ ${PLANTS[index]?.title}: ${problem}\n`);
    });
    const rounds = options.sample === undefined ? 3000 : 500;
    const swapped = options.only === "" ? await swaps(rounds, options.byPath === true) : [];
    findings += swapped.length;
    for (const problem of swapped) process.stdout.write(`✗ ${problem}\n`);
    rmSync(join(template, ".."), { recursive: true, force: true });
    process.stdout.write(`${chosen.length} projects, ${chosen.length * CALLS.length} calls, ${findings} findings\n`);
    return findings === 0 ? 0 : 1;
  });

await runMain(program, process.argv.slice(2));

function readCount(text: string): number {
  if (/^[1-9]\d{0,8}$/u.test(text)) return Number(text);
  throw new InvalidArgumentError("It takes a number of projects.");
}

function chosenOf({ sample, seed, only }: HostileOptions): readonly number[] {
  const all = PLANTS.flatMap(({ title }, index) => (title.includes(only) ? [index] : []));
  if (all.length === 0) throw new Refused(2, `no project has "${only}" in its title. Give --only a part of one.`);
  if (sample === undefined) return all;
  const place = (index: number) => createHash("sha256").update(`${seed} ${index}`).digest("hex");
  return [...all].sort((a, b) => (place(a) < place(b) ? -1 : 1)).slice(0, sample);
}

async function inParallel(items: readonly number[], work: (item: number) => Promise<void>): Promise<void> {
  const [first, ...rest] = items;
  // The first job creates the project that the others copy.
  if (first !== undefined) await work(first);
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
    }),
  );
}

/** The problems found in one planted project. */
async function judge(index: number, template: string): Promise<readonly string[]> {
  const child = spawn(process.execPath, ["--import", "tsx", WORKER, String(index), template], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const problems: string[] = [];
  let call = "the start";
  let began = Number.POSITIVE_INFINITY;
  const watch = setInterval(() => {
    const problem =
      performance.now() - began > CALL_MS
        ? "hangs"
        : memoryOf(child.pid) > MOST_BYTES
          ? "reads without an end"
          : undefined;
    if (problem === undefined) return;
    problems.push(`${call} ${problem}`);
    clearInterval(watch);
    child.kill("SIGKILL");
  }, 100);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    const told = JSON.parse(line) as Told;
    if ("begins" in told) {
      call = told.begins;
      began = performance.now();
    } else {
      // Time until the next call belongs to the campaign and not to the harness.
      began = Number.POSITIVE_INFINITY;
      problems.push(...told.problems.map((problem) => `${call}: ${problem}`));
    }
  }
  const code = await ended;
  clearInterval(watch);
  if (code !== 0 && problems.length === 0) problems.push(`${call} ended the process with code ${code}`);
  return problems;
}

/** Bytes of memory that a process uses, where the system tells. */
function memoryOf(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4096;
  } catch {
    return 0;
  }
}
