/** Holds what a run has left against the checks of its scenario. A judge's checks stay open. */

import { compileGlob } from "../../src/glob.js";
import { callProblem } from "./check-calls.js";
import { fieldsProblem, lookUp, valueProblem } from "./check-value.js";
import type { Outcome } from "./run-once.js";
import { type Check, checksOf, type ParseCheck, type Scenario, type StateCheck } from "./scenario.js";

export interface CheckResult {
  readonly name: string;
  /** `open` waits for a judge. */
  readonly result: "passed" | "failed" | "open";
  /** What was found instead. */
  readonly why?: string;
  /** For a judge: the question, and the answer that is wanted. */
  readonly question?: string;
  readonly wanted?: boolean;
}

/** One result for each check, in the order of the data. */
export function checkOutcome(scenario: Scenario, outcome: Outcome): readonly CheckResult[] {
  return checksOf(scenario).map(({ check, wanted }) => {
    if (check.check === "judge") return { name: check.name, result: "open", question: check.question, wanted };
    const lost = lostCause(check, outcome);
    const problem = lost ?? problemOf(check, outcome, wanted);
    if (lost === undefined && (problem === undefined) === wanted) return { name: check.name, result: "passed" };
    return { name: check.name, result: "failed", why: problem ?? "it holds, and must not" };
  });
}

/** Why nothing can be looked at. A run that did not end, or tells nothing, has not kept away from anything either. */
function lostCause({ check }: Check, { isCut, report }: Outcome): string | undefined {
  if (isCut) return "the run was stopped before its last message";
  return check === "parse" && report.block === undefined ? (report.problem ?? "there is no block") : undefined;
}

/** Why a check does not hold; nothing when it does. */
function problemOf(check: Exclude<Check, { check: "judge" }>, outcome: Outcome, wanted: boolean): string | undefined {
  switch (check.check) {
    case "parse":
      return parseProblem(check, outcome);
    case "state":
      return stateProblem(check, outcome, wanted);
    case "regex":
      return new RegExp(check.pattern, "iu").test(outcome.report.prose)
        ? undefined
        : `no prose of the form ${check.pattern}`;
  }
}

function parseProblem(check: ParseCheck, { report, breaches }: Outcome): string | undefined {
  if (check.invariants !== undefined) return breaches(check.invariants)[0];
  const { at = "" } = check;
  const found = lookUp(report.block, at);
  if (check.mentions !== undefined) {
    const text = found.found ? JSON.stringify(found.value) : "";
    return new RegExp(check.mentions, "iu").test(text)
      ? undefined
      : `${at || "the block"} mentions no ${check.mentions}`;
  }
  const items = found.found && Array.isArray(found.value) ? (found.value as readonly unknown[]) : [];
  const { some, every } = check;
  if (some !== undefined)
    return items.some((item) => fieldsProblem(some, item) === undefined)
      ? undefined
      : `${at} has no item with ${JSON.stringify(some)}: ${shortOf(items)}`;
  if (every !== undefined) {
    if (items.length === 0) return `${at} is empty`;
    const problem = items.map((item) => fieldsProblem(every, item)).find((each) => each !== undefined);
    return problem === undefined ? undefined : `${at}: ${problem}`;
  }
  const problem = valueProblem(check.is, found);
  return problem === undefined ? undefined : `${at}: ${problem}, in ${shortOf(found.found ? found.value : undefined)}`;
}

function stateProblem(check: StateCheck, outcome: Outcome, wanted: boolean): string | undefined {
  const { before, after, changed, calls } = outcome;
  if (check.files !== undefined) return changed.length > 0 ? `${changed.join(", ")} changed` : undefined;
  if (check.changed_within !== undefined) {
    const globs = check.changed_within.map(compileGlob);
    const outside = changed.filter((path) => !globs.some((isNamed) => isNamed(path)));
    return outside.length > 0 ? `${outside.join(", ")} changed` : undefined;
  }
  if (check.called !== undefined) return callProblem(check, check.called, calls, wanted);
  const { file = "" } = check;
  const text = after.get(file);
  if (check.is === "absent") return text === undefined ? undefined : `${file} is there`;
  if (check.is === "present") return text === undefined ? `${file} is not there` : undefined;
  if (check.is === "unchanged") return text === before.get(file) ? undefined : `${file} changed`;
  if (check.is === "changed") return text === before.get(file) ? `${file} did not change` : undefined;
  if (text === undefined) return `${file} is not there`;
  if (check.contains !== undefined && !text.includes(check.contains)) return `${file} lacks "${check.contains}"`;
  if (check.matches !== undefined && !new RegExp(check.matches, "iu").test(text))
    return `${file} has no text of the form ${check.matches}`;
  if (check.lacks !== undefined && text.includes(check.lacks)) return `${file} holds "${check.lacks}"`;
  if (check.at === undefined) return undefined;
  const problem = valueProblem(check.value, lookUp(orNothing(text), check.at));
  return problem === undefined ? undefined : `${file} at ${check.at}: ${problem}`;
}

function shortOf(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

function orNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
