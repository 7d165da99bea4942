/** Checks an adapter alone: whether what it reaches can be judged at all, with a hint for each thing that is wrong. */

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ERRORS } from "../errors.js";
import { answeringTools, type Case, refusedTools } from "./case.js";
import type { Failure } from "./failure.js";
import type { RunPlan } from "./plan.js";
import type { CaseResult } from "./result.js";
import { runCase } from "./run-case.js";

export interface SmokeCheck {
  readonly title: string;
  /** `wrong`: an answer is not what it should be. `broken`: nothing could be judged. */
  readonly status: "ok" | "wrong" | "broken" | "unchecked";
  readonly problem?: string;
  readonly hint?: string;
}

/**
 * @param plan whose adapter is loaded already; of its selection only the profile counts
 * @param cwd the folder in which nothing may appear
 */
export async function* smoke(plan: RunPlan, cwd: string): AsyncGenerator<SmokeCheck, void, void> {
  const before = filesBelow(cwd, plan.contract.stateRoot);
  const opened = await runCase(NOTHING, plan.adapter, plan.contract, plan);
  const opens = checkOf("opens in an empty folder, and closes", opened);
  yield opens;
  if (opens.status !== "ok") return;

  let working: Case | undefined;
  for (const tool of offeredTools(plan)) {
    const title = `answers ${tool}`;
    const simplest = simplestCase(tool, plan);
    if (simplest === undefined) {
      yield { title, status: "unchecked", problem: "no case of the contract shows it alone" };
      continue;
    }
    const result = await runCase(simplest, plan.adapter, plan.contract, plan);
    if (result.status === "passed") working ??= simplest;
    yield checkOf(`${title} (${simplest.id})`, result);
  }
  if (working !== undefined) yield await checkSeparation(working, plan);
  yield checkOutside(before, filesBelow(cwd, plan.contract.stateRoot));
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
  steps: [],
};

function offeredTools({ adapter, contract, profile }: RunPlan): readonly string[] {
  const rank = contract.profiles.indexOf(profile);
  if ((adapter.surfaces ?? ["tools"]).includes("tools") === false) return [];
  return [...contract.tools]
    .filter(([, tool]) => contract.profiles.indexOf(tool.profile) <= rank)
    .map(([name]) => name)
    .filter((name) => adapter.tools?.includes(name) ?? true);
}

/** The case that asks for this tool and least of all else. */
function simplestCase(tool: string, { controls }: RunPlan): Case | undefined {
  const effort = (testCase: Case) => answeringTools(testCase).size * 100 + testCase.steps.length;
  const [simplest] = controls
    .filter((testCase) => answeringTools(testCase).has(tool) && refusedTools(testCase).size === 0)
    .sort((a, b) => effort(a) - effort(b));
  return simplest;
}

/** What passed alone must pass again, and beside itself: each folder is a world of its own. */
async function checkSeparation(testCase: Case, plan: RunPlan): Promise<SmokeCheck> {
  const again = () => runCase(testCase, plan.adapter, plan.contract, plan);
  const results = await Promise.all([again(), again()]);
  const wrong = results.find(({ status }) => status !== "passed");
  const title = "keeps workspaces apart";
  if (wrong === undefined) return { title, status: "ok" };
  const hint = "Work in the folder that open() gets as workspace, and keep no state of one session for the next.";
  return { ...checkOf(title, wrong), hint };
}

function checkOutside(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): SmokeCheck {
  const title = "writes nothing outside its workspace";
  const touched = [...after].filter(([file, time]) => before.get(file) !== time).map(([file]) => file);
  if (touched.length === 0) return { title, status: "ok" };
  const problem = `${touched.slice(0, 3).join(", ")} changed in the current folder`;
  const hint = "Give the implementation the workspace of open() as its project, not the folder of the process.";
  return { title, status: "wrong", problem, hint };
}

/** What an implementation that takes the wrong folder would touch: names at the top, and the state folder. */
function filesBelow(cwd: string, stateRoot: string): ReadonlyMap<string, number> {
  const files = new Map<string, number>();
  const collect = (folder: string, isDeep: boolean) => {
    for (const entry of readdirSync(join(cwd, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      const isState = path === stateRoot || stateRoot.startsWith(`${path}/`) || isDeep;
      if (!entry.isDirectory()) files.set(path, isDeep ? statSync(join(cwd, path)).mtimeMs : 0);
      else if (isState) collect(path, true);
      else files.set(path, 0);
    }
  };
  collect("", false);
  return files;
}

function checkOf(title: string, { status, failures: [failure] }: CaseResult): SmokeCheck {
  if (failure === undefined) return { title, status: "ok" };
  const problem = `${failure.message}${difference(failure)}`;
  return { title, status: status === "errored" ? "broken" : "wrong", problem, hint: hintOf(failure) };
}

function difference({ expected, actual }: Failure): string {
  if (expected === undefined && actual === undefined) return "";
  const text = (value: unknown) => JSON.stringify(value)?.slice(0, 200) ?? "nothing";
  return `: expected ${text(expected)}, got ${text(actual)}`;
}

function hintOf({ code }: Failure): string {
  switch (code) {
    case "NXC_CASE_UNEXPECTED_ERROR":
      return "This call must work in an empty project: check the tool name and the parameters that the adapter passes on.";
    case "NXC_CASE_RETURN":
    case "NXC_ORACLE_OUTPUT":
      return "Return the answer of the tool itself as plain JSON, neither wrapped nor as text.";
    case "NXC_CASE_STATE":
    case "NXC_CASE_FILE":
    case "NXC_ORACLE_STATE":
    case "NXC_ORACLE_TREE":
      return "Check that the implementation works in the workspace that open() gets, and writes before it answers.";
    default:
      return ERRORS[code].remedy;
  }
}
