/** The campaign of mutants: what it makes of faults of every kind, and a sample of the catalogue. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { campaign } from "../scripts/mutation/campaign.js";
import { CATALOGUES, type Mutant, openCatalogue, parseMutants } from "../scripts/mutation/catalogue.js";
import { main } from "../scripts/mutation/main.js";
import { checkMutants, mutate } from "../scripts/mutation/mutate.js";
import { proofOf, readResults, scoreOf } from "../scripts/mutation/results.js";
import { readProof } from "../src/conformance/coverage/proof.js";
import { parseYaml } from "../src/located-document.js";
import { packageRoot } from "../src/package-root.js";

const PLAN_STATUS = "packages/harness/src/tools/plan-status.ts";

const mutant = (fault: Partial<Mutant>): Mutant => ({
  id: "fault",
  breaks: ["core.plan_status.inactive"],
  what: "Something is wrong.",
  file: PLAN_STATUS,
  find: "run({ plan }) {",
  replace: "run({ plan }) {",
  place: "test.yml:1",
  ...fault,
});

const OPTIONS = { contract: "core", jobs: 1, all: false, onOutcome: () => undefined };

async function outcomesOf(mutants: readonly Mutant[], limit = 120_000) {
  const outcomes = await campaign(mutants, { ...OPTIONS, limit });
  return outcomes.map(({ mutant: { id }, status, proved, killers, note }) => ({
    id,
    status,
    proved,
    isKilled: killers.length > 0,
    ...(note === undefined ? {} : { note }),
  }));
}

test("a fault is found by the cases of its requirement, by others, or by none", async () => {
  const inactive = "core.plan_status.inactive";
  const outcomes = await outcomesOf([
    mutant({
      id: "wrong",
      replace: "run({ plan }) { if (plan === null) return { changes: {}, answer: { active: true } };",
    }),
    mutant({ id: "mislabelled", breaks: ["core.task_update.statuses"], replace: "run() { const plan = null;" }),
    mutant({ id: "exits", replace: "run({ plan }) { process.exit(7);" }),
    mutant({
      id: "ends-the-process-later",
      replace: `run({ plan }) {
        globalThis.later ??= setTimeout(() => process.exit(7), 1500);
        if (plan === null) return { changes: {}, answer: { active: true } };`,
    }),
    mutant({ id: "harmless", replace: "run({ plan }) { void plan;" }),
  ]);
  expect(outcomes).toEqual([
    { id: "wrong", status: "killed", proved: [inactive], isKilled: true },
    { id: "mislabelled", status: "elsewhere", proved: [], isKilled: true },
    { id: "exits", status: "killed", proved: [inactive], isKilled: true, note: "it ended the process (7)" },
    { id: "ends-the-process-later", status: "killed", proved: [inactive], isKilled: true },
    { id: "harmless", status: "survived", proved: [], isKilled: false },
  ]);
}, 240_000);

test("a fault that never comes to an end is one that is found", async () => {
  const hanging = mutant({ id: "hangs", replace: "run({ plan }) { for (;;);" });
  expect(await outcomesOf([hanging], 10_000)).toEqual([
    { id: "hangs", status: "killed", proved: hanging.breaks, isKilled: true, note: "no end after 10 s" },
  ]);
}, 120_000);

test("faults of the toolkit and of what only a process shows are found as well", async () => {
  const outcomes = await outcomesOf([
    mutant({
      id: "toolkit",
      breaks: ["core.resume.ephemeral"],
      file: "src/toolkit/resume-table.ts",
      find: 'ephemeral: "never" },\n  fresh:',
      replace: 'ephemeral: "whenever" },\n  fresh:',
    }),
    mutant({
      id: "no-lock",
      breaks: ["core.state.concurrent-calls"],
      file: "packages/harness/src/state-store.ts",
      find: "lock(): Promise<Release> {",
      replace: "lock(): Promise<Release> { return Promise.resolve(() => undefined);",
      through: "process",
    }),
  ]);
  expect(outcomes).toEqual([
    { id: "toolkit", status: "killed", proved: ["core.resume.ephemeral"], isKilled: true },
    { id: "no-lock", status: "killed", proved: ["core.state.concurrent-calls"], isKilled: true },
  ]);
}, 240_000);

test("an implementation that follows links out of the project is convicted of that, and by all cases of nothing else", async () => {
  const follows = openCatalogue("core").mutants.filter(({ id }) => id === "hostile-follows-links-out");
  const [outcome] = await campaign(follows, { ...OPTIONS, all: true });
  expect(outcome?.violated).toEqual(["core.files.outside-untouched", "core.files.outside-unread"]);
  expect(outcome?.killers.length).toBeGreaterThan(40);
}, 240_000);

test("a mutant that cannot be loaded is told when all others were judged", async () => {
  const twice = mutant({ id: "twice", replace: "run({ plan }) { let a; let a;" });
  await expect(outcomesOf([twice])).rejects.toThrow(/^test\.yml:1: twice: .*already been declared/);
}, 60_000);

describe("a catalogue that cannot be used is told in one line, with its place", () => {
  const parse = (text: string) => () => parseMutants(parseYaml(text, "a.yml"));

  test("an entry that is malformed", () => {
    expect(parse("- id: A")).toThrow(/^a\.yml:1#\/0/);
    expect(parse("[]")).toThrow(/^a\.yml:1#/);
  });

  test("a text that does not stand in the source, stands there twice, or makes no program", () => {
    const good = mutant({ id: "good" });
    for (const make of [mutate, (fault: Mutant) => checkMutants([good, fault])]) {
      expect(() => make(good)).not.toThrow();
      expect(() => make(mutant({ find: "nowhere" }))).toThrow(
        `test.yml:1: fault: the text to find does not stand in ${PLAN_STATUS}`,
      );
      expect(() => make(mutant({ find: "plan" }))).toThrow(/stands \d+ times/);
      expect(() => make(mutant({ replace: "run({ plan }) {{{" }))).toThrow(/^test\.yml:1: fault is no program: /);
    }
  });
});

function run(...words: readonly string[]) {
  const entry = join(packageRoot, "scripts/mutation.ts");
  const command = ["--import", "tsx", entry, ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: packageRoot, encoding: "utf8" });
  return { status, stdout, stderr };
}

test.each([
  [["--jobs", "none"], '--jobs cannot be "none"'],
  [["--sample", "0"], '--sample cannot be "0"'],
  [["--only", "no-such-*"], "no mutant is so named"],
  [["--contract", "none"], "there is no catalogue"],
  [["--quik"], "Unknown option '--quik'"],
  [["--all", "--write"], "--all does not go with --write"],
])("words that cannot be used are refused: %j", async (words, problem) => {
  await expect((async () => main(words))()).rejects.toThrow(problem);
});

test("a refusal ends with 2 and one line", () => {
  expect(run("--jobs-of", "none")).toEqual({
    status: 2,
    stdout: "",
    stderr: expect.stringMatching(/^mutation: Unknown option '--jobs-of'.*\n$/u),
  });
}, 60_000);

/** So many show that the campaign runs and that its results still hold; the campaigns themselves judge all. */
const SAMPLES: Readonly<Record<string, string>> = { core: "12", thread: "5" };

describe.each(CATALOGUES)("the catalogue of %s", (id) => {
  const catalogue = openCatalogue(id);
  const results = readResults(catalogue.folder);

  test("fits the source, and has a result for every mutant and no other", () => {
    expect(() => checkMutants(catalogue.mutants)).not.toThrow();
    expect(Object.keys(results)).toEqual(catalogue.mutants.map((each) => each.id));
  }, 120_000);

  test("is what the contract tells its users of it", () => {
    expect(readProof(catalogue.contract)).toEqual(new Map(Object.entries(proofOf(catalogue, results).requirements)));
  });

  test("has found what it found before: a sample of it runs", () => {
    const { status, stdout } = run("--sample", SAMPLES[id] ?? "20", "--contract", id);
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining("mutants found") });
  }, 400_000);

  test("comes to what the goals ask for", () => {
    const { unproved, thin, survived, share } = scoreOf(catalogue, results);
    const gaps = survived.map((each) => each.id);
    expect({ unproved, thin, gaps }).toEqual({ unproved: [], thin: [], gaps: [] });
    expect(share).toBeGreaterThanOrEqual(0.95);
  });
});
