/**
 * Turns each case of the fixtures into one test of the reference's source. Stryker runs this file for each mutant with
 * only a few of the tests, so a fixture file is parsed only when one of its cases runs.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import type { Adapter } from "../../src/conformance/adapters/adapter.js";
import type { Case } from "../../src/conformance/fixture/case.js";
import type { FixtureFile } from "../../src/conformance/fixture/fixture.js";
import type { RunPlan } from "../../src/conformance/run/plan.js";
import { told } from "./settings.js";

/** A mutant answers at once or never. */
const CALL_LIMIT_MS = 10_000;

const { contract: contractId, adapter: adapterFile, kit, cases: patterns } = told();

/** Stryker copies only the sources, so the kit and the fixtures are loaded from the repository. */
const {
  caseJudge,
  compileGlob,
  contractFixtures,
  GuardedFolders,
  loadContract,
  readFixture,
  Workspace,
  workspaceParent,
}: typeof import("./kit.js") = await import(/* @vite-ignore */ pathToFileURL(kit).href);
const { default: adapter } = (await import(/* @vite-ignore */ join(import.meta.dirname, "../..", adapterFile))) as {
  readonly default: Adapter;
};

function anyOf(globs: readonly string[]): (name: string) => boolean {
  const compiled = globs.map(compileGlob);
  return (name) => compiled.some((isNamed) => isNamed(name));
}

const contract = loadContract(contractId);

/** The plan that planFor() would make for all cases, without reading them all. */
const plan: RunPlan = {
  contract,
  adapter,
  isInProcess: true,
  adapterForm: "in-process",
  mapping: {},
  contractForm: undefined,
  profile: "all",
  cases: [],
  requirements: [...contract.requirements.values()],
  controls: () => [],
  fixtures: [],
  timeout: CALL_LIMIT_MS,
  bail: Number.POSITIVE_INFINITY,
  jobs: 1,
  explore: 0,
  seed: undefined,
  shuffle: undefined,
  strict: false,
  keepWorkspaces: false,
  guardedFolders: new GuardedFolders(workspaceParent({ isInProcess: true, isKept: false }), false),
  ownHome: undefined,
  baseline: undefined,
  trace: false,
  coverage: false,
  level: "INFO",
  origin: undefined,
  config: undefined,
};

/** Fast files that check most come first, because the first failing case ends a mutant. */
const ORDER = ["tools", "scenarios", "lifecycle", "decisions", "memory"];
const place = ({ name }: FixtureFile) => ORDER.indexOf(name.split("/")[1] ?? "");
const isChosen = patterns.length === 0 ? () => true : anyOf(patterns);
const files = contractFixtures(contract)
  .filter(({ name }) => isChosen(name))
  .sort((a, b) => place(a) - place(b));

/** All controls, read once, for files that have a refusal but no good answer to compare it with. */
let everyCase: readonly Case[] | undefined;
const allControls = () => {
  everyCase ??= contractFixtures(contract).flatMap((file) => readFixture(file, contract));
  return everyCase;
};

/** The cases of a file by id, and a judge with the same verdicts as a run of all fixtures. */
function courtOf(file: FixtureFile) {
  const cases = readFixture(file, contract);
  const judge = judgeWith(() => cases);
  const judgeAgain = judgeWith(allControls);
  return {
    cases: new Map(cases.map((each) => [each.id, each] as const)),
    judge: async (testCase: Case) => {
      const result = await judge(testCase);
      // A case of the file alone may lack a control to compare with.
      return result.status === "blocked" ? judgeAgain(testCase) : result;
    },
  };
}

function judgeWith(controls: RunPlan["controls"]) {
  return caseJudge({ ...plan, controls });
}

for (const file of files) {
  let court: ReturnType<typeof courtOf> | undefined;
  describe(file.name, () => {
    for (const id of idsIn(file)) {
      test(id, async ({ skip }) => {
        court ??= courtOf(file);
        const testCase = court.cases.get(id) as Case;
        skip(testCase.surfaces.includes("process"));
        // The kit skips cases when a mutant offers less. Here that is a failure.
        const { status, failures } = await court.judge(testCase);
        expect({ status, failures }).toEqual({ status: "passed", failures: [] });
      });
    }
  });
}

afterAll(() => Workspace.removed());

/** Each row of `each` is a case of its own. */
function idsIn({ path }: FixtureFile): readonly string[] {
  const cases = [JSON.parse(readFileSync(path, "utf8"))].flat() as readonly RawCase[];
  return cases.flatMap(({ test_id: id, each }) => each?.map(({ name }) => `${id}/${name}`) ?? [id]);
}

interface RawCase {
  readonly test_id: string;
  readonly each?: readonly { readonly name: string }[];
}
