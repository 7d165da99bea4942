import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { counterContract } from "../conformance/testing/counter-contract.js";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import { program } from "./nexus-conformance.js";
import { runHere } from "./testing/run-here.js";

const contract = counterContract();

/** An adapter of the counter with some functions replaced. */
function project(changes = ""): string {
  const cwd = temporaryFolder();
  writeFiles(cwd, {
    "adapter.mjs": `
      import { readFileSync, mkdirSync, writeFileSync } from "node:fs";
      const read = (folder) => { try { return JSON.parse(readFileSync(folder + "/.state/counter.json", "utf8")).total; } catch { return 0; } };
      const write = (folder, total) => { mkdirSync(folder + "/.state", { recursive: true }); writeFileSync(folder + "/.state/counter.json", JSON.stringify({ total })); return { total }; };
      const tools = {
        add: ({ by }, folder) => { if (!(by >= 1)) throw new Error("by must be 1 or more"); return write(folder, read(folder) + by); },
        read: (_, folder) => ({ total: read(folder) }),
        reset: (_, folder) => write(folder, 0),
        tick: (_, folder) => write(folder, read(folder) + 1),
        ${changes}
      };
      export default {
        name: "counter", surfaces: ["tools", "events"],
        open: ({ workspace }) => ({ call: (tool, params) => tools[tool](params, workspace), emit: (event, params) => tools[event](params, workspace) }),
      };`,
  });
  return cwd;
}

const whole = project();
const cover = (words: readonly string[], cwd = whole) =>
  runHere(program, ["coverage", "--contract", contract, "--adapter", "module:./adapter.mjs", ...words], cwd);

test("coverage counts each kind, with exit code 0", async () => {
  const { code, stdout, stderr } = await cover(["--fail-below", "100"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(`Coverage of counter 1 / large, by assertions checked on counter

  requirements        9 of 9  100.0 %  (1 that cannot be asserted)
  answers             2 of 2  100.0 %
  state               1 of 1  100.0 %

Cannot be asserted
  requirements  counter.add.atomic: no fixture can crash it yet
`);
});

test("uncovered items are listed with the nearest cases, one line for each kind below the limit", async () => {
  const { code, stdout, stderr } = await cover(["--fail-below", "90", "--skip", "add_twice"]);
  expect(code).toBe(1);
  expect(stdout).toContain("\nNot covered: answers\n  add total\n");
  expect(stdout).toContain("\nNot covered: requirements\n  counter.add.sums\n");
  expect(stderr.trimEnd().split("\n")).toEqual([
    expect.stringMatching(
      /^NXC_COVERAGE_BELOW {2}requirements: \d of 9 are covered, \d+(\.\d)? %, which is below 90 %\. /,
    ),
    expect.stringMatching(/^NXC_COVERAGE_BELOW {2}answers: 1 of 2 are covered, 50 %, which is below 90 %\. /),
  ]);
});

test("a limit counts only if the run conforms", async () => {
  const { code, stderr } = await cover(["--fail-below", "51", "--run", "read*"]);
  expect(code).toBe(1);
  expect(stderr).not.toContain("NXC_COVERAGE_RUN");
  expect(stderr).toContain("NXC_COVERAGE_BELOW  answers: 1 of 2");
  expect((await cover(["--run", "read*"])).code).toBe(0);
});

test("a run that does not conform has the exit code of run, and failed cases cover nothing", async () => {
  const wrong = await cover([], project("read: () => ({ total: 1 }),"));
  expect(wrong.code).toBe(1);
  expect(wrong.stdout).toContain("Not covered: answers\n  read total\n");
  const dead = await cover([], project("add: 0, read: 0, reset: 0, tick: 0,"));
  expect(dead.code).toBe(1);
  expect(dead.stdout).toContain("requirements        0 of 9    0.0 %");
  const unreachable = temporaryFolder();
  const open = "open() { throw new Error('no such server'); }";
  writeFiles(unreachable, {
    "adapter.mjs": `export default { name: "gone", surfaces: ["tools", "events"], ${open} };`,
  });
  const gone = await cover([], unreachable);
  expect(gone.code).toBe(3);
  expect(gone.stderr).toContain("NXC_COVERAGE_RUN  the run itself ended with adapter-error");
});

test("--requirement shows the cases that cover a requirement", async () => {
  expect(await cover(["--requirement", "counter.add.sums"])).toEqual({
    code: 0,
    stdout: "counter.add.sums  covered\n  add_twice\n",
    stderr: "",
  });
  const { stdout } = await cover(["--requirement", "counter.add.sums"], project("add: () => undefined,"));
  expect(stdout).toBe("counter.add.sums  uncovered\n  not covered by add_twice\n");
});

test("the JSON report of coverage matches its schema, and is written beside the text report", async () => {
  const { code, stdout } = await cover(["--reporter", "pretty", "--reporter", "json:coverage.json"]);
  expect(code).toBe(0);
  expect(stdout).toContain("Coverage of counter");
  const coverage = JSON.parse(readFileSync(join(whole, "coverage.json"), "utf8")) as {
    kinds: unknown[];
    verdict: string;
  };
  expect(coverage).toMatchObject({ coverage_version: "1.1", contract: "counter", verdict: "conforms" });
  expect(coverage.kinds).toHaveLength(3);
});

test("claims of a user's fixtures that nothing asserts are findings", async () => {
  writeFiles(whole, {
    "theirs.json": [
      {
        test_id: "theirs",
        description: "Written by somebody else",
        covers: { return_value: { read: ["total", "colour"] } },
        action: { tool: "read" },
        postcondition: { return_value: { "$.total": 0 } },
      },
    ],
  });
  const { code, stdout } = await cover(["--fixtures", "theirs.json"]);
  expect(code).toBe(1);
  expect(stdout).toContain("Claims in covers: 1 of 2 hold\n");
  expect(stdout).toMatch(
    /NXC_COVERAGE_CLAIM {2}theirs\.json:\d+#\/0\/covers\/return_value\/read\/1: case "theirs" claims/,
  );
});

test.each([
  [["--fail-below", "all"], '--fail-below cannot be "all": it is a whole number from 1'],
  [["--fail-below", "101"], '--fail-below cannot be "101": it is a whole number from 1 to 100'],
  [["--fail-below", "-3"], "--fail-below"],
  [["--profile", "larg"], 'has no profile "larg"'],
  [["--requirement", "counter.add.sum"], 'has no requirement "counter.add.sum"'],
  [["--reporter", "junit"], "the formats are pretty, json"],
  [["--reporter", "json:"], "the file has no name"],
  [["--run", "nobody"], '--run "nobody" matches no case'],
])("%j gives exit code 2 and an error of one line", async (words, line) => {
  const { code, stdout, stderr } = await cover(words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(line);
  expect(stderr.trimEnd()).not.toContain("\n");
});

test("coverage needs an adapter", async () => {
  const { code, stderr } = await runHere(program, ["coverage", "--contract", contract], temporaryFolder());
  expect(code).toBe(2);
  expect(stderr).toContain("NXC_USAGE_NO_ADAPTER");
});
