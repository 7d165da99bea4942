import { spawnSync } from "node:child_process";
import { openSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../base/package-root.js";
import { ENGINEER, messageOf, TESTER } from "../report/form/examples.js";
import { minimalContent } from "../testing/minimal-content.js";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import { runProgram } from "./frame/run-program.js";
import { program } from "./nexus-core.js";
import { runHere } from "./testing/run-here.js";

const [first, second] = TESTER.criteria;
const FILES = {
  "good.md": messageOf(TESTER),
  "bad.md": messageOf({ ...TESTER, verdict: "PASS", criteria: [second] }),
  "made.md": messageOf(ENGINEER),
  "acceptance.txt": `\uFEFF${first?.criterion}\r\n\r\n${second?.criterion}\r\n`,
  "empty.txt": "\n",
  "changed.txt": "src/retry\ntest/retry\n",
  "changed-z.txt": "src/retry\0test/retry\0",
  "quoted.txt": 'src/retry\n"docs/\\303\\274.md"\n',
};

async function checked(words: readonly string[], stdin?: string) {
  const folder = temporaryFolder();
  writeFiles(folder, FILES);
  writeFileSync(join(folder, "utf16.md"), Buffer.from(`\uFEFF${FILES["good.md"]}`, "utf16le"));
  writeFileSync(join(folder, "utf16.txt"), Buffer.from(FILES["changed.txt"], "utf16le"));
  return runHere(program, ["check-report", ...words], folder, {}, stdin);
}

test("a report that keeps every invariant gives exit code 0 and a message", async () => {
  const words = ["good.md", "--role", "tester", "--task", "4", "--acceptance", "acceptance.txt"];
  expect(await checked(words)).toEqual({ code: 0, stdout: "no findings in good.md\n", stderr: "" });
});

test("findings show file, line, invariant and remedy, with exit code 1", async () => {
  expect(await checked(["bad.md", "--acceptance=acceptance.txt", "--task=none", "--role=reviewer"])).toEqual({
    code: 1,
    stderr: "",
    stdout: [
      'bad.md:6  report/I2  role is "tester", and was given as "reviewer". Write both as the delegation gave them.',
      "bad.md:7  report/I2  task_id is 4, and was given as null. Write both as the delegation gave them.",
      'bad.md:11  report/I3  the line of acceptance "gives up after 3 attempts" is missing. Copy the lines of acceptance one by one, and give each its result.',
      "bad.md:14  report/I5  the verdict is PASS, and this criterion is fail. Let the verdict follow from the rows: one row that does not pass rules out approval.",
      "bad.md:21  report/I5  the verdict is PASS, and this finding is critical. Let the verdict follow from the rows: one row that does not pass rules out approval.",
      "5 errors in bad.md",
      "",
    ].join("\n"),
  });
});

test("a message can come from standard input", async () => {
  expect(await checked(["-"], JSON.stringify(TESTER))).toEqual({
    code: 0,
    stdout: "no findings in (standard input)\n",
    stderr: "",
  });
  expect((await checked(["-"], "")).stdout).toMatch(/^\(standard input\):1 {2}report\/I1 {2}there is no block/);
});

test("several reports in one message are a finding, and --last checks the last one with its own lines", async () => {
  const partial = { ...ENGINEER, status: "partial", summary: "The help text is open." };
  const transcript = [messageOf(TESTER, "All done."), messageOf(partial, "See the rest.")].join("\n");
  const folder = temporaryFolder();
  writeFiles(folder, { "transcript.md": transcript, "one.md": messageOf(TESTER) });
  const run = (...words: string[]) => runHere(program, ["check-report", ...words], folder);

  const { code, stdout } = await run("transcript.md");
  expect(code).toBe(1);
  expect(stdout).toContain("block 2 of 2 begins here, and only one may count");
  expect(stdout.split("\n").slice(-3)).toEqual([
    "1 error in transcript.md",
    "In a transcript of several messages, --last checks the last report.",
    "",
  ]);
  const line = transcript.slice(0, transcript.lastIndexOf('"task_id"')).split("\n").length;
  expect(await run("transcript.md", "--last", "--role", "engineer", "--task", "4")).toEqual({
    code: 1,
    stdout: `transcript.md:${line}  report/I2  task_id is 3, and was given as 4. Write both as the delegation gave them.\n1 error in transcript.md\n`,
    stderr: "",
  });
  expect(await run("one.md", "--last")).toEqual({ code: 0, stdout: "no findings in one.md\n", stderr: "" });
  expect((await runHere(program, ["check-report", "-", "--last"], folder, {}, "")).code).toBe(1);
});

test("a finding in the example of a body has a line, and a body without an example is a finding", async () => {
  const block = ["```nexus-report", JSON.stringify({ ...TESTER, report: 2 }), "```"].join("\n");
  const folder = temporaryFolder();
  writeFiles(folder, {
    "agents/helper/meta.yml": "id: helper\n",
    "agents/helper/body.md": `## Role\n\nDone and works.\n\n${block}\n\nAll done.\n`,
    "agents/mute/meta.yml": "id: mute\n",
    "agents/mute/body.md": "## Role\n",
    "loose/body.md": `Done.\n\n${block}\n`,
  });
  const lines = async (file: string) => {
    const { code, stdout } = await runHere(program, ["check-report", file], folder);
    return [code, ...stdout.split("\n").map((line) => line.split("  ").slice(0, 2).join(" "))];
  };
  expect(await lines("agents/helper/body.md")).toEqual([
    1,
    "agents/helper/body.md:6 report/I1",
    "1 error in agents/helper/body.md",
    "",
  ]);
  expect(await lines("agents/mute/body.md")).toEqual([
    1,
    "agents/mute/body.md:1 report/I1",
    "1 error in agents/mute/body.md",
    "",
  ]);
  expect(await lines("loose/body.md")).toContain("loose/body.md:4 report/I1");
});

test("with a content folder, reports of its agents are accepted", async () => {
  const { engineer: _, ...common } = ENGINEER;
  const report = { ...common, role: "helper", files: { changed: [], artifacts: [] }, helper: {} };
  const folder = temporaryFolder();
  writeFiles(folder, { "message.md": JSON.stringify(report), ...Object.fromEntries(minimalContent().texts) });
  const run = (...words: string[]) => runHere(program, ["check-report", "message.md", ...words], folder);

  expect((await run("--content", ".", "--role", "helper")).stdout).toBe("no findings in message.md\n");
  expect((await run()).stdout).toContain('report/I1  "helper" is not one of');
  expect((await run("--role", "helper")).stderr).toContain('--role cannot be "helper"');
  expect((await run("--content", ".", "--role", "helpr")).stderr).toContain('Did you mean "helper"?');
  expect(await run("--content", "none")).toMatchObject({ code: 2, stdout: "" });
});

test("the command rejects standard input that is a folder or UTF-16, and a file that is too large", () => {
  const bin = join(packageRoot, "bin/nexus-core.js");
  const run = (file: string, options: object) =>
    spawnSync(process.execPath, [bin, "check-report", file], { encoding: "utf8", ...options });
  const folder = temporaryFolder();
  expect(run("-", { stdio: [openSync(folder, "r"), "pipe", "pipe"] })).toMatchObject({
    status: 2,
    stdout: "",
    stderr: "NXC_FILE_IS_FOLDER  (standard input): this report is a folder. Name a file.\n",
  });
  expect(run("-", { input: Buffer.from(messageOf(TESTER), "utf16le") })).toMatchObject({
    status: 2,
    stderr: "NXC_FILE_UTF16  (standard input): this report is UTF-16. Write it as UTF-8.\n",
  });
  writeFileSync(join(folder, "large.md"), "");
  truncateSync(join(folder, "large.md"), 600_000_000);
  expect(run("large.md", { cwd: folder })).toMatchObject({
    status: 2,
    stderr: "NXC_FILE_TOO_LARGE  large.md: this report is too large to read. Name a file of less than 500 MB.\n",
  });
});

test("unreadable standard input gives exit code 2", async () => {
  const printed: string[] = [];
  const write = (text: string) => printed.push(text);
  const stdin = () => Promise.reject(Object.assign(new Error("read failed"), { code: "EIO" }));
  const context = { cwd: "/", env: {}, isTerminal: false, stdin, stdout: write, stderr: write };
  expect(await runProgram(program, ["check-report", "-"], context)).toBe(2);
  expect(printed.join("")).toMatch(/^NXC_FILE_UNREADABLE {2}\(standard input\): .*EIO.*\n$/);
});

test.each([
  [["--changed", "src/retry", "--changed", "test/retry"], 0],
  [["--changed-list", "changed.txt"], 0],
  [["--changed-list", "changed-z.txt"], 0],
  [["--changed", "src/retry"], 1],
  [["--changed-list", "empty.txt"], 1],
  [["--changed-list", "changed.txt", "--changed", "src/wait"], 1],
  [[], 0],
])("the list of changed files %j gives exit code %d", async (words, code) => {
  expect((await checked(["made.md", ...words])).code).toBe(code);
});

test("findings can be JSON, SARIF or annotations", async () => {
  const as = async (format: string) => (await checked(["bad.md", "--format", format])).stdout;
  expect(JSON.parse(await as("json"))).toMatchObject({
    summary: { errors: 2 },
    findings: [{ file: "bad.md", line: 14, pointer: "/criteria/0/result", rule: "report/I5" }, { line: 21 }],
  });
  expect(JSON.parse(await as("sarif"))).toMatchObject({
    runs: [{ tool: { driver: { rules: [{ id: "report/I5" }] } }, results: [{ ruleIndex: 0 }, { ruleIndex: 0 }] }],
  });
  expect(await as("github")).toMatch(/^::error file=bad\.md,line=14,title=report\/I5::/);
});

test("findings show absolute paths relative to the working directory, and standard input has no file", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "sent/bad.md": FILES["bad.md"] });
  const as = async (file: string, format: string) =>
    (await runHere(program, ["check-report", file, "--format", format], folder, {}, FILES["bad.md"])).stdout;
  expect(await as(join(folder, "sent/bad.md"), "github")).toMatch(/^::error file=sent\/bad\.md,line=14,/);
  expect(await as("-", "github")).toMatch(/^::error title=report\/I5::\(standard input\), line 14: the verdict/);
  const [run] = JSON.parse(await as("-", "sarif")).runs;
  expect(run.results[0].locations).toEqual([{ message: { text: "(standard input), line 14" } }]);
});

test.each([
  [[], "NXC_USAGE_MISSING_ARGUMENT  FILE is missing. Run nexus-core check-report --help for the form."],
  [["none.md"], "NXC_FILE_NOT_FOUND  none.md: there is no such report. Check the path."],
  [["."], "NXC_FILE_IS_FOLDER  .: this report is a folder. Name a file."],
  [["utf16.md"], "NXC_FILE_UTF16  utf16.md: this report is UTF-16. Write it as UTF-8."],
  [["good.md", "--changed-list", "utf16.txt"], "NXC_FILE_UTF16  utf16.txt: this list of files is UTF-16."],
  [["good.md", "--acceptance", "utf16.txt"], "NXC_FILE_UTF16  utf16.txt: this list of criteria is UTF-16."],
  [["good.md", "--acceptance", "none.txt"], "NXC_FILE_NOT_FOUND  none.txt: there is no such list of criteria."],
  [["good.md", "--acceptance", "empty.txt"], '--acceptance cannot be "empty.txt": the file holds no criterion.'],
  [["good.md", "--changed-list", "none.txt"], "NXC_FILE_NOT_FOUND  none.txt: there is no such list of files."],
  [
    ["good.md", "--changed-list", "quoted.txt"],
    String.raw`--changed-list cannot be "quoted.txt": git has quoted the name "docs/\303\274.md", so make the list with git -z.`,
  ],
  [["good.md", "--role", "testr"], 'Did you mean "tester"? Give it as --role ROLE.'],
  [["good.md", "--task", "0"], '--task cannot be "0": it is the number of a task, or none.'],
  [["good.md", "bad.md"], 'unexpected argument "bad.md"'],
])("%j gives exit code 2 and an error of one line", async (words, line) => {
  const { code, stdout, stderr } = await checked(words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(line);
  expect(stderr.trimEnd()).not.toContain("\n");
});
