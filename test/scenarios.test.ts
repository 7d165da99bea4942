/** The scenarios are worth something: their checks tell right from wrong, and the runner says so in plain words. */

import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dump } from "js-yaml";
import { beforeAll, expect, test } from "vitest";
import { AGENT_IDS, BODIES } from "../scripts/scenarios/body.js";
import { type Campaign, campaign, isPass, verdictOf } from "../scripts/scenarios/campaign.js";
import { loadScenarios } from "../scripts/scenarios/load.js";
import { main } from "../scripts/scenarios/main.js";
import type { ModelSource } from "../scripts/scenarios/model.js";
import { blankPart } from "../scripts/scenarios/report-part.js";
import { checksOf, misbehavioursOf, ownKeyOf, roleOf, type Scenario, taskOf } from "../scripts/scenarios/scenario.js";
import { scriptedModel } from "../scripts/scenarios/scripted-model.js";
import { readingList } from "../scripts/scenarios/write-results.js";
import { packageRoot } from "../src/package-root.js";
import { temporaryFolder, writeFiles } from "../src/testing/temporary-folder.js";

const placed = loadScenarios();
const OPTIONS = { samples: 1, maxTurns: 30, jobs: 4 };

async function runMain(...words: string[]) {
  let [stdout, stderr] = ["", ""];
  const code = await main(words, {
    env: {},
    stdout: (text) => (stdout += text),
    stderr: (text) => (stderr += text),
  });
  return { code, stdout, stderr };
}

/** A small scenario that can be told apart, with changes. */
function smallScenario(changes: object = {}): Record<string, unknown> {
  return {
    id: "S90",
    title: "A constant is wrong",
    body: "agents/engineer",
    rules: ["Change target files only"],
    given: { files: { "src/a.js": "export const a = 1;\n" } },
    message: { id: 1, task: "Set a to 2." },
    must: [
      { name: "sets it", check: "state", file: "src/a.js", contains: "a = 2" },
      { name: "reports", check: "parse", at: "/status", is: "complete" },
    ],
    scripted: {
      good: {
        steps: [{ write_file: { path: "src/a.js", text: "export const a = 2;\n" } }],
        prose: "Set.",
        report: { files: { changed: ["src/a.js"], artifacts: [] } },
      },
      bad: { breaks: "sets it", steps: [] },
    },
    ...changes,
  };
}

function folderOf(...scenarios: object[]): string {
  const folder = temporaryFolder();
  writeFiles(folder, { "own.yml": dump(scenarios) });
  return folder;
}

const fake = (deed: string) => `command:${process.execPath} ${join(packageRoot, "test/fakes/model.mjs")} ${deed}`;

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
});

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

/** Says the same whatever it is given. */
const saying = (name: string, final: (scenario: Scenario) => string): ModelSource => ({
  name,
  open:
    ({ scenario }) =>
    async () => ({ text: final(scenario), calls: [] }),
});

const blank = {
  ...{ report: 1, verdict: null, summary: "Done.", criteria: [], findings: [], checks: [], assumptions: [], next: [] },
  ...{ files: { changed: [], artifacts: [] }, questions: [], not_done: [], suspect_content: [] },
};

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

test("the command runs all scripted models, and says that every scenario binds", async () => {
  const { code, stdout, stderr } = await runMain("--model", "scripted");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(`\n${placed.length} scenarios: ${placed.length} binds\n`);
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
  expect(stdout).toMatch(/S90 +agents\/engineer +0\/1 +0\/1 +1 +0 +fails/);
});

test.each<[string, object, RegExp]>([
  ["an unknown field", { titel: "x" }, /own\.yml:\d+#\/0\/titel: unknown property "titel"\. Did you mean "title"\?/],
  [
    "an unknown body",
    { body: "agents/enginer" },
    /own\.yml:\d+#\/0\/body: S90: there is no body agents\/enginer\. Did you mean "agents\/engineer"\?/,
  ],
  [
    "words that no rule holds",
    { rules: ["Be nice"] },
    /#\/0\/rules\/0: S90: 0 rules of agents\/engineer\/body\.md hold "Be nice", not one/,
  ],
  ["words of several rules", { rules: ["default"] }, /#\/0\/rules\/0: S90: \d+ rules of .* hold "default", not one/],
  [
    "a check that asks for nothing",
    { must: [{ name: "x", check: "state", file: "a" }] },
    /#\/0\/must\/0: S90: it says of a file neither/,
  ],
  [
    "an unknown tool",
    { given: { state: [{ task_ad: {} }] } },
    /#\/0\/given\/state\/0: S90: there is no tool "task_ad"\. Did you mean "task_add"\?/,
  ],
  [
    "a state that the harness refuses",
    { given: { state: [{ task_update: { id: 9, status: "pending" } }] } },
    /#\/0\/given\/state\/0: task_update is refused: tasks\.json not found/,
  ],
  ["a path that leads out", { given: { files: { "../x": "" } } }, /#\/0\/given\/files.*: .*\.\.\/x/],
  [
    "a broken expression",
    { must: [{ name: "x", check: "regex", pattern: "(" }] },
    /#\/0\/must\/0\/pattern: S90: Invalid regular expression/,
  ],
  [
    "a misbehaviour that no check names",
    { scripted: { good: { prose: "x" }, bad: { breaks: "y" } } },
    /#\/0\/scripted\/bad\/breaks: S90: no check for a machine has the name "y"/,
  ],
])("%s is told in one line with file, line and pointer", async (_, changes, expected) => {
  const { code, stdout, stderr } = await runMain("--model", "scripted", "--folder", folderOf(smallScenario(changes)));
  expect({ code, stdout, lines: stderr.trimEnd().split("\n").length }).toEqual({ code: 2, stdout: "", lines: 1 });
  expect(stderr).toMatch(expected);
});

test("an id that stands twice, and text that is no YAML, are refused", async () => {
  const twice = await runMain("--model", "scripted", "--folder", folderOf(smallScenario(), smallScenario()));
  expect(twice).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/#\/1: S90 stands twice, first in .*own\.yml:1#\/0\. /),
  });
  const folder = temporaryFolder();
  writeFiles(folder, { "own.yml": "- id: [\n" });
  const broken = await runMain("--model", "scripted", "--folder", folder);
  expect(broken).toMatchObject({ code: 2, stderr: expect.stringMatching(/^scenarios: .*own\.yml:\d+:\d+: /) });
});

test.each<[string[], RegExp]>([
  [[], /--model: no model was named, so there is nothing to run/],
  [["--model", "oracle"], /--model: "oracle" is no model\. Give scripted, command:CMD, or openai:URL\./],
  [["--model", "scripted", "--samples", "0"], /--samples: "0" is no number from 1/],
  [["--model", "scripted", "--scenario", "S99"], /--scenario, --body: no scenario is so named/],
  [["--model", "openai:http://127.0.0.1:1"], /--model: openai:URL asks for a model by its name\. Give --model-name\./],
  [
    ["--model", "openai:http://127.0.0.1:1", "--model-name", "m", "--key-env", "NO_SUCH"],
    /--key-env: the environment has no NO_SUCH/,
  ],
  [["--model", "scripted", "--judge", "scripted"], /--judge: a script judges nothing/],
  [["--model", "scripted", "--loud"], /options: Unknown option '--loud'/],
])("%j is refused in one line", async (words, expected) => {
  const { code, stderr } = await runMain(...words);
  expect({ code, lines: stderr.trimEnd().split("\n").length }).toEqual({ code: 2, lines: 1 });
  expect(stderr).toMatch(expected);
});

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
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/S90 +agents\/engineer +5\/5 +0\/5 +1 +0 +binds/);
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

test.each<[string, RegExp]>([
  ["babbles", /the answer is no JSON: "Sure, here you are!"\. Print one JSON object/],
  ["misspells", /turn 1#.*: unknown property "call"\. Did you mean "calls"\?/],
  ["dies", /it ended with exit code 7/],
  ["hangs", /it has not answered within 1 s/],
])("a program that %s is named, and is neither pass nor failure", async (deed, expected) => {
  const words = ["--model", fake(deed), "--folder", folderOf(smallScenario()), "--samples", "1", "--timeout", "1"];
  const { code, stdout, stderr } = await runMain(...words);
  expect(code).toBe(3);
  expect(stderr).toMatch(expected);
  expect(stdout).toContain("not judged: the model failed");
});

test("a program that is not there is named", async () => {
  const { code, stderr } = await runMain(
    "--model",
    "command:no-such-program-here",
    "--folder",
    folderOf(smallScenario()),
  );
  expect(code).toBe(3);
  expect(stderr).toMatch(/command:no-such-program-here: it cannot be started: /);
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
  expect(existsSync(join(tmpdir(), "outside.txt"))).toBe(false);
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

test("every failure and a fifth of the passes are read, and at least one pass", () => {
  const { runs } = scripted;
  const passes = runs.filter(isPass).length;
  const read = readingList(runs);
  expect(read.filter((run) => !isPass(run))).toHaveLength(runs.length - passes);
  expect(read.filter(isPass)).toHaveLength(Math.ceil(passes / 5));
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

test("a judge answers with a quotation; one that quotes what is not there leaves the question to a person", async () => {
  const question = { name: "says it", check: "judge", question: "Does it say that it changed the file?" };
  const scenario = smallScenario({ must: [...(smallScenario()["must"] as object[]), question] });
  const words = ["--model", fake("works"), "--folder", folderOf(scenario), "--samples", "1", "--judge"];
  expect(await runMain(...words, fake("judges yes"))).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/1\/1 +0\/1 +1 +0 +binds/),
  });
  expect(await runMain(...words, fake("judges no"))).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/0\/1 +0\/1 +1 +0 +fails/),
  });
  expect(await runMain(...words, fake("invents"))).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/1\/1 +0\/1 +1 +1 +binds/),
  });
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
