/**
 * `npm run bench:start`: measures the CPU seconds of short commands, as built, in turns with a Node that does nothing. The
 * best of ten rounds counts, and the goals are multiples of the bare Node, because a busy machine slows both.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { packageRoot } from "../src/base/package-root.js";

const ROUNDS = 10;
const BIN = join(packageRoot, "bin/nexus-conformance.js");
const ADAPTER = `module:${join(packageRoot, "packages/harness/dist/adapter.js")}`;

/** On the machine that the goals were set on, Node takes 0.06 s: help may take 0.18 s, `list` 0.45 s, and one case 0.6 s. */
const COMMANDS = [
  { what: "node", words: ["-e", "0"], goal: 1 },
  { what: "--help", words: [BIN, "--help"], goal: 3 },
  { what: "run --help", words: [BIN, "run", "--help"], goal: 3 },
  { what: "list", words: [BIN, "list"], goal: 7.5 },
  {
    what: "run one case",
    words: [BIN, "run", "--adapter", ADAPTER, "--run", "task_add_creates_the_first_task"],
    goal: 10,
  },
];

const best = COMMANDS.map(() => Number.POSITIVE_INFINITY);
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [index, { words }] of COMMANDS.entries()) {
    best[index] = Math.min(best[index] ?? 0, cpuSeconds(words));
  }
}

const [bare = 0] = best;
for (const [index, { what, goal }] of COMMANDS.entries()) {
  const seconds = best[index] ?? 0;
  const times = seconds / bare;
  const verdict = index === 0 ? "" : `  goal: ${goal} times: ${times <= goal ? "met" : "NOT met"}`;
  process.stdout.write(
    `${what.padEnd(14)} ${seconds.toFixed(2)} s  ${times.toFixed(1).padStart(5)} times node${verdict}\n`,
  );
}

/** User and system time of a command. Node does not tell them for its children, but every shell does. */
function cpuSeconds(words: readonly string[]): number {
  const script = '"$0" "$@" > /dev/null || exit; times';
  const { status, stdout, stderr } = spawnSync("sh", ["-c", script, process.execPath, ...words], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${words.join(" ")} ended with ${status}: ${stderr}`);
  const [, children = ""] = stdout.trim().split("\n");
  return [...children.matchAll(/(\d+)m([\d.]+)s/gu)].reduce((sum, [, m, s]) => sum + 60 * Number(m) + Number(s), 0);
}
