/**
 * `npm run bench:history`: measures the cost of a growing history. It calls the tools on a project with no archived cycle and
 * on one with 10,000 (about 100 MB), each in its own process, so that their memory can be compared.
 */
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { createHarness } from "../packages/harness/src/index.js";
import { packageRoot } from "../src/base/package-root.js";
import { medianOf } from "./median.js";

const CYCLES = 10_000;
const ROUNDS = 30;
/** The time of tools that read or copy the whole history grows with its length. */
const LONG_ROUNDS = 3;
/** Both processes run in turns, so that a busy machine slows both. The fastest repetition counts. */
const REPETITIONS = 3;

/** A call mostly waits for the disk, so smaller differences mean nothing. */
const NOISE = 1.5;
const NOISE_MS = 0.5;
const NOISE_MB = 10;

interface Cost {
  readonly tool: string;
  /** Median, milliseconds. */
  readonly ms: number;
  /** Growth of the resident memory during the calls, in MB. */
  readonly growthMb: number;
}

/** These calls must read or copy the history. The first write also builds the index for all later calls. */
const READING = new Set(["first plan_start", "task_close", "history_search"]);

const PLAN = { topic: "Search", issues: ["Which index?"], research_summary: "Compared three." };
const TASK = { title: "Build the index", context: "Follows issue 1." };

const project = process.argv[2];
if (project === undefined) compare();
else process.stdout.write(JSON.stringify(await costsIn(project)));

function compare(): void {
  const folder = mkdtempSync(join(tmpdir(), "nexus-bench-"));
  try {
    const [short, long] = [join(folder, "short"), join(folder, "long")];
    mkdirSync(short);
    const megabytes = Math.round(writeHistory(long, CYCLES) / 1e6);
    const runs = Array.from({ length: REPETITIONS }, () => [inOwnProcess(short), inOwnProcess(long)] as const);
    const [without, withLong] = [0, 1].map((which) => quietest(runs.map((run) => run[which] ?? [])));
    const rows = (without ?? []).map((cost, index) => {
      const grown = withLong?.[index] ?? cost;
      const isSame =
        grown.ms <= Math.max(cost.ms * NOISE, cost.ms + NOISE_MS) && grown.growthMb <= cost.growthMb + NOISE_MB;
      return { tool: cost.tool, without: cost, with: grown, ...(READING.has(cost.tool) ? {} : { met: isSame }) };
    });
    const machine = `${cpus().length} cores, Node ${process.version.replace("v", "")}`;
    process.stdout.write(
      `In-process with 0 and with ${CYCLES} archived cycles (${megabytes} MB) on ${machine}: median call, growth of memory\n\n`,
    );
    for (const { tool, without: one, with: other, met } of rows) {
      const cost = ({ ms, growthMb }: Cost) => `${ms.toFixed(2).padStart(9)} ms ${growthMb.toFixed(1).padStart(6)} MB`;
      const goal = met === undefined ? "" : `  goal: the same: ${met ? "met" : "NOT met"}`;
      process.stdout.write(`${tool.padEnd(18)}${cost(one)}  ${cost(other)}${goal}\n`);
    }
    const results = { machine, cycles: CYCLES, megabytes, rows };
    writeFileSync(join(packageRoot, "bench/results-history.json"), `${JSON.stringify(results, null, 2)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The fastest repetition of each tool, which the machine disturbed least. */
function quietest(runs: readonly (readonly Cost[])[]): readonly Cost[] {
  return (runs[0] ?? []).map(({ tool }, index) => {
    const costs = runs.flatMap((run) => run[index] ?? []);
    return {
      tool,
      ms: Math.min(...costs.map(({ ms }) => ms)),
      growthMb: Math.min(...costs.map(({ growthMb }) => growthMb)),
    };
  });
}

function inOwnProcess(folder: string): readonly Cost[] {
  rmSync(join(folder, ".nexus/state"), { recursive: true, force: true });
  const words = ["--import", "tsx", "--expose-gc", join(packageRoot, "bench/history.ts"), folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: packageRoot, encoding: "utf8" });
  if (status !== 0) throw new Error(`the bench of ${folder} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as readonly Cost[];
}

async function costsIn(root: string): Promise<readonly Cost[]> {
  const harness = createHarness({ root });
  const first = await cost("first plan_start", 1, () => harness.planStart(PLAN));
  await harness.taskAdd(TASK);
  return [
    first,
    await cost("plan_status", ROUNDS, () => harness.planStatus()),
    await cost("plan_update", ROUNDS, () => harness.planUpdate({ action: "edit", issue_id: 1, title: "Which?" })),
    await cost(
      "plan_decide",
      ROUNDS,
      () => harness.planDecide({ issue_id: 1, decision: "This." }),
      () => harness.planUpdate({ action: "reopen", issue_id: 1 }),
    ),
    await cost("task_add", ROUNDS, () => harness.taskAdd(TASK)),
    await cost("task_update", ROUNDS, () => harness.taskUpdate({ id: 1, status: "completed" })),
    await cost("task_list", ROUNDS, () => harness.taskList()),
    await cost("context", ROUNDS, () => harness.context()),
    await cost("artifact_write", ROUNDS, () => harness.artifactWrite({ filename: "a.md", content: "A" })),
    await cost("task_close", LONG_ROUNDS, () => harness.taskClose()),
    await cost(
      "plan_start",
      LONG_ROUNDS,
      () => harness.planStart(PLAN),
      () => harness.taskClose(),
    ),
    await cost("history_search", LONG_ROUNDS, () => harness.historySearch({ query: "nothing that is there" })),
  ];
}

async function cost(
  tool: string,
  rounds: number,
  call: () => Promise<unknown>,
  after: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Cost> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let highest = before;
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await call();
    times.push(performance.now() - started);
    highest = Math.max(highest, process.memoryUsage.rss());
    await after();
  }
  return { tool, ms: medianOf(times), growthMb: (highest - before) / 1e6 };
}

/** @returns bytes */
function writeHistory(root: string, cycles: number): number {
  mkdirSync(join(root, ".nexus"), { recursive: true });
  const path = join(root, ".nexus/history.json");
  const file = openSync(path, "w");
  const words = 'The decision follows from what was read and compared, with "quotes" in it.\n'.repeat(6);
  writeSync(file, '{\n  "cycles": [');
  for (let id = 1; id <= cycles; id += 1) {
    const created_at = "2026-01-01T00:00:00Z";
    const issues = [1, 2, 3, 4, 5].map((issue) => ({
      id: issue,
      title: `Issue ${issue}`,
      status: "decided",
      decision: words,
    }));
    const tasks = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((task) => ({
      id: task,
      title: `Task ${task}`,
      context: words,
      status: "completed",
      deps: task === 1 ? [] : [task - 1],
      created_at,
    }));
    const plan = { id, topic: `Topic ${id}`, issues, research_summary: words, created_at };
    const cycle = {
      schema_version: "0.11",
      completed_at: created_at,
      branch: "main",
      plan,
      tasks,
      goal: words,
      decisions: [],
    };
    writeSync(file, `${id === 1 ? "" : ","}\n    ${JSON.stringify(cycle, null, 2).replaceAll("\n", "\n    ")}`);
  }
  writeSync(file, "\n  ]\n}\n");
  closeSync(file);
  return statSync(path).size;
}
