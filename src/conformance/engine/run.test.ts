import { existsSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import type { Adapter } from "../adapters/adapter.js";
import { COUNTER, COUNTER_CONTRACT, counterAdapter, counterContract } from "../testing/counter-contract.js";
import type { ConformanceOptions } from "./run-conformance.js";
import { runConformance } from "./run-conformance.js";

const contract = counterContract();

function judge(adapter: Adapter, options: ConformanceOptions = {}) {
  return runConformance(adapter, { contract, ...options });
}

/** The status of each case, and the code of its first failure. */
async function outcomes(adapter: Adapter, options: ConformanceOptions = {}) {
  const report = await judge(adapter, options);
  return Object.fromEntries(report.cases.map(({ id, status, failures }) => [id, failures[0]?.code ?? status]));
}

test("a correct implementation conforms", async () => {
  const report = await judge(counterAdapter());
  expect(report.verdict).toBe("conforms");
  const none = { total: 0, not_observed: 0, not_applicable: 0, untested: 0 };
  const met = (total: number, untested = 0) => ({ ...none, total, conforming: total, violated: 0, untested });
  const option = { ...none, taken: 0, not_taken: 0 };
  expect(report.summary).toEqual({
    cases: {
      total: 6,
      passed: 6,
      failed: 0,
      blocked: 0,
      errored: 0,
      skipped: 0,
      not_taken: 0,
      known_failing: 0,
      unexpectedly_passing: 0,
    },
    requirements: { MUST: met(8, 1), SHOULD: met(1), MAY: option, INFO: option },
    origins: { source: { MUST: met(7), SHOULD: met(0) }, ours: { MUST: met(1, 1), SHOULD: met(1) } },
  });
});

test("an implementation that works in the folder of the command is named first, with the file that shows it", async () => {
  const three = {
    test_id: "add_stores",
    description: "{{by}} is stored",
    verifies: "counter.add.sums",
    action: { tool: "add", params: { by: "{{by}}" } },
    postcondition: { state_files: { ".state/counter.json": { "$.total": "{{by}}" } } },
    each: [1, 2, 3].map((by) => ({ name: String(by), by })),
  };
  const adapterIn = (cwd: string) =>
    counterAdapter({
      add: (params) => {
        writeFiles(cwd, { ".state/counter.json": { total: params["by"] } });
        return { total: params["by"] };
      },
    });
  const judgeIn = async (cwd: string, elsewhere: string) =>
    (await judge(adapterIn(elsewhere), { contract: counterContract({ "tools/stores.json": [three] }), cwd })).symptoms;
  const [cwd, elsewhere] = [temporaryFolder(), temporaryFolder()];
  // What others keep there, broken links included, does not disturb a run.
  writeFiles(cwd, { ".state/other.json": {} });
  symlinkSync("nowhere", join(cwd, ".state/link"));
  const where = "while .state/counter.json changed in the current folder";
  expect(await judgeIn(cwd, cwd)).toMatchObject([{ kind: "dropped-calls", text: expect.stringContaining(where) }]);
  expect(await judgeIn(cwd, elsewhere)).toMatchObject([{ text: expect.not.stringContaining(where) }]);
});

test.each(["MAY", "INFO"])("a %s is taken or not, and never fails a run", async (level) => {
  const optional = counterContract({
    "contract.yml": COUNTER_CONTRACT.replace("counter.read.zero, level: SHOULD", `counter.read.zero, level: ${level}`),
  });
  const judged = async (adapter: Adapter) => {
    const { verdict, requirements, cases } = await judge(adapter, { contract: optional, strict: true });
    const found = (list: readonly { id: string; status: string }[], wanted: string) =>
      list.find(({ id }) => id === wanted)?.status;
    return [verdict, found(requirements, "counter.read.zero"), found(cases, "read_starts_at_zero")];
  };
  expect(await judged(counterAdapter())).toEqual(["conforms", "taken", "passed"]);
  const starting = counterAdapter({
    read: (params, workspace) =>
      existsSync(`${workspace}/.state/counter.json`) ? COUNTER["read"]!(params, workspace) : { total: 1 },
  });
  expect(await judged(starting)).toEqual(["conforms", "not_taken", "not_taken"]);
});

test("a run for one origin judges no requirement of the other", async () => {
  const writing = counterAdapter({
    add: (params, workspace) => {
      writeFiles(workspace, { "notes.txt": "noted" });
      return COUNTER["add"]!(params, workspace);
    },
  });
  const violated = async (options: ConformanceOptions) =>
    (await judge(writing, options)).requirements.filter(({ status }) => status === "violated").map(({ id }) => id);
  expect(await violated({ origin: "ours" })).toEqual(["counter.files.named"]);
  expect(await violated({ origin: "source" })).not.toContain("counter.files.named");
});

test("a missing refusal is a failure", async () => {
  expect(await outcomes(counterAdapter({ add: (_, workspace) => COUNTER["tick"]!({}, workspace) }))).toMatchObject({
    add_nothing_is_refused: "NXC_CASE_MISSING_ERROR",
  });
});

test("an answer that is not JSON is an error of the adapter", async () => {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  expect(await outcomes(counterAdapter({ read: () => cycle }), { run: ["read_returns_the_total"] })).toEqual({
    read_returns_the_total: "NXC_ADAPTER_ANSWER",
  });
});

test("an adapter that cannot open a session gives no verdict on the implementation", async () => {
  const report = await judge(counterAdapter({}, { open: () => Promise.reject(new Error("port is taken")) }));
  expect(report.verdict).toBe("adapter-error");
  expect(report.cases[0]?.failures[0]?.message).toBe("the adapter could not open the implementation: port is taken");
});

test("an adapter that fails while closing is reported, and its case does not pass", async () => {
  const adapter = counterAdapter(
    {},
    {
      open: ({ workspace }) => ({
        call: (tool, params) => COUNTER[tool]!(params, workspace),
        close: () => Promise.reject(new Error("still busy")),
      }),
    },
  );
  expect(await outcomes(adapter, { run: ["read_starts_at_zero"] })).toEqual({
    read_starts_at_zero: "NXC_ADAPTER_CLOSE",
  });
});

test("a violated SHOULD is reported, and fails only a strict run", async () => {
  const adapter = counterAdapter({
    read: (params, workspace) => {
      const { total } = COUNTER["read"]!(params, workspace) as { total: number };
      return { total: total === 0 ? 100 : total };
    },
  });
  const report = await judge(adapter);
  expect(report.summary.requirements.SHOULD.violated).toBe(1);
  expect(report.verdict).toBe("conforms");
  expect((await judge(adapter, { strict: true })).verdict).toBe("does-not-conform");
});

test("--bail stops the run, and cases that did not run are not observed", async () => {
  const report = await judge(counterAdapter({ add: () => ({ total: 1 }) }), { bail: 1 });
  expect(report.summary.cases).toMatchObject({ failed: 1, skipped: 5 });
  expect(report.requirements.find(({ id }) => id === "counter.read.total")?.status).toBe("not_observed");
});

test("the files that a case begins with are older than a month", async () => {
  const days: number[] = [];
  const read: Parameters<typeof counterAdapter>[0] = {
    read: (params, workspace) => {
      const file = `${workspace}/.state/counter.json`;
      if (existsSync(file)) days.push((Date.now() - statSync(file).mtimeMs) / 86_400_000);
      return COUNTER["read"]!(params, workspace);
    },
  };
  await judge(counterAdapter(read));
  expect(days.filter((age) => age > 31 && age < 366)).not.toEqual([]);
});
