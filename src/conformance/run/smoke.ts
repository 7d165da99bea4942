/** Checks whether an implementation can be judged through its adapter, with a hint for each problem. */

import { visibleJson } from "../../base/visible-text.js";
import type { Operation } from "../contract/contract.js";
import { profileScope } from "../contract/profile-scope.js";
import { type Case, calledOperations } from "../fixture/case.js";
import type { CaseResult } from "../judge/result.js";
import type { Failure } from "../oracles/failure.js";
import { watchFolder } from "./current-folder.js";
import { bySimplicity } from "./effort.js";
import { closeAdapter } from "./judge-cases.js";
import { isNotOffered } from "./offered.js";
import type { RunPlan } from "./plan.js";
import { runCase } from "./run-case.js";
import { hintFor } from "./smoke-hint.js";

export interface SmokeCheck {
  readonly title: string;
  /** `wrong`: an answer is wrong. `broken`: nothing could be judged. */
  readonly status: "ok" | "wrong" | "broken" | "unchecked";
  readonly problem?: string;
  readonly hint?: string;
}

/** @param plan a plan with a loaded adapter; only the profile of its selection is used */
export async function* smoke(plan: RunPlan): AsyncGenerator<SmokeCheck, void, void> {
  try {
    yield* checks(plan);
  } finally {
    await closeAdapter(plan);
  }
}

async function* checks(plan: RunPlan): AsyncGenerator<SmokeCheck, void, void> {
  const strays = watchFolder(plan.cwd, plan.contract.stateRoot);
  const opened = await runCase(NOTHING, plan.adapter, plan.contract, plan);
  const opens = checkOf("opens in an empty folder, and closes", opened);
  yield opens;
  if (opens.status !== "ok") return;

  let working: Case | undefined;
  for (const { title, simplest, isEvent } of operationsToShow(plan)) {
    if (simplest === undefined) {
      yield { title, status: "unchecked", problem: "no case of the contract tests it alone" };
      continue;
    }
    const result = await runCase(simplest, plan.adapter, plan.contract, plan);
    if (result.status === "passed") working ??= simplest;
    yield checkOf(`${title} (${simplest.id})`, result, isEvent);
  }
  if (working !== undefined) yield await checkSeparation(working, plan);
  yield checkOutside(strays());
}

const NOTHING: Case = {
  id: "smoke",
  name: "smoke",
  description: "Opens and closes",
  file: "",
  line: 1,
  verifies: [],
  surfaces: [],
  environment: {},
  given: [],
  guarded: [],
  claims: [],
  steps: [],
  calls: calledOperations([]),
};

interface Shown {
  readonly title: string;
  readonly simplest: Case | undefined;
  readonly isEvent: boolean;
}

/** All tools and events of the profile that the adapter offers, each with the simplest case that uses it. */
function operationsToShow(plan: RunPlan): readonly Shown[] {
  const { adapter, contract } = plan;
  const tools = offered(contract.tools, adapter.tools, plan);
  const events = offered(contract.events, adapter.events, plan);
  return [
    ...tools.map((tool) => ({
      title: `answers ${tool}`,
      simplest: simplestCase(({ calls }) => calls.answering.includes(tool), plan),
      isEvent: false,
    })),
    ...events.map((event) => ({
      title: `accepts event ${event}`,
      simplest: simplestCase(({ calls }) => calls.accepted.includes(event), plan),
      isEvent: true,
    })),
  ];
}

function offered(
  operations: ReadonlyMap<string, Operation>,
  declared: readonly string[] | undefined,
  { adapter, contract, profile }: RunPlan,
): readonly string[] {
  const surfaces = adapter.surfaces ?? ["tools"];
  const scope = profileScope(contract, profile);
  return [...operations]
    .filter(([, { surface }]) => surfaces.includes(surface))
    .filter(([name, operation]) => scope?.holdsOperation(name, operation) === true)
    .map(([name]) => name)
    .filter((name) => declared?.includes(name) ?? true);
}

function simplestCase(shows: (testCase: Case) => boolean, { controls, adapter }: RunPlan): Case | undefined {
  const offered = controls()
    .filter((testCase) => shows(testCase) && testCase.calls.refused.length === 0)
    .filter((testCase) => !isNotOffered(testCase, adapter));
  // What happens to several calls at once, or after a restart, says nothing of the adapter.
  const plain = offered.filter(({ steps }) => steps.every(({ kind }) => kind !== "concurrent" && kind !== "restart"));
  return bySimplicity(plain.length > 0 ? plain : offered)[0];
}

/** A case that passed must pass again, twice at the same time, because each run has its own workspace. */
async function checkSeparation(testCase: Case, plan: RunPlan): Promise<SmokeCheck> {
  const again = () => runCase(testCase, plan.adapter, plan.contract, plan);
  const results = await Promise.all([again(), again()]);
  const wrong = results.find(({ status }) => status !== "passed");
  const title = "keeps workspaces apart";
  if (wrong === undefined) return { title, status: "ok" };
  const hint = "Work in the folder that open() gets as workspace, and keep no state from one session to the next.";
  return { ...checkOf(title, wrong), hint };
}

function checkOutside(changed: readonly string[]): SmokeCheck {
  const title = "writes nothing into the current folder";
  if (changed.length === 0) return { title, status: "ok" };
  const problem = `${changed.slice(0, 3).join(", ")} changed in the current folder`;
  const hint = "Give the implementation the workspace of open() as its project, not the folder of the process.";
  return { title, status: "wrong", problem, hint };
}

function checkOf(title: string, { status, reason, failures }: CaseResult, isEvent = false): SmokeCheck {
  const [failure] = failures;
  if (status === "skipped") return { title, status: "unchecked", ...(reason === undefined ? {} : { problem: reason }) };
  if (status === "blocked") return { title, status: "wrong", problem: reason ?? "the case shows nothing" };
  if (failure === undefined) return { title, status: "ok" };
  const problem = `${failure.message}${difference(failure)}`;
  const hint = hintFor(failure, isEvent);
  return { title, status: status === "errored" ? "broken" : "wrong", problem, hint };
}

function difference({ expected, actual }: Failure): string {
  if (expected === undefined && actual === undefined) return "";
  const text = (value: unknown) => (value === undefined ? "nothing" : visibleJson(value).slice(0, 200));
  return `: expected ${text(expected)}, got ${text(actual)}`;
}
