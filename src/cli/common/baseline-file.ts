/** `--update-baseline`: edits the file and tells what changed. */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { ExitCode } from "../../base/errors.js";
import { readText } from "../../base/read-text.js";
import { visibleLines } from "../../base/visible-text.js";
import { writeText } from "../../base/write-text.js";
import { applyBaseline } from "../../conformance/baseline/apply-baseline.js";
import { dayOf, parseBaseline } from "../../conformance/baseline/baseline.js";
import { NEW_BASELINE, updateBaseline } from "../../conformance/baseline/update-baseline.js";
import type { CaseResult } from "../../conformance/judge/result.js";
import { exitCodeOf } from "../../conformance/run/outcome.js";
import type { RunPlan } from "../../conformance/run/plan.js";
import { buildReport } from "../../conformance/run/report.js";
import type { Context } from "../frame/command.js";

/**
 * Writes the results of a run into the baseline.
 * @param file as the user named it; a missing file is made
 * @returns the exit code of the run under the new baseline
 * @throws NexusError NXC_BASELINE_INVALID or NXC_FILE_UNWRITABLE
 */
export function writeBaseline(file: string, plan: RunPlan, results: readonly CaseResult[], context: Context): ExitCode {
  const before = exitCodeOf(buildReport(plan, results));
  // A run that could not judge says nothing about which cases fail.
  if (before > 1) return before;
  const path = resolve(context.cwd, file);
  const today = dayOf(new Date());
  const text = existsSync(path) ? readText(path, "baseline", file) : NEW_BASELINE;
  const update = updateBaseline(text, plan.baseline ?? parseBaseline(text, file, today), results);
  if (update.added.length + update.dropped.length > 0) {
    writeText(path, update.text, "baseline", file);
  }
  context.stderr(visibleLines([`${file}: ${update.added.length} added, ${update.dropped.length} dropped`]));
  const baseline = parseBaseline(update.text, file, today);
  const judgedAnew = results.map((result) => applyBaseline(result, baseline));
  return exitCodeOf(buildReport({ ...plan, baseline }, judgedAnew));
}
