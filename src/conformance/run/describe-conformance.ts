/** Runs the kit in a test runner with `describe` and `it`, such as Vitest, Jest or node:test. Each case is a test. */

import { AssertionError } from "node:assert";
import { visible, visibleJson, visibleLine } from "../../base/visible-text.js";
import type { Adapter } from "../adapters/adapter.js";
import type { Case } from "../fixture/case.js";
import { type CaseResult, didNotPass } from "../judge/result.js";
import { Workspace } from "../workspace/workspace.js";
import { caseJudge } from "./judge-cases.js";
import { isNotOffered } from "./offered.js";
import { exitCodeOf } from "./outcome.js";
import { planFor, type RunOptions, type RunPlan } from "./plan.js";
import { buildReport, type Report } from "./report.js";

/** A test gets a context that can skip it from Vitest and node:test, and nothing from Jest. */
type Test = (...args: readonly unknown[]) => Promise<void> | void;
type Define = (name: string, test: Test, timeout?: number) => unknown;

/** The functions of a test runner. Those of Vitest, Jest and node:test fit unchanged. */
export interface TestRunner {
  readonly describe: (name: string, define: () => void) => unknown;
  readonly it: Define & { readonly skip?: Define };
}

/**
 * Defines a test for each case, in a `describe` for each fixture file. The last test checks the verdict. It fails if nothing
 * was judged, and with `strict` for every MUST that was not observed, even if all their tests were skipped. A case that shows nothing, because the
 * requirement of another case is violated, is skipped where the runner lets a test do so.
 * @param adapter an adapter object, because tests must be defined synchronously
 * @throws NexusError if the contract, a fixture, the selection or the adapter is unusable
 * @example
 * import { describe, it } from "node:test";
 * describeConformance(adapter, { describe, it }, { profile: "minimal" });
 */
export function describeConformance(adapter: Adapter, { describe, it }: TestRunner, options: RunOptions = {}): void {
  const plan = planFor(adapter, options);
  const judge = caseJudge(plan);
  const results = new Map<Case, Promise<CaseResult>>();
  // A runner may skip or reorder tests, but each case is judged once.
  const resultOf = (testCase: Case) => {
    const result = results.get(testCase) ?? judge(testCase);
    results.set(testCase, result);
    return result;
  };

  describe(visibleLine(`${plan.contract.id} / ${plan.profile}: ${plan.adapter.name}`), () => {
    for (const [group, cases] of byFile(plan.cases)) {
      describe(visibleLine(group), () => {
        for (const testCase of cases) {
          const name = visibleLine(`${testCase.id}: ${testCase.description}`);
          // Without a named parameter, because Jest and older runners take one for a callback.
          const test: Test = async (...[context]) => {
            const result = await resultOf(testCase);
            // A runner may end its process after the last test, before all folders are removed.
            await Workspace.removed();
            await plan.guardedFolders.ended.remove();
            if (result.status === "blocked") skip(context, result);
            else failUnlessExpected(result);
          };
          if (!isNotOffered(testCase, plan.adapter)) it(name, test, timeLimit([testCase], plan));
          else it.skip?.(name, test);
        }
      });
    }
    const verdict = async () => {
      const all: CaseResult[] = [];
      for (const testCase of plan.cases) all.push(await resultOf(testCase));
      await Workspace.removed();
      await plan.guardedFolders.remove();
      failUnlessConforming(buildReport(plan, all));
    };
    it("no binding requirement is violated", verdict, timeLimit(plan.cases, plan));
  });
}

/** A blocked case shows nothing, good or bad. Whether that matters decides the verdict. */
function skip(context: unknown, { case: testCase, reason }: CaseResult): void {
  const { skip } = (context ?? {}) as { readonly skip?: (note: string) => void };
  skip?.call(context, visibleLine(`case "${testCase.id}" shows nothing: ${reason}`));
}

function byFile(cases: readonly Case[]): ReadonlyMap<string, readonly Case[]> {
  const groups = new Map<string, Case[]>();
  for (const testCase of cases) {
    const group = testCase.name.split("/").slice(1, -1).join("/");
    groups.set(group, [...(groups.get(group) ?? []), testCase]);
  }
  return groups;
}

/** Time limit of a test in milliseconds, so long that the kit reports a hanging call before the runner ends the test. */
function timeLimit(cases: readonly Case[], { timeout }: RunPlan): number {
  const calls = cases.reduce((sum, { steps }) => sum + steps.length + 3, 0);
  return Math.min(calls * timeout, 2 ** 31 - 1);
}

function failUnlessExpected(result: CaseResult): void {
  const { case: testCase, status, known, failures } = result;
  if (status === "unexpectedly_passing") {
    throw failed([`${known?.entry.place}: case "${testCase.id}" passes, so this baseline entry is stale`]);
  }
  if (!didNotPass(result)) return;
  const [first] = failures;
  const isOnly = (requirement: string) => testCase.verifies.length === 1 && testCase.verifies[0] === requirement;
  const reasons = failures.flatMap(({ message, code, step, expected, actual, requirement }) => [
    `• ${testCase.steps.length > 1 ? `step ${step + 1}: ` : ""}${message}  ${code}`,
    ...(requirement === undefined || isOnly(requirement) ? [] : [`    violates ${requirement}`]),
    ...(expected === undefined && actual === undefined
      ? []
      : [`    expected  ${shown(expected)}`, `    actual    ${shown(actual)}`]),
  ]);
  const verifies = testCase.verifies.length === 0 ? [] : [`verifies ${testCase.verifies.join(", ")}`];
  const place = `${testCase.file}:${testCase.line}`;
  throw failed([`${testCase.name}  ${place}`, ...verifies, ...reasons], first);
}

function failUnlessConforming(report: Report): void {
  if (exitCodeOf(report) === 0) return;
  const open = report.requirements.filter(
    ({ status, known }) => (status === "violated" || status === "not_observed") && known !== true,
  );
  const lines = open.map(({ level, id, status }) => `  ${status.replace("_", " ")}: ${level} ${id}`);
  const findings = report.baseline?.findings.map(({ place, message }) => `  ${place}: ${message}`) ?? [];
  throw failed([`${report.contract} / ${report.profile}: ${report.verdict}`, ...lines, ...findings]);
}

/** Runners print `expected` and `actual` unescaped, so control characters in them are made visible here. */
function failed(
  lines: readonly string[],
  { expected, actual }: { readonly expected?: unknown; readonly actual?: unknown } = {},
) {
  return new AssertionError({
    message: lines.map(visibleLine).join("\n"),
    expected: withVisibleTexts(expected),
    actual: withVisibleTexts(actual),
    operator: "conforms",
    stackStartFn: failed,
  });
}

function withVisibleTexts(value: unknown): unknown {
  if (typeof value === "string") return visible(value);
  if (Array.isArray(value)) return value.map(withVisibleTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [visible(name), withVisibleTexts(member)]));
}

function shown(value: unknown): string {
  return value === undefined ? "nothing" : visibleJson(value);
}
