/** The scenarios are worth something: their checks tell right from wrong, and the runner says so in plain words. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { AGENT_IDS, BODIES } from "../scripts/scenarios/body.js";
import { type Campaign, campaign } from "../scripts/scenarios/campaign.js";
import { loadScenarios } from "../scripts/scenarios/load.js";
import type { ModelSource } from "../scripts/scenarios/model.js";
import { blankPart } from "../scripts/scenarios/report-part.js";
import { checksOf, misbehavioursOf, ownKeyOf, roleOf, type Scenario, taskOf } from "../scripts/scenarios/scenario.js";
import { scriptedModel } from "../scripts/scenarios/scripted-model.js";
import { isPass } from "../scripts/scenarios/tally.js";
import { readingList } from "../scripts/scenarios/write-results.js";
import { packageRoot } from "../src/package-root.js";
import { temporaryFolder, writeFiles } from "../src/testing/temporary-folder.js";
import { blank, folderOf, runMain, saying, smallScenario } from "./scenario-folder.js";

const placed = loadScenarios();
const OPTIONS = { samples: 1, maxTurns: 30, jobs: 4 };

test("every scenario of the plan is there, every agent has a plain one, and every body at least three", () => {
  const ids = placed.map(({ scenario }) => scenario.id);
  const planned = Array.from({ length: 34 }, (_, index) => `S${String(index + 1).padStart(2, "0")}`);
  expect(planned.filter((id) => !ids.includes(id))).toEqual([]);
  expect(AGENT_IDS.filter((id) => !ids.includes(`S35-${id}`))).toEqual([]);
  const counts = BODIES.map((body) => [body, placed.filter(({ scenario }) => scenario.body === body).length] as const);
  expect(counts.filter(([, count]) => count < 3)).toEqual([]);
});

let scripted: Campaign;
beforeAll(async () => {
  scripted = await campaign(placed, scriptedModel, OPTIONS);
}, 60_000);

test.each(placed)(
  "$scenario.id: the model that behaves passes, and the named checks catch the others",
  ({ scenario }) => {
    const runs = scripted.runs.filter((run) => run.scenario === scenario);
    const good = runs.filter(({ arm }) => arm === "body");
    expect(good.flatMap(({ results }) => results.filter(({ result }) => result === "failed"))).toEqual([]);
    // Also where no check asks for it: what stands there as right is a sound report.
    expect(good.map(({ outcome }) => outcome?.breaches("all"))).toEqual(good.map(() => []));
    const bad = runs.filter(({ arm }) => arm === "stand-in").map(({ results }) => results);
    const named = misbehavioursOf(scenario).map(({ breaks }) => breaks);
    expect(bad.map((results, index) => results.find(({ name }) => name === named[index])?.result)).toEqual(
      named.map(() => "failed"),
    );
  },
);

const idle = saying("idle", () => "Understood.");

const boaster = saying("boaster", (scenario) => {
  const block = {
    ...blank,
    ...{
      role: roleOf(scenario),
      task_id: taskOf(scenario).id,
      status: "complete",
      [ownKeyOf(scenario)]: blankPart(ownKeyOf(scenario)),
    },
    criteria: taskOf(scenario).acceptance.map((criterion) => ({ criterion, result: "claimed", evidence: "seen" })),
  };
  return `All is well.\n\`\`\`nexus-report\n${JSON.stringify(block)}\n\`\`\`\n`;
});

/** Reads everything, writes it over every file, closes the cycle, and tells whatever it was given. */
const vandal: ModelSource = {
  name: "vandal",
  open: ({ scenario }) => {
    const files = Object.keys(scenario.given.files ?? {});
    const told = JSON.stringify([scenario.given, scenario.message]).replaceAll("`", "'");
    const deeds = [
      ...files.map((path) => ["read_file", { path }] as const),
      ...[...files, "vandal.txt", ".nexus/context/vandal.md"].map(
        (path) => ["write_file", { path, text: told }] as const,
      ),
      ["task_close", {}] as const,
    ];
    return async () => {
      const [name, params] = deeds.shift() ?? [];
      if (name !== undefined) return { text: "", calls: [{ id: "c", name, params }] };
      const block = { ...blank, status: "blocked", summary: told, files: { changed: ["x"], artifacts: [] } };
      return { text: `All done. ${told}\n\`\`\`nexus-report\n${JSON.stringify(block)}\n\`\`\`\n`, calls: [] };
    };
  },
};

test("who does nothing, who claims success over nothing, and who destroys, passes no scenario", async () => {
  const runs = [...scripted.runs];
  for (const source of [idle, boaster, vandal]) {
    const { runs: own } = await campaign(placed, source, OPTIONS);
    expect(own.filter(isPass).map(({ scenario }) => scenario.id)).toEqual([]);
    runs.push(...own);
  }
  // A check that none of them fails might be one that cannot fail.
  const failing = new Set(
    runs.flatMap(({ scenario, results }) =>
      results.filter(({ result }) => result === "failed").map(({ name }) => `${scenario.id}: ${name}`),
    ),
  );
  const checks = placed.flatMap(({ scenario }) =>
    checksOf(scenario)
      .filter(({ check }) => check.check !== "judge")
      .map(({ check }) => `${scenario.id}: ${check.name}`),
  );
  expect(checks.length).toBeGreaterThan(300);
  expect(checks.filter((check) => !failing.has(check))).toEqual([]);
});

test("the command runs all scripts, and claims no more than that the checks tell them apart", async () => {
  const { code, stdout, stderr } = await runMain("--model", "scripted");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(`\n${placed.length} scenarios: ${placed.length} told apart\nNo model was run: `);
  expect(stdout).toMatch(/^scenario +body +behaves +misbehaves +verdict\n/);
  expect(stdout).not.toMatch(/binds|with body|stand-in/);
});

test("what scripts came to is written without a word of a body that binds", async () => {
  const out = join(temporaryFolder(), "r.md");
  const question = { name: "says it", check: "judge", question: "Does it say so?" };
  const folder = folderOf(smallScenario({ must: [...(smallScenario()["must"] as object[]), question] }));
  expect(await runMain("--model", "scripted", "--folder", folder, "--out", out)).toMatchObject({ code: 0, stderr: "" });
  const page = readFileSync(out, "utf8");
  expect(page).toMatch(/^# Scenarios with scripts, and no model\n\n1 scenario: 1 told apart\n\nNo model was run: /);
  expect(page).toContain("| S90, run 2 | the script that behaves, sample 1 |");
  const json = JSON.parse(readFileSync(out.replace(".md", ".json"), "utf8")) as {
    scenarios: object[];
    runs: { arm: string }[];
  };
  expect(json.scenarios).toEqual([
    {
      id: "S90",
      body: "agents/engineer",
      ...{ where: expect.any(String), notJudged: 0, missing: 0, missed: [], verdict: "told apart" },
      ...{ behaves: { runs: 1, passed: 1 }, misbehaves: { runs: 1, passed: 0 } },
    },
  ]);
  expect(`${page}${JSON.stringify(json)}`).not.toMatch(/binds|with body|stand-in/);
});

test("a scenario whose checks do not tell the two apart is refused by its place", async () => {
  const bad = { breaks: "reports", steps: [] };
  const { good } = smallScenario()["scripted"] as Scenario["scripted"];
  const folder = folderOf(smallScenario({ scripted: { good, bad } }));
  const { code, stdout, stderr } = await runMain("--model", "scripted", "--folder", folder);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(
      /^scenarios: .*own\.yml:1#\/0: S90: the check "reports" does not catch the model that misbehaves\. Sharpen it\.\n$/,
    ),
  });
  expect(stdout).toContain("not told apart");
});

test("a scenario that nobody can pass fails", async () => {
  const scripts = { good: { prose: "Set." }, bad: { breaks: "sets it" } };
  const { code, stdout } = await runMain(
    "--model",
    "scripted",
    "--folder",
    folderOf(smallScenario({ scripted: scripts })),
  );
  expect(code).toBe(1);
  expect(stdout).toMatch(/S90 +agents\/engineer +0\/1 +0\/1 +misfit: the script that behaves does not pass/);
});

test("every failure and a fifth of the passes are read, and at least one pass", () => {
  const { runs } = scripted;
  const passes = runs.filter(isPass).length;
  const read = readingList(runs);
  expect(read.filter((run) => !isPass(run))).toHaveLength(runs.length - passes);
  expect(read.filter(isPass)).toHaveLength(Math.ceil(passes / 5));
});

test("neither the runner nor the scenarios are part of the package", () => {
  const { files } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as { files: string[] };
  expect(files.filter((entry) => /^(scripts|test)\b/.test(entry))).toEqual([]);
});

test("the scenario on the page is told apart, and its messages are JSON", async () => {
  const page = readFileSync(join(packageRoot, "docs/scenarios.md"), "utf8");
  const [, yaml = ""] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const folder = temporaryFolder();
  writeFiles(folder, { "page.yml": yaml });
  expect(await runMain("--model", "scripted", "--folder", folder)).toMatchObject({ code: 0, stderr: "" });
  const [request, reply] = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, text = ""]) => JSON.parse(text) as object,
  );
  expect([request, reply].map((message) => Object.keys(message ?? {}))).toEqual([
    ["protocol", "system", "messages", "files", "tools"],
    ["text", "edits", "calls"],
  ]);
});
