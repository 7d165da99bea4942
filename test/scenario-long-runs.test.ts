/** A campaign that takes long: what has been finished is never lost, however it ends. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { campaign } from "../scripts/scenarios/campaign.js";
import type { ModelSource } from "../scripts/scenarios/model.js";
import type { Scenario } from "../scripts/scenarios/scenario.js";
import { markProcesses } from "../src/conformance/testing/leftovers.js";
import { packageRoot } from "../src/package-root.js";
import { temporaryFolder } from "../src/testing/temporary-folder.js";
import { fake, folderOf, runMain, saying, smallScenario } from "./scenario-folder.js";

const says = { must: [{ name: "says it", check: "regex", pattern: "changed" }] };
const scripted = { good: { prose: "Changed." }, bad: { breaks: "says it", prose: "x" } };
const spoken = (changes: object = {}) => smallScenario({ ...says, scripted, ...changes });

interface Results {
  readonly partial?: object;
  readonly runs: readonly { readonly scenario: string; readonly arm: string; readonly sample: number }[];
}
const resultsOf = (out: string) => JSON.parse(readFileSync(out.replace(".md", ".json"), "utf8")) as Results;

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "a campaign that gets %s writes what is finished, and ends its program and that behind it",
  async (signal, expected) => {
    const leftovers = markProcesses();
    const [cwd, temporary] = [temporaryFolder(), temporaryFolder()];
    const [out, counter] = [join(cwd, "r.md"), join(cwd, "turns")];
    const words = ["--folder", folderOf(spoken()), "--samples", "3", "--out", out];
    const model = `command:sh -c "exec 3<&0; ${fake(`slows ${counter}`).replace("command:", "")} $0 <&3 & wait" `;
    const script = join(packageRoot, "scripts/scenarios.ts");
    const run = spawn(process.execPath, ["--import", "tsx", script, "--model", `${model}2`, ...words], {
      cwd: packageRoot,
      env: { ...process.env, TMPDIR: temporary },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [stdout, stderr] = ["", ""];
    run.stdout.on("data", (piece) => (stdout += String(piece)));
    run.stderr.on("data", (piece) => (stderr += String(piece)));
    // Two runs are finished, the third hangs.
    while (!existsSync(counter) || readFileSync(counter, "utf8").length < 3) {
      expect(run.exitCode, stderr).toBe(null);
      await pause(20);
    }
    expect(leftovers().length).toBeGreaterThan(1);
    // As behind npm, where the terminal tells all and some tell it on.
    run.kill(signal);
    run.kill(signal);
    const [code] = (await once(run, "close")) as [number | null];
    expect({
      code,
      left: leftovers(),
      workspaces: readdirSync(temporary).filter((name) => name.startsWith("nexus-")),
    }).toEqual({ code: expected, left: [], workspaces: [] });
    expect(stdout).toContain(`\nPARTIAL: it was ended by ${signal} after 2 of 6 runs.`);
    expect(stdout).toContain("unfinished: 4 of 6 runs did not take place");
    expect(stderr).toMatch(/^1\/6 S90 body 1: passed/m);
    expect(readFileSync(join(cwd, "r.jsonl"), "utf8").trimEnd().split("\n")).toHaveLength(2);
    expect(resultsOf(out).partial).toEqual({ why: `it was ended by ${signal}`, finished: 2, planned: 6 });
    expect(readFileSync(out, "utf8")).toContain("PARTIAL: ");
  },
);

test("a complete campaign leaves no journal, and one that is ended before its first run touches no results", async () => {
  const [cwd, scenarios] = [temporaryFolder(), folderOf(spoken())];
  const [out, counter] = [join(cwd, "r.md"), join(cwd, "turns")];
  const model = fake(`slows ${counter} 99`);
  const words = ["--model", model, "--folder", scenarios, "--out", out];
  const first = await runMain(...words, "--samples", "1");
  expect(first.code).toBe(1);
  expect(readdirSync(cwd).sort()).toEqual(["r.json", "r.md", "turns"]);
  const before = readFileSync(out, "utf8");
  expect(await runMain(...words, AbortSignal.abort("SIGINT"))).toMatchObject({
    code: 3,
    stdout: expect.stringContaining("after 0 of 10 runs"),
  });
  expect(readFileSync(out, "utf8")).toBe(before);
});

test("a campaign goes on where it was ended, unless the scenario is another one", async () => {
  const cwd = temporaryFolder();
  const [out, counter] = [join(cwd, "r.md"), join(cwd, "turns")];
  const model = (quick: number) => ["--model", fake(`slows ${counter} ${quick}`), "--out", out];
  const turns = () => readFileSync(counter, "utf8").length;
  const scenarios = folderOf(spoken());
  const words = ["--folder", scenarios, "--samples", "2", "--timeout", "1"];
  // The model hangs from its fourth turn on: three runs are kept.
  const program = model(3);
  expect((await runMain(...program, ...words)).code).toBe(3);
  expect(turns()).toBe(4);
  const journal = join(cwd, "r.jsonl");
  expect(readFileSync(journal, "utf8").trimEnd().split("\n")).toHaveLength(3);
  expect(await runMain(...program, ...words)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /r\.jsonl: it holds runs of a campaign that did not come to its end\. Give --resume /,
    ),
  });
  // As if the power had gone while a line was written.
  appendFileSync(journal, '{"run":"S90');
  writeFileSync(counter, "");
  const resumed = await runMain(...program, ...words, "--resume");
  expect(turns()).toBe(1);
  expect(resumed.stderr).toMatch(/^3 runs in .*r\.jsonl: what still fits is not run again\n1\/4 S90 /);
  expect(resumed).toMatchObject({ code: 1, stdout: expect.stringMatching(/2\/2 +2\/2 +0 +1 +0 +no difference/) });
  expect(existsSync(journal)).toBe(false);
  expect(resultsOf(out).runs).toHaveLength(4);
  expect(await runMain(...program, ...words, "--resume")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/--resume: there are no runs in .*r\.jsonl\. Leave it out/),
  });
  writeFileSync(counter, "");
  expect((await runMain(...program, ...words)).code).toBe(3);
  writeFileSync(counter, "");
  const other = ["--folder", folderOf(spoken({ message: "Another task." })), "--samples", "1", "--timeout", "1"];
  await runMain(...program, ...other, "--resume");
  expect(turns()).toBe(2);
});

test("a run is taken over without the answers of another judge, which are asked for anew", async () => {
  const cwd = temporaryFolder();
  const [out, counter] = [join(cwd, "r.md"), join(cwd, "turns")];
  const question = { name: "is clear", check: "judge", question: "Is it clear?" };
  const scenario = spoken({ must: [...says.must, question] });
  const model = ["--model", fake(`slows ${counter} 1`), "--timeout", "1", "--out", out];
  const words = [...model, "--folder", folderOf(scenario), "--samples", "1"];
  const [first, second] = [fake("judges yes"), fake("judges no")];
  /** What is known of the answer to the question in the run that is kept, and how many turns the model was asked for. */
  const came = async (...judge: string[]) => {
    writeFileSync(counter, ".");
    await runMain(...words, ...judge);
    const { runs, judge: named } = JSON.parse(readFileSync(join(cwd, "r.json"), "utf8")) as {
      judge?: string;
      runs: { arm: string; results: { name: string; result: string }[] }[];
    };
    const run = runs.find(({ arm }) => arm === "body");
    const result = run?.results.find(({ name }) => name === "is clear")?.result;
    return { named, result, turns: readFileSync(counter, "utf8").length - 1 };
  };
  // One turn is answered, which is the run with the body; the other run never is, so that the journal stays.
  writeFileSync(counter, "");
  await runMain(...words, "--judge", first);
  expect(await came("--judge", first, "--resume")).toEqual({ named: first, result: "passed", turns: 1 });
  expect(await came("--judge", second, "--resume")).toEqual({ named: second, result: "failed", turns: 1 });
  expect(await came("--resume")).toEqual({ named: undefined, result: "open", turns: 1 });
  expect(await came("--judge", first, "--resume")).toEqual({ named: first, result: "passed", turns: 1 });
});

test.each([
  ["a folder that is not there", "no/such/r.md"],
  ["a folder", "taken.md"],
])("--out that names %s is refused before the first run", async (_, name) => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "taken.md"));
  const counter = join(cwd, "turns");
  const words = ["--model", fake(`slows ${counter} 99`), "--folder", folderOf(spoken()), "--out", join(cwd, name)];
  const { code, stdout, stderr } = await runMain(...words);
  expect({ code, stdout, asked: existsSync(counter) }).toEqual({ code: 2, stdout: "", asked: false });
  expect(stderr).toMatch(/^scenarios: .*: it cannot be written: .*\. Name another place\.\n$/);
  expect(readdirSync(cwd)).toEqual(["taken.md"]);
});

test("results that can no longer be written leave the table and the journal", async () => {
  const cwd = temporaryFolder();
  const out = join(cwd, "r.md");
  // A folder takes the place of the page while the runs are under way.
  const words = ["--model", `command:sh -c 'mkdir -p ${out}; echo {\\"text\\":\\"Changed.\\"}'`, "--samples", "1"];
  const { code, stdout, stderr } = await runMain(...words, "--folder", folderOf(spoken()), "--out", out);
  expect(code).toBe(2);
  expect(stdout).toContain("1 scenario: 1 no difference");
  expect(stderr).toMatch(
    /r\.jsonl keeps the runs that were judged\. --resume goes on from it\.\n.*r\.md: it cannot be written/,
  );
  expect(readFileSync(join(cwd, "r.jsonl"), "utf8").trimEnd().split("\n")).toHaveLength(2);
});

test("a run in which something unforeseen is thrown leaves the others alone", async () => {
  const scenario = spoken() as unknown as Scenario;
  const source: ModelSource = {
    ...saying("partly broken", () => "Changed."),
    open: ({ sample }) => {
      if (sample === 2) throw new TypeError("x is not a function");
      return async () => ({ text: "Changed.", calls: [] });
    },
  };
  const { runs, tallies } = await campaign([{ scenario, where: "own" }], source, { samples: 3, maxTurns: 3, jobs: 2 });
  expect(runs.map(({ arm, sample, error }) => [arm, sample, error?.line])).toEqual(
    [1, 2, 3].flatMap((sample) =>
      ["body", "stand-in"].map((arm) => [
        ...[arm, sample],
        sample === 2 ? "own: the runner failed: x is not a function. The other runs go on without it." : undefined,
      ]),
    ),
  );
  expect(tallies).toMatchObject([
    { samples: 2, standIns: 2, withBody: 2, notJudged: 2, missing: 0, verdict: "errored" },
  ]);
});
