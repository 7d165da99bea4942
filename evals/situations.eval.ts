/** Situations in which a body should make a difference. Does a model that works by it do what the role would do? */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { packageRoot } from "../src/base/package-root.js";
import { writeFiles } from "../src/testing/temporary-folder.js";
import { armsOf } from "./run/arms.js";
import { type Outcome, problemOf } from "./run/check.js";
import { converse } from "./run/converse.js";
import { filesOf, inFolder } from "./run/folder.js";
import type { Model } from "./run/model.js";
import { modelOf, scriptedModel } from "./run/models.js";
import { chosen, modelName, rivals, Score, tellCost } from "./run/settings.js";
import { loadSituations, type Script, type Situation } from "./run/situation.js";
import { worldOf } from "./run/tools.js";

const situations = loadSituations();
const isSkill = (body: string) => existsSync(join(packageRoot, "skills", body));

const callsOf = (calls: Script["calls"] = []) =>
  calls.flatMap((call) => Object.entries(call).map(([name, params]) => ({ name, params })));

/** Lets a model work in a situation; the checks that do not hold, each with what is wrong. */
async function problemsOf(model: Model, system: string, situation: Situation): Promise<ReadonlyMap<string, string>> {
  const { body, files = {}, operations, message, checks } = situation;
  return await inFolder(async (root) => {
    writeFiles(root, files);
    const world = worldOf(root, situation, isSkill(body));
    const prepare = worldOf(root, {}, true);
    for (const { name, params } of callsOf(operations)) await prepare.call(name, params);
    const before = filesOf(root);
    const outcome: Outcome = { root, before, ...(await converse(model, system, message, world)) };
    return new Map(
      Object.entries(checks).flatMap(([name, check]) => {
        const problem = problemOf(check, outcome);
        return problem === undefined ? [] : [[name, problem] as const];
      }),
    );
  });
}

function modelBy({ body, good }: Situation, script: Script = {}): Model {
  const report = {
    report: 1,
    role: isSkill(body) ? "lead" : body,
    status: "complete",
    summary: "Done.",
    ...(script.report ?? good.report),
  };
  const calls = callsOf(script.calls ?? good.calls);
  return scriptedModel(calls, `\`\`\`nexus-report\n${JSON.stringify(report)}\n\`\`\`\n`);
}

describe.runIf(chosen === "scripted")("a script proves the checks", () => {
  test.each(situations)("of $body, $id: the good one passes", async (situation) => {
    expect([...(await problemsOf(modelBy(situation), "", situation))]).toEqual([]);
  });

  const wrong = situations.flatMap((situation) =>
    Object.entries(situation.bad).map(([check, script]) => ({ situation, id: situation.id, check, script })),
  );
  test.each(wrong)("of $id, $check: a bad one does not", async ({ situation, check, script }) => {
    const problem = (await problemsOf(modelBy(situation, script), "", situation)).get(check);
    expect(problem).toBeDefined();
    // The script has to fail by what it does, and not because its report is broken.
    expect(problem).not.toMatch(/cannot be read/);
  });

  afterAll(() => {
    tellCost(
      situations.flatMap((situation) =>
        armsOf(situation.body, rivals).map(
          ({ system }) => system + situation.message + JSON.stringify(situation.files),
        ),
      ),
    );
  });
});

const score = new Score();

const runs = situations.flatMap((situation) =>
  armsOf(situation.body, rivals).map((arm) => ({
    situation,
    arm,
    name: `${situation.body}, ${situation.id}, ${arm.name}`,
  })),
);

describe.runIf(chosen !== "scripted").concurrent("a real model", () => {
  test.concurrent.each(runs)("$name", async ({ situation, arm }) => {
    const problems = await problemsOf(await modelOf(chosen, modelName), arm.system, situation);
    score.count(situation.body, arm.name, problems.size === 0);
    // Only the body has to do well; the others are there to be compared with.
    if (arm.name === "body") expect([...problems]).toEqual([]);
  });
});

afterAll(() => score.tell());
