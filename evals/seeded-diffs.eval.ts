/**
 * Ten changes with one fault each that no line of acceptance names, and the same changes done right. Does a tester that
 * works by the body find the fault, and does it pass the clean twin?
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { estimateTokenCount } from "tokenx";
import { afterAll, describe, expect, test } from "vitest";
import { armsOf } from "./run/arms.js";
import { judge } from "./run/judge.js";
import type { Message, Model } from "./run/model.js";
import { commandModel, openAiModel, scriptedModel } from "./run/models.js";
import { changed, layOut, loadSituations, messageOf, placesOf, type Situation, type Variant } from "./run/situation.js";
import { TOOLS, toolsIn } from "./run/tools.js";

/** A conversation that goes on for longer has lost its way. */
const MOST_TURNS = 40;

const { EVALS_MODEL: chosen = "scripted", EVALS_MODEL_NAME: modelName = "default", EVALS_RIVALS: rivals } = process.env;
const situations = loadSituations();
const arms = armsOf("tester", rivals);

/** Rows of the table: by arm, how many faults were found and how many clean twins were refused. */
const found = new Map<string, { faults: number; alarms: number }>();

/** What a tester says who has seen the fault, or nothing. */
function lastWords(situation: Situation, says: Variant): string {
  const [{ file, line }] = placesOf(situation);
  const criteria = situation.acceptance.map((criterion) => ({ criterion, result: "pass", evidence: "ran the tests" }));
  const where = `${file}:${line}`;
  const finding = {
    id: "F1",
    severity: "critical",
    where,
    claim: "harm",
    evidence: situation.bug.harm,
    action: "mend",
  };
  const judged = says === "fault" ? { verdict: "FAIL", findings: [finding] } : { verdict: "PASS" };
  return JSON.stringify({ report: 1, role: "tester", status: "complete", summary: "Looked at.", criteria, ...judged });
}

async function converse(model: Model, system: string, situation: Situation, variant: Variant) {
  const folder = mkdtempSync(join(tmpdir(), "eval-"));
  try {
    layOut(folder, situation, variant);
    const status = () => execFileSync("git", ["status", "--porcelain", "-uall"], { cwd: folder, encoding: "utf8" });
    const before = status();
    const call = toolsIn(folder, situation);
    const messages: Message[] = [{ from: "user", text: messageOf(situation) }];
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      const { text, calls } = await model({ system, messages, tools: TOOLS });
      if (calls.length === 0) return { last: text, touched: status() === before ? "" : status() };
      messages.push({ from: "assistant", text, calls });
      for (const { id, name, params } of calls)
        messages.push({ from: "tool", call: id, text: await call(name, params) });
    }
    return { last: "", touched: "" };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function modelFor(): Promise<Model> {
  const [kind = "", ...rest] = chosen.split(":");
  if (kind === "openai") return openAiModel(rest.join(":"), modelName);
  return commandModel(rest.join(":"));
}

const variants: readonly Variant[] = ["fault", "clean"];
const runs = situations.flatMap((situation) => variants.map((variant) => ({ situation, variant, name: situation.id })));

describe.runIf(chosen === "scripted")("a scripted tester proves the checks", () => {
  test.each(runs)(
    "of $name, $variant: the right words pass, and the wrong ones do not",
    async ({ situation, variant }) => {
      const other = variant === "fault" ? "clean" : "fault";
      for (const [says, passes] of [
        [variant, true],
        [other, false],
      ] as const) {
        const { last, touched } = await converse(scriptedModel(lastWords(situation, says)), "", situation, variant);
        expect(judge(last, situation, variant, touched) === undefined).toBe(passes);
      }
      expect(judge(lastWords(situation, variant), situation, variant, " M a.ts")).toMatch(/changed files/);
    },
  );

  afterAll(() => {
    const tokens = runs.flatMap(({ situation, variant }) =>
      arms.map(({ system }) => {
        const read = [...changed(situation, variant).values()].join("\n").length / 4;
        // Every turn sends again what came before; a tester needs about eight.
        return 8 * (estimateTokenCount(system) + read);
      }),
    );
    const sum = Math.round(tokens.reduce((all, each) => all + each, 0) / 1000);
    process.stdout.write(
      `With a real model: ${runs.length * arms.length} conversations, about ${sum} thousand tokens read.\n`,
    );
  });
});

describe.runIf(chosen !== "scripted").concurrent.each(arms)("$name", ({ name, system }) => {
  test.concurrent.each(runs)("$name, $variant", async ({ situation, variant }) => {
    const { last, touched } = await converse(await modelFor(), system, situation, variant);
    const problem = judge(last, situation, variant, touched);
    const row = found.get(name) ?? { faults: 0, alarms: 0 };
    found.set(name, row);
    if (variant === "fault" && problem === undefined) row.faults += 1;
    if (variant === "clean" && problem !== undefined) row.alarms += 1;
    // Only the body has to do well; the others are there to be compared with.
    if (name === "body") expect(problem).toBeUndefined();
  });
});

afterAll(() => {
  if (found.size === 0) return;
  const rows = [...found].map(
    ([name, { faults, alarms }]) => `${name.padEnd(8)}${`${faults} of ${situations.length}`.padEnd(14)}${alarms}`,
  );
  process.stdout.write(["", "text    faults found  false alarms", ...rows, ""].join("\n"));
});
