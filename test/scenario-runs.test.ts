/** How a model is driven, and what its runs are counted as. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { campaign } from "../scripts/scenarios/campaign.js";
import { loadScenarios } from "../scripts/scenarios/load.js";
import type { ModelSource } from "../scripts/scenarios/model.js";
import { ownKeyOf, type Scenario } from "../scripts/scenarios/scenario.js";
import { scriptedModel } from "../scripts/scenarios/scripted-model.js";
import { verdictOf } from "../scripts/scenarios/tally.js";
import { SCRATCH } from "../scripts/scenarios/workspace.js";
import { temporaryFolder } from "../src/testing/temporary-folder.js";
import { blank, fake, folderOf, runMain, saying, smallScenario } from "./scenario-folder.js";

const placed = loadScenarios();
const OPTIONS = { samples: 1, maxTurns: 30, jobs: 4 };

test("a model behind a command edits, calls operations, and binds where only the body makes it report", async () => {
  const folder = folderOf(smallScenario());
  const out = join(temporaryFolder(), "results.md");
  const { code, stdout, stderr } = await runMain(
    "--model",
    fake("works"),
    "--folder",
    folder,
    "--samples",
    "5",
    "--jobs",
    "4",
    "--out",
    out,
  );
  expect(code).toBe(0);
  const told = stderr.trimEnd().split("\n");
  expect(told).toHaveLength(10);
  expect(told.map((line, index) => line.startsWith(`${index + 1}/10 S90 `))).toEqual(told.map(() => true));
  expect(told).toContainEqual(expect.stringMatching(/ S90 body \d: passed \(2 turns\)$/));
  expect(stdout).toMatch(/S90 +agents\/engineer +5\/5 +0\/5 +0 +1 +0 +binds/);
  expect(stdout).toContain("\n1 scenario: 1 binds\n");
  expect(readdirSync(dirname(out)).sort()).toEqual(["results.json", "results.md"]);
  const results = JSON.parse(readFileSync(out.replace(".md", ".json"), "utf8")) as {
    runs: { arm: string; label: string; changed: string[]; final: string }[];
  };
  expect(results.runs).toHaveLength(10);
  expect(results.runs.every(({ changed }) => changed.join() === "src/a.js")).toBe(true);
  const block = /\{.*\}/.exec(results.runs.find(({ arm }) => arm === "body")?.final ?? "")?.[0] ?? "";
  expect(JSON.parse((JSON.parse(block) as { summary: string }).summary)).toEqual({
    protocol: 1,
    files: ["src/a.js"],
    tasks: false,
  });
  const page = readFileSync(out, "utf8");
  // Five failures and one of the five passes; nothing but the key tells which is which.
  expect(page.match(/^### S90, run \d+: /gm)).toHaveLength(6);
  expect(page.slice(0, page.indexOf("## Key")).replace(/\| scenario[\s\S]*?\n\n/, "")).not.toMatch(/stand-in/);
});

test("a run that does not end is stopped, and has not kept away from anything", async () => {
  const scenario = smallScenario({ must_not: [{ name: "asks", check: "state", called: { tool: "user_question" } }] });
  const source = saying("endless", () => "");
  const endless: ModelSource = {
    ...source,
    open: () => async () => ({ text: "", calls: [{ id: "c", name: "list_files", params: {} }] }),
  };
  const { runs } = await campaign([{ scenario: scenario as unknown as Scenario, where: "own" }], endless, {
    ...OPTIONS,
    maxTurns: 3,
  });
  expect(runs[0]?.outcome?.turns).toBe(3);
  expect(runs[0]?.results.map(({ name, result, why }) => [name, result, why])).toEqual(
    ["sets it", "reports", "asks"].map((name) => [name, "failed", "the run was stopped before its last message"]),
  );
});

test("words of a call are found in lists and objects too, whatever their case, and in no other call", async () => {
  const asks = (mentions: string) => ({ name: mentions, check: "state", called: { tool: "user_question", mentions } });
  const scenario = smallScenario({
    must: [asks("HOSTED abroad"), asks("export const"), asks("hosted at home")],
    scripted: {
      good: {
        steps: [
          { user_question: { question: "Which?", options: [{ label: "2", description: "Hosted abroad." }] } },
          { write_file: { path: "src/a.js", text: "export const a = 2;\n" } },
        ],
        prose: "Asked.",
      },
      bad: { breaks: "HOSTED abroad" },
    },
  });
  const { runs } = await campaign(
    [{ scenario: scenario as unknown as Scenario, where: "own" }],
    scriptedModel,
    OPTIONS,
  );
  const [own] = runs.filter(({ arm }) => arm === "body");
  expect(own?.results.map(({ result, why }) => [result, why])).toEqual([
    ["passed", undefined],
    ["failed", 'user_question {"mentions":"export const"} was called 0 times'],
    ["failed", 'user_question {"mentions":"hosted at home"} was called 0 times'],
  ]);
});

test("words of an answer tell a call that found something from one that did not", async () => {
  const reads = (answered: string) => ({ name: answered, check: "state", called: { tool: "read_file", answered } });
  const scenario = smallScenario({
    must: [reads("EXPORT const"), reads("nowhere")],
    scripted: { good: { steps: [{ read_file: { path: "src/a.js" } }], prose: "Read." }, bad: { breaks: "nowhere" } },
  });
  const { runs } = await campaign(
    [{ scenario: scenario as unknown as Scenario, where: "own" }],
    scriptedModel,
    OPTIONS,
  );
  expect(runs[0]?.results.map(({ result, why }) => [result, why])).toEqual([
    ["passed", undefined],
    ["failed", 'read_file {"answered":"nowhere"} was called 0 times'],
  ]);
});

test.each<[number, string[]]>([
  [2, ["passed", "failed"]],
  [1, ["passed", "passed"]],
])("calls that come %i in a turn are counted as calls and as turns", async (atOnce, expected) => {
  const asked = { check: "state", called: { tool: "user_question" } };
  const scenario = smallScenario({
    must: [
      { ...asked, name: "asks twice", times: { min: 2, max: 2 } },
      { ...asked, name: "asks in two turns", turns: { min: 2 } },
    ],
  });
  const source: ModelSource = {
    ...saying("asking", () => ""),
    open:
      () =>
      async ({ messages }) => {
        const made = messages.filter(({ from }) => from === "tool").length;
        const call = { name: "user_question", params: { question: "Which?" } };
        const calls = Array.from({ length: made < 2 ? atOnce : 0 }, (_, index) => ({
          id: `c${made + index}`,
          ...call,
        }));
        return { text: "Asked.", calls };
      },
  };
  const { runs } = await campaign([{ scenario: scenario as unknown as Scenario, where: "own" }], source, OPTIONS);
  expect(runs[0]?.results.slice(0, 2).map(({ result }) => result)).toEqual(expected);
});

test("the script that behaves plays once, each misbehaviour once, and all begin with the same bytes", async () => {
  const close = { task_close: {} };
  const scenario = smallScenario({
    given: { state: [{ task_add: { title: "Set a", context: "src/a.js" } }] },
    must: [{ name: "keeps it", check: "state", called: { tool: "task_close" }, times: { min: 0, max: 0 } }],
    scripted: {
      good: { prose: "Kept." },
      bad: { breaks: "keeps it", steps: [close] },
      also: [{ breaks: "keeps it", steps: [close, close] }],
    },
  });
  const one = [{ scenario: scenario as unknown as Scenario, where: "own" }];
  const { runs, tallies } = await campaign(one, scriptedModel, OPTIONS);
  expect(runs.map(({ arm, sample }) => `${arm} ${sample}`)).toEqual(["body 1", "stand-in 1", "stand-in 2"]);
  expect(tallies).toMatchObject([{ samples: 1, standIns: 2, withBody: 1, withStandIn: 0, verdict: "told" }]);
  const starts = runs.map(({ outcome }) => [...(outcome?.before ?? [])]);
  expect(starts[0]?.map(([path]) => path)).toContain(".nexus/state/tasks.json");
  expect(starts.slice(1)).toEqual([starts[0], starts[0]]);
});

test("nothing is written outside of the workspace", async () => {
  const scenario = smallScenario({
    must: [{ name: "refused", check: "regex", pattern: "has to lead to a file inside" }],
    scripted: { good: { prose: "has to lead to a file inside" }, bad: { breaks: "refused", prose: "x" } },
  });
  const out = join(temporaryFolder(), "r.md");
  const { stdout } = await runMain(
    "--model",
    fake("escapes"),
    "--folder",
    folderOf(scenario),
    "--samples",
    "1",
    "--out",
    out,
  );
  expect(stdout).toMatch(/1\/1 +1\/1 .*no difference: drop or make harder/);
  expect(existsSync(join(SCRATCH, "outside.txt"))).toBe(false);
});

test("four of five pass, and two of five more than without the body", () => {
  const verdicts = [
    [5, 0],
    [4, 2],
    [4, 3],
    [5, 5],
    [3, 0],
    [0, 0],
  ] as const;
  expect(verdicts.map(([own, others]) => verdictOf(5, own, others))).toEqual([
    "binds",
    "binds",
    "same",
    "same",
    "fails",
    "fails",
  ]);
  expect([verdictOf(1, 1, 0), verdictOf(1, 1, 1), verdictOf(1, 0, 0)]).toEqual(["binds", "same", "fails"]);
});

test("five runs with five readings are told apart from five alike", async () => {
  const [one] = placed.filter(({ scenario }) => scenario.id === "S04");
  const words = ["partial", "blocked", "complete", "needs_input", "partial"];
  const changeable = saying("changeable", (scenario) => {
    const block = { ...blank, role: "engineer", task_id: 2, status: words.pop(), [ownKeyOf(scenario)]: {} };
    return `\`\`\`nexus-report\n${JSON.stringify(block)}\n\`\`\`\n`;
  });
  const onBody: ModelSource = {
    ...changeable,
    open: (run) => (run.arm === "body" ? changeable.open(run) : async () => ({ text: "", calls: [] })),
  };
  const { tallies } = await campaign(one === undefined ? [] : [one], onBody, { ...OPTIONS, samples: 5, jobs: 1 });
  expect(tallies[0]?.spread).toBe(4);
});
