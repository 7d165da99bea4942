import type { Case } from "../fixture/case.js";
import { IN_PROCESS, type RunPlan } from "./plan.js";

/** The id of the case in which random calls show a violation. */
export const RANDOM_CALLS = "random_calls";

/** A command that runs one case alone, quoted for a POSIX shell. */
export function reproLine(testCase: Case, plan: RunPlan): string {
  if (testCase.id === RANDOM_CALLS) return `npx nexus-conformance run ${targetFlags(plan, explorationFlags(plan))}`;
  const judged = [...plan.fixtures.flatMap((path) => ["--fixtures", path]), "--run", testCase.id, ...seedFlags(plan)];
  return `npx nexus-conformance run ${targetFlags(plan, judged)}`;
}

/** Random calls follow the cases, so only the whole run makes the same ones again. */
function explorationFlags({ profile, explore, seed }: RunPlan): readonly string[] {
  return ["--profile", profile, "--explore", String(explore), "--seed", String(explorationSeed({ seed }))];
}

/** A command that shows the first difference of the random calls. Undefined for an adapter that only a program can pass. */
export function fuzzLine(plan: RunPlan): string | undefined {
  const { adapterForm, profile, explore } = plan;
  if (adapterForm === IN_PROCESS) return undefined;
  const flags = ["--profile", profile, "--runs", String(explore), "--seed", String(explorationSeed(plan))];
  return `npx nexus-conformance fuzz ${targetFlags(plan, flags)}`;
}

/** The seed of the random calls. Where the texts of the cases are as written, it is always the same. */
export function explorationSeed({ seed = 1 }: Pick<RunPlan, "seed">): number {
  return seed;
}

/** Another seed would draw other texts. */
function seedFlags({ seed }: Pick<RunPlan, "seed">): readonly string[] {
  return seed === undefined ? [] : ["--seed", String(seed)];
}

/**
 * The flags for contract and implementation, quoted for a POSIX shell.
 * @param judged flags that select what is judged; they go in between
 */
export function targetFlags(
  { contractForm, adapterForm, isInProcess }: Pick<RunPlan, "contractForm" | "adapterForm" | "isInProcess">,
  judged: readonly string[],
): string {
  const contract = contractForm === undefined ? [] : ["--contract", contractForm];
  const here = isInProcess && adapterForm !== IN_PROCESS ? ["--in-process"] : [];
  return [...contract, ...judged, "--adapter", adapterForm, ...here].map(quote).join(" ");
}

/** Quotes a word for a POSIX shell, if needed. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** How the implementation is reached, for reports. */
export function reachedBy({ adapterForm, isInProcess }: Pick<RunPlan, "adapterForm" | "isInProcess">): string {
  return isInProcess && adapterForm !== IN_PROCESS ? `${adapterForm} ${IN_PROCESS}` : adapterForm;
}
