import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { everyStatus } from "../conformance/testing/reports.js";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import { REPORTER_FORMATS } from "./common/reporters.js";
import { program } from "./nexus-conformance.js";
import { runHere } from "./testing/run-here.js";

async function folder(): Promise<string> {
  const path = temporaryFolder();
  writeFiles(path, { "report.json": await everyStatus(), "other.json": { verdict: "fine" }, "broken.json": "{" });
  return path;
}

test("a stored report is shown again, and its verdict does not change the exit code", async () => {
  const { code, stdout, stderr } = await runHere(program, ["report", "report.json"], await folder());
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^counter 1 \/ large {2}counter 2\.0\.0/);
  expect(stdout).toContain("Does not conform.");
});

test("one command can make every format from a stored report", async () => {
  const cwd = await folder();
  const flags = REPORTER_FORMATS.flatMap((format) => ["--reporter", `${format}:out.${format}`]);
  expect(await runHere(program, ["report", "report.json", ...flags], cwd)).toEqual({ code: 0, stdout: "", stderr: "" });
  for (const format of REPORTER_FORMATS) expect(readFileSync(join(cwd, `out.${format}`), "utf8")).toMatch(/\n$/);
  expect(JSON.parse(readFileSync(join(cwd, "out.json"), "utf8"))).toEqual(await everyStatus());
});

test("in a GitHub job, the report is appended to the summary page", async () => {
  const cwd = await folder();
  writeFiles(cwd, { "summary.md": "from another step\n" });
  const env = { GITHUB_STEP_SUMMARY: join(cwd, "summary.md") };
  const { code, stdout } = await runHere(program, ["report", "report.json", "--reporter", "github"], cwd, env);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^::error /);
  expect(readFileSync(join(cwd, "summary.md"), "utf8")).toMatch(/^from another step\n## ❌ `counter 1/);
});

test.each([
  [["report"], "NXC_USAGE_MISSING_ARGUMENT  FILE is missing. Run nexus-conformance report --help for the form."],
  [["report", "nothing.json"], "NXC_FILE_NOT_FOUND  nothing.json: there is no such report."],
  [["report", "broken.json"], "NXC_JSON_SYNTAX  broken.json:1:2: "],
  [["report", "other.json"], "NXC_REPORT_INVALID  other.json: this is not the report of a run: "],
  [["report", "report.json", "--reporter", "xml"], '--reporter cannot be "xml": '],
])("%j gives exit code 2 and an error of one line", async (words, line) => {
  const { code, stdout, stderr } = await runHere(program, words, await folder());
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(line);
  expect(stderr.trimEnd()).not.toContain("\n");
});
