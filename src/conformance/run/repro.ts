import type { Case } from "../fixture/case.js";
import type { RunPlan } from "./plan.js";

/** A command that runs one case alone, quoted for a POSIX shell. */
export function reproLine(testCase: Case, plan: RunPlan): string {
  const judged = [...plan.fixtures.flatMap((path) => ["--fixtures", path]), "--run", testCase.id];
  return `npx nexus-conformance run ${targetFlags(plan, judged)}`;
}

/**
 * The flags for contract and implementation, quoted for a POSIX shell.
 * @param judged flags that select what is judged; they go in between
 */
export function targetFlags(
  { contractForm, adapterForm }: Pick<RunPlan, "contractForm" | "adapterForm">,
  judged: readonly string[],
): string {
  const contract = contractForm === undefined ? [] : ["--contract", contractForm];
  return [...contract, ...judged, "--adapter", adapterForm].map(quote).join(" ");
}

/** Quotes a word for a POSIX shell, if needed. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
