import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { packageRoot } from "../../src/base/package-root.js";
import { counterContract } from "../../src/conformance/testing/counter-contract.js";
import { temporaryFolder, writeFiles } from "../../src/testing/temporary-folder.js";

const SCRIPT = join(packageRoot, "docs/use/examples/ci/conformance.mjs");
const ACTION = join(packageRoot, ".github/actions/conformance/action.yml");

/** A project whose harness can only read. */
function project(): string {
  const root = temporaryFolder();
  writeFiles(root, {
    "nexus-conformance.config.yml": `adapter: module:./adapter.mjs\ncontract: ${counterContract()}/\n`,
    "adapter.mjs": 'export default { name: "counter", open: () => ({ call: () => ({ total: 0 }) }) };\n',
  });
  mkdirSync(join(root, "node_modules"));
  symlinkSync(packageRoot, join(root, "node_modules/nexus-core"));
  return root;
}

function judge(root: string, env: Readonly<Record<string, string>> = {}) {
  const { PATH = "" } = process.env;
  return spawnSync(process.execPath, [SCRIPT], { cwd: root, encoding: "utf8", env: { PATH, ...env } });
}

test("a run in CI annotates, summarises, and writes its reports and its verdict", () => {
  const root = project();
  const files = { GITHUB_OUTPUT: join(root, "output"), GITHUB_STEP_SUMMARY: join(root, "summary") };
  const { status, stdout, stderr } = judge(root, { GITHUB_ACTIONS: "true", ...files });
  expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
  expect(stdout).toContain("Does not conform.");
  expect(stdout).toMatch(/^::error /mu);
  expect(readdirSync(join(root, "conformance-report")).sort()).toEqual([
    "annotations.txt",
    "badge.json",
    "junit.xml",
    "report.html",
    "report.json",
  ]);
  expect(readFileSync(files.GITHUB_OUTPUT, "utf8")).toBe("verdict=does-not-conform\n");
  expect(readFileSync(files.GITHUB_STEP_SUMMARY, "utf8")).toContain("counter");
});

test("a setting is never an option and never read by a shell", () => {
  const root = project();
  for (const profile of ["small; touch made", "$(touch made)", "--in-process", "small --bail"]) {
    const { status, stderr } = judge(root, { CONFORMANCE_PROFILE: profile });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/^NXC_(?:PROFILE_UNKNOWN|USAGE_FLAG_VALUE) /u),
    });
  }
  expect(existsSync(join(root, "made"))).toBe(false);
  const noFolder = { status: 2, stderr: expect.stringMatching(/^The folder for the reports cannot be made: .*\n$/u) };
  expect(judge(root, { CONFORMANCE_REPORTS: "adapter.mjs" })).toMatchObject(noFolder);
  expect(judge(temporaryFolder())).toMatchObject({ status: 2, stderr: expect.stringContaining("is not installed") });
});

test("the action hands every input over as a variable, and its command holds none", () => {
  const action = load(readFileSync(ACTION, "utf8")) as {
    readonly inputs: Readonly<Record<string, unknown>>;
    readonly runs: {
      readonly steps: readonly { readonly run: string; readonly env: Readonly<Record<string, string>> }[];
    };
  };
  const [step] = action.runs.steps;
  expect(step?.run).toBe('node "$CONFORMANCE_SCRIPT"');
  const script = readFileSync(SCRIPT, "utf8");
  for (const input of Object.keys(action.inputs)) {
    const name = input.toUpperCase();
    expect(step?.env[`CONFORMANCE_${name}`]).toBe(`\${{ inputs.${input} }}`);
    expect(script).toContain(`setting("${name}")`);
  }
});
