import type { ConcurrentStep } from "./case.js";
import { type Failure, failure } from "./failure.js";
import type { AnsweredCall } from "./observation.js";

/** Holds how many concurrent calls were accepted and refused against what the step expects. */
export function judgeOutcomes(
  { outcomes, calls }: ConcurrentStep,
  answered: readonly AnsweredCall[],
  step: number,
): readonly Failure[] {
  const errors = new Map<string, number>();
  for (const { answer } of answered) {
    if (answer.kind === "value") continue;
    const name = answer.refusal.code ?? answer.refusal.message;
    errors.set(name, (errors.get(name) ?? 0) + 1);
  }
  const refused = [...errors.values()].reduce((sum, count) => sum + count, 0);
  const ok = answered.length - refused;
  const problems = [
    problemOf("accepted", outcomes.ok?.({ found: true, value: ok })),
    problemOf("refused", outcomes.errors?.({ found: true, value: refused })),
    ...[...(outcomes.errorsByCode ?? [])].map(([code, match]) =>
      problemOf(code, match({ found: true, value: errors.get(code) ?? 0 })),
    ),
    ...(outcomes.errorsByCode === undefined
      ? []
      : [...errors.keys()]
          .filter((code) => !outcomes.errorsByCode?.has(code))
          .map((code) => `${code} was not expected`)),
  ].filter((problem) => problem !== undefined);
  const [problem] = problems;
  if (problem === undefined) return [];
  const actual = { ok, errors: Object.fromEntries(errors) };
  const params = { count: calls.length, ok, problem: problems.join("; ") };
  return [failure("NXC_CASE_OUTCOMES", params, { step, expected: outcomes.expected, actual })];
}

function problemOf(what: string, problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : `the number of ${what} is ${problem}`;
}
