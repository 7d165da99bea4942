/**
 * Changes with one fault each that no line of acceptance names, and the same changes done right. Does a tester that
 * works by the body find the fault, and does it pass the clean twin?
 */

import { afterAll, describe, expect, test } from "vitest";
import { armsOf } from "./run/arms.js";
import { converse } from "./run/converse.js";
import { filesOf, inFolder } from "./run/folder.js";
import { judgeDiff } from "./run/judge-diff.js";
import type { Model } from "./run/model.js";
import { modelOf, scriptedModel } from "./run/models.js";
import { changed, layOut, loadDiffs, messageOf, placesOf, type SeededDiff, type Variant } from "./run/seeded-diff.js";
import { chosen, modelName, rivals, Score, tellCost } from "./run/settings.js";
import { worldOf } from "./run/tools.js";

const arms = armsOf("tester", rivals);
const variants: readonly Variant[] = ["fault", "clean"];
const runs = loadDiffs().flatMap((diff) => variants.map((variant) => ({ diff, variant, name: diff.id })));

/** What a tester says who has seen the fault, or nothing. */
function lastWords(diff: SeededDiff, says: Variant): string {
  const [{ file, line }] = placesOf(diff);
  const criteria = diff.acceptance.map((criterion) => ({ criterion, result: "pass", evidence: "ran the tests" }));
  const finding = {
    id: "F1",
    severity: "critical",
    where: `${file}:${line}`,
    claim: "harm",
    evidence: diff.bug.harm,
    action: "mend",
  };
  const judged = says === "fault" ? { verdict: "FAIL", findings: [finding] } : { verdict: "PASS" };
  return JSON.stringify({ report: 1, role: "tester", status: "complete", summary: "Looked at.", criteria, ...judged });
}

/** What is wrong with how the model judges the change. */
async function problemOf(
  model: Model,
  system: string,
  diff: SeededDiff,
  variant: Variant,
): Promise<string | undefined> {
  return await inFolder(async (root) => {
    layOut(root, diff, variant);
    const before = filesOf(root);
    const answers = diff.commands.map(({ match, prints }) => ({
      tool: "run_command",
      when: { command: { contains: match } },
      gives: prints,
    }));
    const { last } = await converse(model, system, messageOf(diff), worldOf(root, { answers }, false));
    const touched = [...filesOf(root)].filter(
      ([file, text]) => before.get(file) !== text && !file.startsWith(".nexus/"),
    );
    return touched.length > 0 ? `it changed ${touched.join(", ")}` : judgeDiff(last, diff, variant);
  });
}

describe.runIf(chosen === "scripted")("a scripted tester proves the checks", () => {
  test.each(runs)("of $name, $variant: the right words pass, and the wrong ones do not", async ({ diff, variant }) => {
    const other = variant === "fault" ? "clean" : "fault";
    const look = [{ name: "run_command", params: { command: "git diff" } }];
    const mend = [{ name: "write_file", params: { path: "mended.txt", content: "mended" } }];
    const told = (calls: typeof look | typeof mend, says: Variant) =>
      problemOf(scriptedModel(calls, lastWords(diff, says)), "", diff, variant);
    expect(await told(look, variant)).toBeUndefined();
    expect(await told(look, other)).toBeDefined();
    expect(await told(mend, variant)).toMatch(/changed mended/);
  });

  afterAll(() => {
    const read = ({ diff, variant }: (typeof runs)[number]) => [...changed(diff, variant).values()].join("\n");
    tellCost(runs.flatMap((run) => arms.map(({ system }) => system + read(run))));
  });
});

const score = new Score();

describe.runIf(chosen !== "scripted").concurrent.each(arms)("$name", ({ name, system }) => {
  test.concurrent.each(runs)("$name, $variant", async ({ diff, variant }) => {
    const problem = await problemOf(await modelOf(chosen, modelName), system, diff, variant);
    score.count(variant === "fault" ? "tester, faults" : "tester, clean", name, problem === undefined);
    // Only the body has to do well; the others are there to be compared with.
    if (name === "body") expect(problem).toBeUndefined();
  });
});

afterAll(() => score.tell());
