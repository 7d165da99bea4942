/**
 * Finds failures that have the same cause as a simpler one. A tool that stores a wrong status fails every case that looks at
 * the status, whatever the case is about. Only the requirement of the simplest of these cases is violated. The others cannot
 * be judged until that fault is mended. In the same way, an assertion about a value or a file explains what the oracles find
 * there in all other cases, unexpected refusals in the same words are one fault, and a requirement that rests on a violated
 * one cannot be judged.
 */

import { parsePath } from "../../base/json-path.js";
import type { Contract } from "../contract/contract.js";
import { type Case, callsOf } from "../fixture/case.js";
import { isAboutValue, OF_FILES, saysWhy } from "../judge/attribute.js";
import { blockFailures, type Explanation } from "../judge/block-failures.js";
import type { CaseResult } from "../judge/result.js";
import { isOutside } from "../notation/file-path.js";
import type { Failure } from "../oracles/failure.js";
import { callName } from "../stage/observation.js";
import { breadthIn } from "./breadth.js";
import { refusalCauses } from "./refusal-causes.js";

/** Failures that have a place in an answer or a file. */
const PLACED: ReadonlySet<string> = new Set(["NXC_CASE_RETURN", "NXC_CASE_STATE", "NXC_CASE_FILE"]);

/** Failures without a place in a value. */
const UNPLACED: ReadonlySet<string> = new Set(["NXC_ORACLE_TREE", "NXC_CASE_MISSING_ERROR"]);

/** What an implementation may leave out explains no fault. */
const OPTIONAL: ReadonlySet<string> = new Set(["MAY", "INFO"]);

interface Finding {
  readonly failure: Failure;
  readonly requirement: string;
  readonly result: CaseResult;
  /** The operation of the step that fails. */
  readonly operation: string;
  /** The operations up to that step. */
  readonly before: ReadonlySet<string>;
  /** The file, or the operation whose answer it is. */
  readonly container: string;
  /** The names on the path, without indices. */
  readonly names: readonly string[];
  /** Whether it is the first call of the case. */
  readonly isFirstCall: boolean;
  /** Whether the step expects a refusal. What changes there has nothing to do with calls that are accepted. */
  readonly isRefused: boolean;
  /** Smaller is simpler: whether the requirement is about the operation, how many operations its cases call, and calls. */
  readonly rank: readonly number[];
}

/**
 * The results, in which failures that follow from a simpler one are blocked by its requirement.
 * @param cases all cases of the contract, so that the verdict on a case does not depend on what else was selected
 */
export function withCauses(
  results: readonly CaseResult[],
  contract: Pick<Contract, "requirements" | "foundations" | "refusalFoundations">,
  cases: () => readonly Case[],
): readonly CaseResult[] {
  if (results.every(({ failures }) => failures.length === 0)) return results;
  const breadth = breadthIn(cases());
  const [order, foundations] = [[...contract.requirements.keys()], contract.foundations()];
  const isBinding = (id: string) => !OPTIONAL.has(contract.requirements.get(id)?.level ?? "");
  const all = results
    .flatMap((result) => result.failures.flatMap((failure) => findingOf(failure, result, breadth, order)))
    .sort((a, b) => compareRanks(a.rank, b.rank));
  const isAssertion = ({ failure: { code } }: Finding) => PLACED.has(code);
  const assertions = all.filter(isAssertion);
  const ofRepeats = foundationsOfRepeats(results, foundations);
  const answersFirst = (cause: Finding, { requirement, operation, failure }: Finding) =>
    cause.isFirstCall && cause.operation === operation && failure.file === undefined && ofRepeats.has(requirement);
  const causes: Finding[] = [];
  const explained = new Map<Failure, Explanation>();
  for (const finding of assertions.filter(({ isRefused }) => !isRefused)) {
    const cause = causes.find(
      (each) =>
        isBinding(each.requirement) &&
        isCauseOf(each, finding) &&
        (foundations.get(each.requirement)?.includes(finding.requirement) !== true || answersFirst(each, finding)),
    );
    if (cause === undefined) causes.push(finding);
    else explained.set(finding.failure, { by: cause.requirement });
  }
  for (const finding of all.filter((each) => !isAssertion(each))) {
    const cause = isMissingRefusal(finding)
      ? all.find((each) => explainsAcceptance(each, finding))
      : assertions.find((each) => !explained.has(each.failure) && explainsOracle(each, finding));
    if (cause !== undefined) explained.set(finding.failure, { by: cause.requirement });
  }
  const demandsRefusal = (id: string) => contract.requirements.get(id)?.refusal !== undefined;
  const ofRefusals = refusalCauses(results, order.filter(isBinding), contract.refusalFoundations(), demandsRefusal);
  for (const [failure, by] of ofRefusals) explained.set(failure, { by });
  for (const [failure, foundation] of withoutFoundation(results, explained, foundations, { isBinding, ofRepeats })) {
    explained.set(failure, { by: foundation });
  }
  return explained.size === 0 ? results : results.map((result) => blockFailures(result, explained));
}

/**
 * Requirements that most of the contract rests on, and that fail in this run only when an operation is called a second time,
 * because a plan is kept in memory or a token is refused when it is used again. They do not explain why the first call of a
 * case fails.
 */
function foundationsOfRepeats(
  results: readonly CaseResult[],
  foundations: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const failing = new Set<string>();
  const atOnce = new Set<string>();
  for (const result of results) {
    for (const failure of result.failures) {
      const { requirement = "" } = failure;
      const calls = callsUntil(failure, result).map(callName);
      failing.add(requirement);
      if (calls.indexOf(calls.at(-1) ?? "") === calls.length - 1) atOnce.add(requirement);
    }
  }
  const isUnderMost = (id: string) =>
    [...foundations.values()].filter((each) => each.includes(id)).length > foundations.size / 2;
  return new Set([...failing].filter((id) => !atOnce.has(id) && isUnderMost(id)));
}

/**
 * The failures of requirements that rest on one that is violated, with the one that is violated. A file that is touched
 * outside of the workspace, or a secret that is told, is harm whatever else is wrong.
 */
function withoutFoundation(
  results: readonly CaseResult[],
  explained: ReadonlyMap<Failure, Explanation>,
  foundations: ReadonlyMap<string, readonly string[]>,
  { isBinding, ofRepeats }: { readonly isBinding: (id: string) => boolean; readonly ofRepeats: ReadonlySet<string> },
): readonly (readonly [Failure, string])[] {
  const left = results.flatMap((result) =>
    result.failures.flatMap((failure) =>
      explained.has(failure) ? [] : [{ failure, isFirstCall: callsUntil(failure, result).length === 1 }],
    ),
  );
  const isHarm = ({ code, file = "" }: Failure) => code === "NXC_CASE_REVEALS" || isOutside(file);
  const violated = new Set(left.flatMap(({ failure: { requirement: id = "" } }) => (isBinding(id) ? [id] : [])));
  // One that rests on another is blocked as well, and so explains nothing.
  const rests = (id: string) => foundations.get(id)?.some((other) => violated.has(other)) === true;
  return left.flatMap(({ failure, isFirstCall }) => {
    const foundation = foundations
      .get(failure.requirement ?? "")
      ?.findLast((id) => violated.has(id) && !rests(id) && !(isFirstCall && ofRepeats.has(id)));
    return foundation === undefined || isHarm(failure) ? [] : [[failure, foundation] as const];
  });
}

/** The calls of a case up to the step that fails. */
function callsUntil({ step }: Failure, { case: { steps } }: CaseResult) {
  return steps.slice(0, step + 1).flatMap(callsOf);
}

function findingOf(
  failure: Failure,
  result: CaseResult,
  breadth: (requirement: string) => number,
  order: readonly string[],
): readonly Finding[] {
  const { requirement, step, file, path, code } = failure;
  const calls = callsUntil(failure, result);
  const last = calls.at(-1);
  if (requirement === undefined || last === undefined) return [];
  if (!PLACED.has(code) && !isAboutValue(failure) && !UNPLACED.has(code)) return [];
  const operation = callName(last);
  return [
    {
      failure,
      requirement,
      result,
      operation,
      before: new Set(calls.map(callName)),
      container: file ?? operation,
      names: path === undefined ? [] : namesIn(path),
      isFirstCall: calls.length === 1,
      isRefused: (result.case.steps[step]?.expect.errors.length ?? 0) > 0,
      rank: [
        requirement.split(".")[1] === operation.replace(/^event /u, "") ? 0 : 1,
        breadth(requirement),
        calls.length,
        order.indexOf(requirement),
      ],
    },
  ];
}

/** The length of a list is a property of the list. */
function namesIn(path: string): readonly string[] {
  const names = parsePath(path, path).segments.filter((segment) => typeof segment === "string");
  return names.at(-1) === "length" ? names.slice(0, -1) : names;
}

function compareRanks(a: Finding["rank"], b: Finding["rank"]): number {
  return a.map((value, index) => value - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

function isCauseOf(cause: Finding, finding: Finding): boolean {
  if (cause.requirement === finding.requirement || !finding.before.has(cause.operation)) return false;
  if (cause.result === finding.result && cause.failure.step === finding.failure.step) return false;
  const isWithin =
    cause.container === finding.container && cause.names.every((name, index) => finding.names[index] === name);
  return isWithin || tail(cause) === tail(finding);
}

function isMissingRefusal({ failure: { code } }: Finding): boolean {
  return code === "NXC_CASE_MISSING_ERROR";
}

/** A requirement about the text of refusals is not violated by a call that another requirement says is refused. */
function explainsAcceptance(cause: Finding, finding: Finding): boolean {
  if (!isMissingRefusal(cause) || cause.requirement === finding.requirement) return false;
  return cause.operation === finding.operation && !isAboutText(cause) && isAboutText(finding);
}

function isAboutText({ result, failure: { step }, requirement }: Finding): boolean {
  const { about, steps } = result.case;
  const asserted = steps[step]?.expect.errors.filter((error) => (error.requirement ?? about) === requirement) ?? [];
  return asserted.some(({ message, contains, mentions }) => (message ?? contains ?? mentions) !== undefined);
}

/**
 * Whether an assertion fails at the place about which an oracle complains. That a call touches a file is explained by an
 * assertion about the whole file, or about a part of it in the same case or after the same operation.
 */
function explainsOracle(assertion: Finding, finding: Finding): boolean {
  const { container, names, operation, failure } = assertion;
  if (container !== finding.container || assertion.requirement === finding.requirement) return false;
  if (finding.failure.code === "NXC_ORACLE_TREE") {
    const isNear = operation === finding.operation || assertion.result === finding.result;
    return OF_FILES.has(failure.code) && (isNear || names.length === 0);
  }
  if (!saysWhy(failure, finding.failure)) return false;
  return names.length === finding.names.length && names.every((name, index) => name === finding.names[index]);
}

/** A value that moves into another file keeps the last two names of its path, such as `issues.status`. */
function tail({ container, names }: Finding): string {
  const stem = container.split("/").at(-1)?.split(".")[0] ?? "";
  return [stem, ...names]
    .slice(-2)
    .map((name) => name.replace(/s$/u, ""))
    .join(".");
}
