/**
 * The fixtures as tests of their own, one a case, over the source of the reference. Stryker runs this file once for each
 * mutant and with few of the tests, so a fixture file is read through only when one of its cases is due.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import adapter from "../../packages/harness/src/adapter.js";
import type { Case } from "../../src/conformance/case.js";
import type { FixtureFile } from "../../src/conformance/fixture.js";
import type { RunPlan } from "../../src/conformance/plan.js";

/** The variable that says which fixture files count, a glob a line; all where it is not set. */
const CASES = "NEXUS_STRYKER_CASES";

/** A mutant answers at once or never. */
const CALL_LIMIT_MS = 10_000;

/** What a case fails of that has nothing to be held against. */
const UNCONTROLLED = new Set(["NXC_CASE_VACUOUS", "NXC_CASE_NO_EFFECT"]);

function anyOf(patterns: readonly string[]): (name: string) => boolean {
  const globs = patterns.map(compileGlob);
  return (name) => globs.some((isNamed) => isNamed(name));
}

/** Stryker works on a copy of the sources alone; the kit and what it reads stay where they are built. */
const root = dirname(createRequire(import.meta.url).resolve("nexus-core/package.json"));
const kit = (name: string): Promise<unknown> => import(join(root, "dist/conformance", name));

const { loadContractFrom } = (await kit("contract.js")) as typeof import("../../src/conformance/contract.js");
const { compileGlob } = (await import(join(root, "dist/glob.js"))) as typeof import("../../src/glob.js");
const { contractFixtures } = (await kit("find-fixtures.js")) as typeof import("../../src/conformance/find-fixtures.js");
const { readFixture } = (await kit("fixture.js")) as typeof import("../../src/conformance/fixture.js");
const { caseJudge } = (await kit("run.js")) as typeof import("../../src/conformance/run.js");
const { Grounds } = (await kit("ground.js")) as typeof import("../../src/conformance/ground.js");
const { Workspace } = (await kit("workspace.js")) as typeof import("../../src/conformance/workspace.js");
const { workspaceParent } = (await kit(
  "workspace-parent.js",
)) as typeof import("../../src/conformance/workspace-parent.js");

const contract = loadContractFrom(join(root, "conformance"), { areShipped: true });

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
  grounds: new Grounds(workspaceParent({ isInProcess: true, isKept: false }), false),
  ownHome: undefined,
  baseline: undefined,
  trace: false,
  coverage: false,
  level: "MAY",
};

/** What is quick and looks at most comes first: a mutant is done with the first case that fails. */
const ORDER = ["tools", "scenarios", "lifecycle", "decisions", "memory"];
const place = ({ name }: FixtureFile) => ORDER.indexOf(name.split("/")[1] ?? "");
const chosen = (process.env[CASES] ?? "").split("\n").filter((pattern) => pattern !== "");
const isChosen = chosen.length === 0 ? () => true : anyOf(chosen);
const files = contractFixtures(contract)
  .filter(({ name }) => isChosen(name))
  .sort((a, b) => place(a) - place(b));

/** Read once, where the file of a refusal has no good answer to hold it against. */
let everyCase: readonly Case[] | undefined;
const allControls = () => {
  everyCase ??= files.flatMap((file) => readFixture(file, contract));
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
