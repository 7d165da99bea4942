import type { Case } from "../fixture/case.js";
import type { RunPlan } from "./plan.js";

/** A command line that runs one case alone, ready to be pasted into a POSIX shell. */
export function reproLine(testCase: Case, plan: RunPlan): string {
  const judged = [...plan.fixtures.flatMap((path) => ["--fixtures", path]), "--run", testCase.id];
  return `npx nexus-conformance run ${targetFlags(plan, judged)}`;
}

/**
 * The flags that name contract and implementation, as a POSIX shell takes them.
 * @param judged flags that say what is judged, which stand in between
 */
export function targetFlags(
  { contractForm, adapterForm }: Pick<RunPlan, "contractForm" | "adapterForm">,
  judged: readonly string[],
): string {
  const contract = contractForm === undefined ? [] : ["--contract", contractForm];
  return [...contract, ...judged, "--adapter", adapterForm].map(quote).join(" ");
}

/** The word as a POSIX shell takes it. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
