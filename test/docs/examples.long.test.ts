/** The examples of docs/use/examples, each with its own test runner. */

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../src/base/package-root.js";
import type { Report } from "../../src/conformance/run/report.js";
import { temporaryFolder, writeFiles } from "../../src/testing/temporary-folder.js";

const VITEST = join(packageRoot, "node_modules/vitest/vitest.mjs");
const EXAMPLES = join(packageRoot, "docs/use/examples");
const AS_INSTALLED = ["--root", ".", "--config", join(packageRoot, "test/package/as-installed.config.mjs")];

/** Far more than a JSON report has. */
const REPORT_BYTES = 16 * 1024 * 1024;

function node(words: readonly string[], cwd: string) {
  // Remove the variables of the outer test runner, so that the inner one does not act as its child.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_TEST|TEST$)/.test(name)),
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd,
    encoding: "utf8",
    env,
    maxBuffer: REPORT_BYTES,
  });
  return { status, text: stdout + stderr };
}

const RUNNERS = {
  "node-test": ["--test", "--test-reporter=tap", "conformance.test.mjs"],
  vitest: [VITEST, "run", ...AS_INSTALLED, "--reporter=tap"],
  "jest-style": [VITEST, "run", ...AS_INSTALLED, "--globals", "--reporter=tap"],
};

test.each(Object.entries(RUNNERS))("the example for %s passes, with one test for each case", (name, words) => {
  const { status, text } = node(words, join(EXAMPLES, name));
  expect({ status, text }).toMatchObject({ status: 0 });
  expect(text.match(/^ *ok .* plan_\w+: /gm)?.length).toBeGreaterThan(10);
  expect(text).toContain("no binding requirement is violated");
});

test.each(Object.entries(RUNNERS))(
  "under %s a wrong answer is a failed test that says what was expected",
  (_, words) => {
    const cwd = temporaryFolder();
    writeFiles(cwd, {
      "conformance.test.mjs": `
import { describeConformance } from "${join(packageRoot, "dist/index.js")}";
const { describe, it } = globalThis.it === undefined ? await import("${words === RUNNERS["node-test"] ? "node:test" : join(packageRoot, "node_modules/vitest/dist/index.js")}") : globalThis;
const adapter = { name: "wrong", tools: ["plan_start"], open: () => ({ call: () => ({ created: true }) }) };
describeConformance(adapter, { describe, it }, { profile: "minimal", run: ["plan_start_creates_the_first_plan"] });
`,
    });
    const { status, text } = node(words, cwd);
    expect(status).toBe(1);
    expect(text).toContain("the answer to plan_start");
    expect(text).toMatch(/not ok .*plan_start_creates_the_first_plan/);
  },
);

/** What the kit says of the example in Python, changed on purpose. */
function verdictInPython(change: (source: string) => string) {
  const cwd = temporaryFolder();
  const source = readFileSync(join(EXAMPLES, "tasks.py"), "utf8");
  const changed = change(source);
  writeFiles(cwd, { "tasks.py": changed });
  const words = ["run", "--profile", "tools", "--adapter", "lines:python3 tasks.py", "--reporter", "json"];
  const { status, text } = node([join(packageRoot, "bin/nexus-conformance.js"), ...words], cwd);
  const { verdict, requirements } = JSON.parse(text) as Report;
  const violated = requirements.filter((each) => each.status === "violated").map(({ id }) => id);
  return { status, verdict, violated, isChanged: changed !== source };
}

test.each([
  ["as it is", (source: string) => source, { status: 0, verdict: "conforms-as-judged", violated: [] }],
  [
    "with three faults",
    (source: string) =>
      source
        .replace(/new_id = 1 \+ max.*/u, "new_id = len(tasks) + 1")
        .replace(' and done.issuperset(task["deps"])', "")
        .replace("fcntl.flock(here, fcntl.LOCK_EX)", "pass"),
    {
      status: 1,
      verdict: "does-not-conform",
      violated: ["core.state.concurrent-calls", "core.state.task-ids-unique", "core.task_list.ready"],
    },
  ],
  [
    "without its lock",
    (source: string) => source.replace("fcntl.flock(here, fcntl.LOCK_EX)", "pass"),
    { status: 1, verdict: "does-not-conform", violated: ["core.state.concurrent-calls"] },
  ],
  [
    "when it writes the file in place",
    (source: string) => source.replace('name = f"tasks.json.{os.getpid()}.new"', 'name = "tasks.json"'),
    { status: 1, verdict: "does-not-conform", violated: ["core.state.atomic-writes"] },
  ],
])("the task tools in Python, %s", { timeout: 120_000 }, (name, change, expected) => {
  expect(verdictInPython(change)).toEqual({ ...expected, isChanged: name !== "as it is" });
});
