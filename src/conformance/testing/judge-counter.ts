/** Judges an implementation of the counter. Returns a line for each failure. */

import { join } from "node:path";
import { packageRoot } from "../../base/package-root.js";
import { type ConformanceOptions, runConformance } from "../engine/run-conformance.js";
import { counterContract } from "./counter-contract.js";
import { LIMIT } from "./process-misdeeds.js";

/** Absolute path of a program that misbehaves on command. */
export const fakeProgram = (name: string): string => join(packageRoot, "test/adapters/fakes", name);

export async function judgeCounter(form: string, options: ConformanceOptions = {}) {
  // Of two cases at a time, one could wait on a clock that the other has stopped.
  const report = await runConformance(form, { contract: counterContract(), timeout: LIMIT, jobs: 1, ...options });
  const failures = report.cases.flatMap((each) =>
    each.failures.map(({ code, message }) => `${each.id.split("/").at(-1)}: ${code} ${message}`),
  );
  const { passed, errored } = report.summary.cases;
  return { verdict: report.verdict, passed, errored, failures };
}

/** The distinct texts of all failures, without the names of cases. */
export function textsOf({ failures }: { readonly failures: readonly string[] }): readonly string[] {
  return [...new Set(failures.map((text) => text.replace(/^\w+: /u, "")))];
}
