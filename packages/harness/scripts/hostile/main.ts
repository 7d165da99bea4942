/**
 * `npm run hostile`: opens planted projects with the harness and makes every call in each. Nothing outside of a project
 * may change, no call may hang, and nothing that the harness says may quote a file of the user. `--sample N` takes N of
 * the projects, `--seed TEXT` says which, and `--only TEXT` takes those with the text in their title. `--by-path` works
 * as on a system without folder descriptors, where a link that is swapped during a call can be followed.
 */

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { CALLS } from "./calls.js";
import { PLANTS } from "./plants.js";
import { swaps } from "./swaps.js";
import type { Told } from "./worker.js";

/** A call that takes longer is taken to hang. */
const CALL_MS = 20_000;

/** A call that needs more memory has read something without an end. */
const MOST_BYTES = 1024 ** 3;

const WORKER = fileURLToPath(new URL("worker.ts", import.meta.url));

const values = optionsOf();
const template = join(mkdtempSync(join(tmpdir(), "hostile-")), "project");
const chosen = chosenOf(values);
let findings = 0;
await inParallel(chosen, async (index) => {
  const problems = await judge(index);
  findings += problems.length;
  for (const problem of problems) process.stdout.write(`✗ ${PLANTS[index]?.title}: ${problem}\n`);
});
for (const problem of values.only === ""
  ? await swaps(values.sample === undefined ? 3000 : 500, values["by-path"])
  : []) {
  findings += 1;
  process.stdout.write(`✗ ${problem}\n`);
}
rmSync(join(template, ".."), { recursive: true, force: true });
process.stdout.write(`${chosen.length} projects, ${chosen.length * CALLS.length} calls, ${findings} findings\n`);
process.exitCode = findings === 0 && chosen.length > 0 ? 0 : 1;

/** What was asked for; whatever cannot be is told in one line, with exit code 2. */
function optionsOf() {
  try {
    const { values } = parseArgs({
      options: {
        sample: { type: "string" },
        seed: { type: "string", default: "" },
        only: { type: "string", default: "" },
        "by-path": { type: "boolean", default: false },
      },
    });
    const { sample, only } = values;
    if (sample !== undefined && !/^[1-9]\d*$/u.test(sample))
      throw new Error(`--sample ${sample} is no number of projects`);
    if (!PLANTS.some(({ title }) => title.includes(only))) throw new Error(`no project has "${only}" in its title`);
    return values;
  } catch (thrown) {
    process.stderr.write(`hostile: ${(thrown as Error).message.split("\n", 1)[0]}\n`);
    process.exit(2);
  }
}

function chosenOf({ sample, seed, only }: { sample?: string; seed: string; only: string }): readonly number[] {
  const all = PLANTS.flatMap(({ title }, index) => (title.includes(only) ? [index] : []));
  if (sample === undefined) return all;
  const place = (index: number) => createHash("sha256").update(`${seed} ${index}`).digest("hex");
  return [...all].sort((a, b) => (place(a) < place(b) ? -1 : 1)).slice(0, Number(sample));
}

async function inParallel(items: readonly number[], work: (item: number) => Promise<void>): Promise<void> {
  const [first, ...rest] = items;
  // The first makes the project that the others copy.
  if (first !== undefined) await work(first);
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
    }),
  );
}

/** What was wrong in one planted project. */
async function judge(index: number): Promise<readonly string[]> {
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
      // What follows until the next call is the work of this campaign.
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
