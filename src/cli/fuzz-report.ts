/** What `fuzz` says of its search, and the fixture that it writes. */

import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Failure } from "../conformance/failure.js";
import type { FuzzCounts, FuzzFinding, FuzzResult } from "../conformance/fuzz/fuzz.js";
import type { ModelCall } from "../conformance/fuzz/model.js";
import type { Move } from "../conformance/fuzz/move.js";
import type { RunPlan } from "../conformance/plan.js";
import { quote } from "../conformance/repro.js";
import { run } from "../conformance/run.js";
import { NexusError } from "../errors.js";
import { checkWritable, writeText } from "../write-text.js";

/** How often a case is tried that need not come to the same every time. */
const TRIES = 10;

/**
 * Makes sure that a difference could be written: a search may take long.
 * @throws NexusError NXC_FUZZ_EXISTS for a file that is not an earlier finding of the same seed, NXC_FILE_UNWRITABLE
 */
export function checkTarget(out: string, cwd: string, seed: number): void {
  const path = resolve(cwd, out);
  checkWritable(path, "fixture", out);
  if (!existsSync(path)) return;
  try {
    const written = JSON.parse(readFileSync(path, "utf8")) as readonly { readonly test_id?: unknown }[];
    if (Array.isArray(written) && written.length === 1 && written[0]?.test_id === `fuzz_${seed}`) return;
  } catch {
    // Whatever it is, it is not ours.
  }
  throw NexusError.of("NXC_FUZZ_EXISTS", {}, out);
}

/** @throws NexusError NXC_FILE_UNWRITABLE */
export function writeFinding(out: string, { fixture }: FuzzFinding, cwd: string): void {
  writeText(resolve(cwd, out), `${JSON.stringify([fixture], null, 2)}\n`, "fixture", out);
}

/**
 * Whether the implementation fails the fixture that was written when it is run alone.
 * @param planAlone a run of that fixture
 */
export async function failsAlone({ moves }: FuzzFinding, planAlone: () => Promise<RunPlan>): Promise<boolean> {
  const depends = moves.some(({ kind }) => kind === "concurrent" || kind === "restart");
  for (let left = depends ? TRIES : 1; left > 0; left -= 1) {
    for await (const event of run(await planAlone())) {
      if (event.type === "case-finished" && event.result.status !== "passed") return true;
    }
  }
  return false;
}

/** One line for a search that found nothing. */
export function summaryOf({ counts }: FuzzResult): string {
  return `No difference in ${count(counts.commands, "command")}: ${wordsOf(counts)}.`;
}

function wordsOf({ sequences, calls, refused, atOnce, edits, restarts, crashes }: FuzzCounts): string {
  const ended =
    restarts === undefined || crashes === undefined
      ? "no crashes, since the implementation cannot be killed"
      : `${count(restarts, "restart")}, ${count(crashes, "crash", "crashes")} in mid-call`;
  return [
    count(sequences, "sequence"),
    `${count(calls, "answered call")}, ${refused.toLocaleString("en")} of them refused and ${atOnce.toLocaleString("en")} made at the same time as others`,
    `${count(edits, "edit")} of files by others`,
    ended,
  ].join("; ");
}

function count(amount: number, one: string, many = `${one}s`): string {
  return `${amount.toLocaleString("en")} ${amount === 1 ? one : many}`;
}

export interface Told {
  readonly plan: RunPlan;
  readonly seed: number;
  readonly runs: number;
  readonly out: string;
  /** Whether the fixture shows the difference when it is run alone. */
  readonly isShown: boolean;
}

/** The sequence, what came of its last step, and how to see it again. */
export function linesOf({ counts }: FuzzResult, finding: FuzzFinding, told: Told): readonly string[] {
  const { moves, failures, foundIn, thrown } = finding;
  const { plan, seed, runs, out, isShown } = told;
  const what = thrown !== undefined ? "The implementation failed" : "A difference";
  const common = [
    ...(plan.contractForm === undefined ? [] : ["--contract", plan.contractForm]),
    "--adapter",
    plan.adapterForm,
  ]
    .map(quote)
    .join(" ");
  const alone = isShown
    ? `${out} holds it as a fixture, which fails when it is run alone:`
    : `${out} holds it as a fixture, which passed when it was run alone: the difference depends on the moment.`;
  return [
    `${what} after ${count(counts.commands, "command")}, in a sequence of ${count(foundIn, "step")} shrunk to ${moves.length}:`,
    "",
    ...moves.map((move, index) => `  ${String(index + 1).padStart(2)}  ${shown(move)}`),
    "",
    ...failures.slice(0, 5).flatMap(linesOfFailure),
    ...(failures.length > 5 ? [`  and ${failures.length - 5} more`] : []),
    "",
    alone,
    `  npx nexus-conformance run --fixtures ${quote(out)} ${common}`,
    "The whole search again:",
    `  npx nexus-conformance fuzz --seed ${seed} --runs ${runs} ${common}`,
  ];
}

function linesOfFailure({ message, expected, actual }: Failure): readonly string[] {
  const hasValues = expected !== undefined || actual !== undefined;
  return [
    `  ${message}`,
    ...(hasValues ? [`    the model expects  ${json(expected)}`, `    the implementation ${json(actual)}`] : []),
  ];
}

const LINE_LIMIT = 300;

function json(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > LINE_LIMIT ? `${text.slice(0, LINE_LIMIT)}…` : text;
}

function shown(move: Move): string {
  switch (move.kind) {
    case "call":
      return shownCall(move.call);
    case "concurrent":
      return `at the same time: ${move.calls.map(shownCall).join("  and  ")}`;
    case "edit":
      return "write_files" in move.edit
        ? `somebody writes ${json(move.edit.write_files)}`
        : `somebody deletes ${move.edit.delete_files.join(", ")}`;
    case "restart":
      return move.during === undefined
        ? `restart with ${move.signal}`
        : `${move.signal} during ${shownCall(move.during)}`;
  }
}

function shownCall(call: ModelCall): string {
  const name = "tool" in call ? call.tool : `event ${call.event}`;
  return `${call.as === undefined ? "" : `${call.as}: `}${name} ${json(call.params)}`;
}
