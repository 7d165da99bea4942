/** What `fuzz` tells about its search, and the fixture that it writes. The caller makes the lines safe to print. */

import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { definedOnly } from "../../base/defined-only.js";
import { NexusError } from "../../base/errors.js";
import { checkWritable, writeText } from "../../base/write-text.js";
import type { Found, FuzzCounts, FuzzFinding } from "../../conformance/fuzz/fuzz.js";
import type { ModelCall } from "../../conformance/fuzz/model.js";
import type { Move } from "../../conformance/fuzz/move.js";
import type { Failure } from "../../conformance/oracles/failure.js";
import { comparedValues, implementationOf, printed } from "../../conformance/reporters/wording.js";
import type { RunPlan } from "../../conformance/run/plan.js";
import { targetFlags } from "../../conformance/run/repro.js";
import type { FixtureCase } from "../../generated/fixture.js";

/**
 * Checks that a fixture can be written, before a search that may take long.
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
    // Not a fixture of ours, so it must not be overwritten.
  }
  throw NexusError.of("NXC_FUZZ_EXISTS", {}, out);
}

/** @throws NexusError NXC_FILE_UNWRITABLE */
export function writeFixture(out: string, fixture: FixtureCase, cwd: string): void {
  writeText(resolve(cwd, out), `${JSON.stringify([fixture], null, 2)}\n`, "fixture", out);
}

/** Which implementation is compared with which contract. */
export function headOf({ contract, adapter: { name, version } }: RunPlan, seed: number): string {
  const implementation = definedOnly({ name, version });
  return `${contract.id} ${contract.version}  ${implementationOf({ implementation })}  seed ${seed}`;
}

/** One line for a search that found nothing. */
export function summaryOf(counts: FuzzCounts): string {
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

/** The sequence, and the result of its last step. */
export function differenceLines({ moves, failures, foundIn, thrown }: Found, counts: FuzzCounts): readonly string[] {
  const what = thrown !== undefined ? "The implementation failed" : "A difference";
  const where =
    moves.length === 0 ? "as it was opened" : `in a sequence of ${count(foundIn, "step")} shrunk to ${moves.length}`;
  return [
    `${what} after ${count(counts.commands, "command")}, ${where}:`,
    "",
    ...moves.map((move, index) => `  ${String(index + 1).padStart(2)}  ${shown(move)}`),
    ...(moves.length === 0 ? [] : [""]),
    ...failures.slice(0, 5).flatMap(linesOfFailure),
    ...(failures.length > 5 ? [`  and ${failures.length - 5} more`] : []),
    "",
  ];
}

/** The options of a search, for the line that repeats it. */
export interface Asked {
  readonly plan: RunPlan;
  readonly seed: number;
  readonly runs: number;
  readonly out: string;
  /** Other flags of the search that the fixture needs too. */
  readonly flags: readonly string[];
}

/** The commands that show the difference again. */
export function againLines({ withoutFixture, alone }: FuzzFinding, asked: Asked): readonly string[] {
  const { plan, seed, runs, out, flags } = asked;
  const held =
    alone !== undefined
      ? `${out} holds it as a fixture, which fails when it is run alone:`
      : `${out} holds it as a fixture, which passed when it was run alone: the difference depends on the moment.`;
  const fixture =
    withoutFixture === undefined
      ? [held, `  npx nexus-conformance run ${targetFlags(plan, ["--fixtures", out, ...flags])}`]
      : [`No fixture holds it: ${withoutFixture}.`];
  const search = ["--seed", String(seed), "--runs", String(runs), ...flags];
  return [...fixture, "The whole search again:", `  npx nexus-conformance fuzz ${targetFlags(plan, search)}`];
}

const LABELS = { expected: "the model expects ", actual: "the implementation" } as const;

/** The longest value that is printed. */
const VALUE_LIMIT = 300;

function linesOfFailure(failure: Failure): readonly string[] {
  return [
    `  ${failure.message}`,
    ...comparedValues(failure).map(([label, value]) => `    ${LABELS[label]} ${printed(value, VALUE_LIMIT)}`),
  ];
}

function shown(move: Move): string {
  switch (move.kind) {
    case "call":
      return shownCall(move.call);
    case "concurrent":
      return `at the same time: ${move.calls.map(shownCall).join("  and  ")}`;
    case "edit":
      return "write_files" in move.edit
        ? `another program writes ${printed(move.edit.write_files, VALUE_LIMIT)}`
        : `another program deletes ${move.edit.delete_files.join(", ")}`;
    case "restart":
      return move.during === undefined
        ? `restart with ${move.signal}`
        : `${move.signal} during ${shownCall(move.during)}`;
  }
}

function shownCall(call: ModelCall): string {
  const name = "tool" in call ? call.tool : `event ${call.event}`;
  return `${call.as === undefined ? "" : `${call.as}: `}${name} ${printed(call.params, VALUE_LIMIT)}`;
}
