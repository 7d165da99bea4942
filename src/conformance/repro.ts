import type { Case } from "./case.js";
import type { RunPlan } from "./plan.js";

/** A command line that runs one case alone, ready to be pasted into a POSIX shell. */
export function reproLine(testCase: Case, plan: RunPlan): string {
  const flags = [
    ...(plan.contractForm === undefined ? [] : ["--contract", plan.contractForm]),
    ...plan.fixtures.flatMap((path) => ["--fixtures", path]),
    "--run",
    testCase.id,
    "--adapter",
    plan.adapterForm,
  ];
  return `npx nexus-conformance run ${flags.map(quote).join(" ")}`;
}

/** The word as a POSIX shell takes it. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
