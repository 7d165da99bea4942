/**
 * The fixtures as tests of their own, one a case, over the source of the reference. Stryker runs this file once for each
 * mutant and with few of the tests, so a fixture file is read through only when one of its cases is due.
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

/** What a case fails of that has nothing to be held against. */
const UNCONTROLLED = new Set(["NXC_CASE_VACUOUS", "NXC_CASE_NO_EFFECT"]);

const { contract: contractId, adapter: adapterFile, kit, cases: patterns } = told();

/** Stryker works on a copy of the sources alone; the kit and the fixtures stay where they are. */
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

/** What planFor() makes of a run of everything, without the time that it takes to read everything. */
const plan: RunPlan = {
  contract,
  adapter,
  adapterForm: "in-process",
  mapping: {},
  contractForm: undefined,
  profile: "full",
  cases: [],
  requirements: [...contract.requirements.values()],
  controls: () => [],
  fixtures: [],
  timeout: CALL_LIMIT_MS,
  bail: Number.POSITIVE_INFINITY,
  jobs: 1,
  seed: undefined,
  strict: false,
  keepWorkspaces: false,
  guardedFolders: new GuardedFolders(workspaceParent({ isInProcess: true, isKept: false }), false),
  ownHome: undefined,
  baseline: undefined,
  trace: false,
  coverage: false,
  level: "MAY",
};

/** What is quick and looks at most comes first: a mutant is done with the first case that fails. */
const ORDER = ["tools", "scenarios", "lifecycle", "decisions", "memory"];
const place = ({ name }: FixtureFile) => ORDER.indexOf(name.split("/")[1] ?? "");
const isChosen = patterns.length === 0 ? () => true : anyOf(patterns);
const files = contractFixtures(contract)
  .filter(({ name }) => isChosen(name))
  .sort((a, b) => place(a) - place(b));

/** Read once, where the file of a refusal has no good answer to hold it against. */
let everyCase: readonly Case[] | undefined;
const allControls = () => {
  everyCase ??= contractFixtures(contract).flatMap((file) => readFixture(file, contract));
  return everyCase;
};

/** The cases of a file by their ids, and what judges them as a run of all fixtures would. */
function courtOf(file: FixtureFile) {
  const cases = readFixture(file, contract);
  const judge = judgeWith(() => cases);
  const judgeAgain = judgeWith(allControls);
  return {
    cases: new Map(cases.map((each) => [each.id, each] as const)),
    judge: async (testCase: Case) => {
      const result = await judge(testCase);
      return result.failures.some(({ code }) => UNCONTROLLED.has(code)) ? judgeAgain(testCase) : result;
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
        // A mutant that offers less has its cases skipped, and has failed them.
        const { status, failures } = await court.judge(testCase);
        expect({ status, failures }).toEqual({ status: "passed", failures: [] });
      });
    }
  });
}

afterAll(() => Workspace.removed());

function idsIn({ path }: FixtureFile): readonly string[] {
  const cases = [JSON.parse(readFileSync(path, "utf8"))].flat() as readonly { readonly test_id: string }[];
  return cases.map(({ test_id }) => test_id);
}
