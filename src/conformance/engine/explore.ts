/** Ends a run with random calls that the model judges, so that knowing the fixtures by heart is not enough to conform. */

import { definedOnly } from "../../base/defined-only.js";
import { NexusError } from "../../base/errors.js";
import type { Exploration } from "../../generated/report.js";
import { isOption } from "../contract/level.js";
import { convictedBy } from "../fuzz/convicted.js";
import { search } from "../fuzz/fuzz.js";
import { callsIn, type Move } from "../fuzz/move.js";
import type { CaseResult } from "../judge/result.js";
import type { RunPlan } from "../run/plan.js";
import { explorationSeed, fuzzLine, RANDOM_CALLS } from "../run/repro.js";

export interface Explored {
  readonly exploration: Exploration;
  /** A case that shows a violation. */
  readonly found?: CaseResult;
}

/** Whether an edit follows a call, so that an implementation that keeps files in memory could show the difference as well. */
function mayBeStale(moves: readonly Move[]): boolean {
  return moves.findIndex((move) => callsIn(move).length > 0) < moves.findLastIndex(({ kind }) => kind === "edit");
}

/**
 * Looks for a difference that violates a requirement in scope, and returns it as a case. It leaves the adapter open.
 * @param isKnown whether a requirement is violated already
 */
export async function explore(plan: RunPlan, isKnown: (requirement: string) => boolean): Promise<Explored> {
  const seed = explorationSeed(plan);
  const inScope = new Map(plan.requirements.map((requirement) => [requirement.id, requirement]));
  const isSought = (id: string) => inScope.has(id) && !isOption(inScope.get(id)?.level) && !isKnown(id);
  try {
    // A trace shows the calls, which no fixture file does.
    const { counts, finding } = await search(
      { ...plan, trace: true },
      {
        runs: plan.explore,
        seed,
        caseId: RANDOM_CALLS,
        convicts: (difference, model) => {
          const requirement = convictedBy(difference, model);
          return requirement !== undefined && isSought(requirement) ? requirement : undefined;
        },
      },
    );
    const { commands, sequences, unsought } = counts;
    const found = finding === undefined || mayBeStale(finding.moves) ? undefined : finding.alone;
    const unexplained = unsought + (finding !== undefined && found === undefined ? 1 : 0);
    const repro = unexplained === 0 ? undefined : fuzzLine(plan);
    const exploration = { seed, commands, sequences, unexplained, ...definedOnly({ repro }) };
    if (found === undefined) return { exploration };
    return { exploration: { ...exploration, fixture: finding?.fixture as object }, found };
  } catch (thrown) {
    return notExplored(plan, NexusError.from(thrown).message);
  }
}

/** @param problem why there were no random calls */
export function notExplored(plan: RunPlan, problem: string): Explored {
  return { exploration: { seed: explorationSeed(plan), commands: 0, sequences: 0, unexplained: 0, problem } };
}
