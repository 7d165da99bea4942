/** What a person and a judge are shown of a run, and what their questions do to a verdict. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { campaign } from "../scripts/scenarios/campaign.js";
import { main } from "../scripts/scenarios/main.js";
import type { Model, ModelReply, ModelSource } from "../scripts/scenarios/model.js";
import type { Scenario } from "../scripts/scenarios/scenario.js";
import { labelsOf, markdownOf } from "../scripts/scenarios/write-results.js";
import { temporaryFolder } from "../src/testing/temporary-folder.js";
import { fake, folderOf, runMain, smallScenario } from "./scenario-folder.js";

const question = { name: "says it", check: "judge", question: "Does it say that it changed the file?" };
const asking = (changes: object = {}) =>
  smallScenario({ must: [...(smallScenario()["must"] as object[]), question], ...changes });

/** Plays the same turns in every run. */
function playing(turns: readonly Partial<ModelReply>[]): ModelSource {
  return {
    name: "playing",
    open: () => {
      const left = [...turns];
      return async () => ({ text: "", calls: [], ...left.shift() });
    },
  };
}

const OPTIONS = { samples: 1, maxTurns: 5, jobs: 1 };
const answer = (isYes: boolean, quotation: string) => JSON.stringify({ answer: isYes ? "yes" : "no", quotation });

/** What one judge saw of one run, and what its answer came to. */
async function judged(scenario: object, turns: readonly Partial<ModelReply>[], say: (shown: string) => string) {
  const shown: string[] = [];
  const open = (): Model => async (request) => {
    shown.push(request.messages[0]?.text ?? "");
    return { text: say(shown.at(-1) ?? ""), calls: [] };
  };
  const one = [{ scenario: scenario as Scenario, where: "own" }];
  const result = await campaign(one, playing(turns), { ...OPTIONS, judge: { name: "judge", open } });
  return { ...result, shown };
}

const call = (name: string, params: Record<string, unknown>) => ({ calls: [{ id: "c", name, params }] });
const edit = call("write_file", { path: "src/a.js", text: "// kept\nexport const a = 2;\n" });
const reads = call("run_command", { command: "npm test" });
const final = { text: 'I changed it.\n```nexus-report\n{"status":"complete"}\n```' };
const richly = asking({
  given: {
    files: { "src/a.js": "// kept\nexport const a = 1;\n", "README.md": "Read me.\n" },
    answers: [{ tool: "run_command", gives: "2 tests passed" }],
    prior: [{ from: "user", text: "We spoke of a before." }],
  },
});

test("a judge and a person see what was given, calls with their answers, and what changed", async () => {
  const { shown, runs, ...rest } = await judged(richly, [reads, edit, final], () => answer(true, "I changed it."));
  const seen = `--- said before ---
user: We spoke of a before.
--- assignment ---
TASK 1: Set a to 2.
--- files at the beginning ---
README.md:
    Read me.
src/a.js:
    // kept
    export const a = 1;

WORK:
--- calls, and what was answered ---
turn 1: run_command {"command":"npm test"}
    2 tests passed
    exit status 0
turn 2: write_file {"path":"src/a.js","text":"// kept\\nexport const a = 2;\\n"}
    Written.
--- what changed in the folder ---
src/a.js (changed, from line 2):
- export const a = 1;
+ export const a = 2;
--- last message ---
${final.text}`;
  expect(shown[0]).toBe(`QUESTION: ${question.question}\n\nGIVEN:\n${seen}`);
  expect(markdownOf({ runs, ...rest }, { model: "m", seed: 1 })).toContain(seen.replace("\n\nWORK:\n", "\n"));
  expect(shown[0]).not.toMatch(/Constraints|helpful|stand-in/);
});

test("what is long is cut and says so, but for the last message", async () => {
  const long = "word ".repeat(4_000);
  const scenario = asking({
    given: { files: { "src/a.js": "export const a = 1;\n", "long.txt": long } },
  });
  const turns = [call("read_file", { path: "long.txt" }), edit, { text: `${final.text}\n${long}end` }];
  const { shown } = await judged(scenario, turns, () => answer(true, "I changed it."));
  expect(shown[0]).toContain("[cut here: 14000 of 20000 characters are not shown]");
  expect(shown[0]).toContain("[cut here: 16000 of 20000 characters are not shown]");
  expect(shown[0]?.endsWith("end")).toBe(true);
});

test.each<[string, string, boolean]>([
  ["its last message", "I changed it.", true],
  ["a file that it wrote", "export const a = 2;", true],
  ["a line that it took away", "- export const a = 1;", true],
  ["the parameters of a call", "// kept export const a = 2;", true],
  ["what a tool answered", "2 tests passed", false],
  ["a file that it was given", "Read me.", false],
  ["nothing", " ", false],
])("a quotation of %s", async (_, quotation, counts) => {
  const { runs } = await judged(richly, [reads, edit, final], () => answer(true, quotation));
  const result = runs[0]?.results.find(({ name }) => name === "says it");
  expect(result).toMatchObject(
    counts ? { result: "passed" } : { result: "open", why: "the judge quotes what is not there" },
  );
});

test("a judge that fails leaves the question open with the reason, and the run is kept", async () => {
  const out = join(temporaryFolder(), "r.md");
  const words = ["--model", fake("works"), "--folder", folderOf(asking()), "--samples", "1", "--out", out];
  const { code, stdout, stderr } = await runMain(...words, "--judge", fake("dies"));
  expect(code).toBe(1);
  expect(stdout).toMatch(/1\/1 +0\/1 +0 +1 +1 +open: 1 question to answer\n/);
  expect(stderr).toMatch(/^1\/2 S90 body 1: passed, 1 question open \(2 turns\): the judge failed: .*exit code 7/);
  expect(readFileSync(out, "utf8")).toMatch(/- \[ \] S90, run \d: Does it say .*; the judge failed: .*exit code 7/);
});

test("a judge decides; without one, or with one that quotes what is not there, a scenario is open and binds nothing", async () => {
  const words = ["--model", fake("works"), "--folder", folderOf(asking()), "--samples", "1"];
  const came = async (...judge: string[]) => {
    const { code, stdout } = await runMain(...words, ...judge);
    return [code, /\S+\/1 .*/.exec(stdout)?.[0].replaceAll(/ +/g, " ")];
  };
  expect(await came("--judge", fake("judges yes"))).toEqual([0, "1/1 0/1 0 1 0 binds"]);
  expect(await came("--judge", fake("judges no"))).toEqual([1, "0/1 0/1 0 1 0 fails"]);
  expect(await came("--judge", fake("invents"))).toEqual([1, "1/1 0/1 0 1 1 open: 1 question to answer"]);
  expect(await came()).toEqual([1, "1/1 0/1 0 1 1 open: 1 question to answer"]);
});

test("of a run that has failed nothing is asked, since no answer saves it", async () => {
  const { runs, shown, tallies } = await judged(asking(), [final], () => answer(true, "I changed it."));
  expect(shown).toEqual([]);
  expect(runs[0]?.results.find(({ name }) => name === "says it")).toMatchObject({
    result: "open",
    why: "not asked, since the run has failed",
  });
  expect(tallies).toMatchObject([{ open: 0, verdict: "fails" }]);
});

test("a run that was stopped is named so in the reading list", async () => {
  const must_not = [{ name: "asks", check: "state", called: { tool: "user_question" } }];
  const scenario = smallScenario({ must_not }) as unknown as Scenario;
  const lists = Array.from({ length: 9 }, () => call("list_files", {}));
  const finished = await campaign([{ scenario, where: "own" }], playing(lists), { ...OPTIONS, maxTurns: 2 });
  const page = markdownOf(finished, { model: "m", seed: 1 });
  expect(page).toMatch(/### S90, run \d: failed, stopped after 2 turns\n/);
  expect(page).toContain("- failed: not: asks (the run was stopped before its last message)\n");
  expect(page).toContain("--- last message ---\nThere is none: the run was stopped after 2 turns.");
});

test("the numbers of runs are drawn by a seed, which stands beside the key, and another one gives another key", async () => {
  const scenario = smallScenario() as unknown as Scenario;
  const finished = await campaign([{ scenario, where: "own" }], playing([final]), { ...OPTIONS, samples: 5 });
  const keyOf = (seed: number) =>
    [...labelsOf(finished.runs, seed)].map(([{ arm, sample }, label]) => `${label}: ${arm} ${sample}`).join("\n");
  const keys = Array.from({ length: 20 }, (_, index) => keyOf(index + 1));
  expect(keyOf(1)).toBe(keys[0]);
  expect(new Set(keys).size).toBe(20);
  expect(markdownOf(finished, { model: "m", seed: 7 })).toContain(
    "## Key\n\nThe numbers were drawn with the seed 7.\n",
  );
  const seeds = [1, 2].map(async () => {
    const out = join(temporaryFolder(), "r.md");
    const world = { env: {}, stdout: () => undefined, stderr: () => undefined };
    await main(["--model", "scripted", "--folder", folderOf(smallScenario()), "--out", out], world);
    return (JSON.parse(readFileSync(out.replace(".md", ".json"), "utf8")) as { seed: number }).seed;
  });
  const [first, second] = await Promise.all(seeds);
  expect(first).toEqual(expect.any(Number));
  expect(first).not.toBe(second);
});
