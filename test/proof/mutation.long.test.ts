/** Campaigns over faults of every kind, and over a sample of each catalogue. */

import { expect, test } from "vitest";
import { campaign } from "../../scripts/mutation/campaign.js";
import { type Mutant, openCatalogue } from "../../scripts/mutation/catalogue.js";
import { ofCommit } from "../../scripts/mutation/main.js";
import { kept, writeMatrix } from "../../scripts/mutation/matrix.js";
import { findReferences } from "../../scripts/mutation/references.js";
import { scoreOf, unaccepted } from "../../scripts/mutation/score.js";
import { readProof } from "../../src/conformance/coverage/proof.js";

const BEGINNING = ["run({ plan }) {", "run({ plan }) {"] as const;

const into = (code: string) => [BEGINNING[0], code] as const;

const mutant = (fault: Partial<Mutant>): Mutant => ({
  id: "fault",
  breaks: "core.plan_status.inactive",
  what: "Something is wrong.",
  at: "planStatus.run",
  change: BEGINNING,
  place: "test.yml:1",
  ...fault,
});

const OPTIONS = { contract: "core", jobs: 2, onOutcome: () => undefined };

/** Enough cases to tell the faults below apart. */
const FEW = {
  ...OPTIONS,
  within: ["plan_status_*", "task_update_*", "resume_*", "concurrent_processes_add_tasks", "hostile_*linked*"],
};

test("the outcome says which cases find a fault, if any, and whether it hangs", async () => {
  const faults = [
    mutant({
      id: "wrong",
      change: into("run({ plan }) { if (plan === null) return { changes: {}, answer: { active: true } };"),
    }),
    mutant({ id: "mislabelled", breaks: "core.task_update.statuses", change: into("run() { const plan = null;") }),
    mutant({ id: "exits", change: into("run({ plan }) { process.exit(7);") }),
    mutant({
      id: "ends-the-process-at-the-next-task",
      change: into(`run({ plan }) {
        globalThis.later ??= process.prependOnceListener("message", () => process.exit(7));
        if (plan === null) return { changes: {}, answer: { active: true } };`),
    }),
    mutant({ id: "harmless", change: into("run({ plan }) { void plan;") }),
    mutant({
      id: "in-the-toolkit",
      breaks: "core.resume.ephemeral",
      at: "resume-table",
      change: ['ephemeral: "never" }, fresh:', 'ephemeral: "whenever" }, fresh:'],
    }),
    mutant({
      id: "only-a-process-shows-it",
      breaks: "core.state.concurrent-calls",
      at: "StateStore.lock",
      change: ["await takeLock(this.root, folder, options)", "(() => undefined)"],
      through: "process",
    }),
    mutant({ id: "hangs", change: into("run({ plan }) { for (;;);") }),
    ...openCatalogue("core").mutants.filter(({ id }) => id === "hostile-follows-links-out"),
  ];
  const outcomes = await campaign(faults, { ...FEW, limit: 30_000 });
  const shown = outcomes.map(({ mutant: { id }, status, failed, note }) => ({
    id,
    status,
    isKilled: failed.length > 0,
    ...(note === undefined ? {} : { note }),
  }));
  expect(shown).toEqual([
    { id: "wrong", status: "killed", isKilled: true },
    { id: "mislabelled", status: "elsewhere", isKilled: true },
    { id: "exits", status: "killed", isKilled: true, note: "it ended the process (7)" },
    { id: "ends-the-process-at-the-next-task", status: "killed", isKilled: true },
    { id: "harmless", status: "survived", isKilled: false },
    { id: "in-the-toolkit", status: "killed", isKilled: true },
    { id: "only-a-process-shows-it", status: "killed", isKilled: true },
    { id: "hangs", status: "killed", isKilled: true, note: "no end after 30 s" },
    { id: "hostile-follows-links-out", status: "killed", isKilled: true },
  ]);
  // What follows links out of the project violates the requirement on outside files.
  expect(outcomes.at(-1)?.violated).toEqual(["core.files.outside-untouched"]);
});

test("a mutant that cannot be loaded is reported after all others were judged", async () => {
  const told: string[] = [];
  const twice = mutant({ id: "twice", change: into("run({ plan }) { return await 0;") });
  const fine = mutant({ id: "fine", change: into("run({ plan }) { process.exit(7);") });
  const thrower = mutant({
    id: "thrower",
    at: "plan-status",
    change: ["export const", 'throw new Error("no"); export const'],
  });
  const onOutcome = (outcome: { readonly mutant: Mutant }) => told.push(outcome.mutant.id);
  const one = { ...FEW, within: ["plan_status_*"], jobs: 1 };
  await expect(campaign([thrower, fine], { ...one, onOutcome })).rejects.toThrow(/^test\.yml:1: thrower: .*\bno$/);
  expect(told).toEqual(["fine"]);
  await expect(campaign([twice], one)).rejects.toThrow(/^test\.yml:1: twice is no program: /);
});

/** The size of the sample over all catalogues. Each contributes in proportion to its size. */
const SAMPLE = 40;
const catalogues = [...findReferences().keys()].map((id) => ({ id, catalogue: openCatalogue(id) }));
const total = catalogues.reduce((sum, { catalogue: { mutants } }) => sum + mutants.length, 0);

test.each(catalogues)(
  "the mutants of $id that the commit concerns or draws convict what they did at the last proof",
  async ({ id: contract, catalogue }) => {
    const count = Math.ceil((SAMPLE * catalogue.mutants.length) / total);
    const proof = readProof(catalogue.contract);
    const worseOf = async (mutants: readonly Mutant[]) => {
      const outcomes = await campaign(mutants, { ...OPTIONS, contract });
      await writeMatrix(contract, outcomes, "sample");
      const results = Object.fromEntries(outcomes.map((outcome) => [outcome.mutant.id, kept(outcome)]));
      return unaccepted(scoreOf({ ...catalogue, mutants }, results).precision.exceptions, proof);
    };
    const worse = await worseOf(await ofCommit(catalogue, count));
    // What a fault of concurrency convicts depends on the order in which calls arrive, so such a mutant is judged again.
    const again = catalogue.mutants.filter(({ id }) => worse.some(({ mutant }) => mutant === id));
    expect(again.length === 0 ? [] : await worseOf(again)).toEqual([]);
  },
);
