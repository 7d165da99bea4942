/** Fixtures and implementations that are harmful or unusual. */

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NexusError } from "../../base/errors.js";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import { decideIssueFor } from "../../toolkit/decide-issue-for.js";
import type { Adapter } from "../adapters/adapter.js";
import { type ConformanceOptions, runConformance } from "../engine/run-conformance.js";
import { COUNTER, counterAdapter, counterContract } from "../testing/counter-contract.js";

/** Runs a contract with only this fixture. */
async function judgeBy(fixture: object, adapter: Adapter = counterAdapter(), options: ConformanceOptions = {}) {
  const contract = counterContract({ "tools/counter.json": fixture });
  const report = await runConformance(adapter, { contract, ...options });
  const [result] = report.cases;
  return { verdict: report.verdict, status: result?.status, codes: result?.failures.map(({ code }) => code), report };
}

const READ = { test_id: "read", description: "Reads the total", action: { tool: "read" } };

test("a harness id that is a path reaches nothing outside the workspace", async () => {
  const victim = temporaryFolder();
  writeFiles(victim, { "precious.txt": "keep me" });
  const wayOut = `../../../../../../../../../..${victim}`;
  const fixture = {
    test_id: "escapes",
    description: "Tries to delete a folder of somebody else",
    precondition: { state_files: { "{STATE_ROOT}/{OWNER}": null } },
    event: { type: "tick", params: { owner: wayOut } },
    postcondition: { state_files: { "{STATE_ROOT}/counter.json": { "$.total": 1 } } },
  };
  expect((await judgeBy(fixture)).status).toBe("passed");
  expect(existsSync(join(victim, "precious.txt"))).toBe(true);
  await expect(judgeBy(fixture, counterAdapter({}, { namespace: wayOut }))).rejects.toThrow(
    "namespace is not a plain name",
  );
});

test("files in the harness's own folder can be asserted, although any call may change them", async () => {
  const fixture = {
    ...READ,
    event: { type: "tick", params: { owner: "mine" } },
    action: undefined,
    postcondition: { state_files: { "{STATE_ROOT}/{OWNER}/log.json": { "$.n": 1 } } },
  };
  const logging = counterAdapter({
    tick: (_, workspace) => writeFiles(workspace, { ".state/mine/log.json": { n: 1 } }),
  });
  expect((await judgeBy(fixture, logging)).status).toBe("passed");
  expect((await judgeBy(fixture)).codes).toEqual(["NXC_CASE_FILE"]);
});

test("a folder counts as existing if it is not empty", async () => {
  const given = { precondition: { state_files: { "notes/a.txt": { text: "x" } } } };
  expect((await judgeBy({ ...READ, ...given, postcondition: { state_files: { notes: {} } } })).status).toBe("passed");
  expect((await judgeBy({ ...READ, ...given, postcondition: { state_files: { notes: null } } })).codes).toEqual([
    "NXC_CASE_FILE",
  ]);
});

test("an error of the toolkit in an implementation is a refusal, but an error of the kit is not", async () => {
  const good = { ...READ, postcondition: { return_value: { "$.total": 0 } } };
  const refused = { test_id: "refused", action: { tool: "read", params: { issue: 1 } } };
  const fixture = [{ ...READ, ...refused, postcondition: { error_contains: "no issue" } }, good];
  const judge = (refuse: () => never) =>
    judgeBy(
      fixture,
      counterAdapter({
        read: (params, workspace) => ("issue" in params ? refuse() : COUNTER["read"]!(params, workspace)),
      }),
    );
  const toolkit = () => decideIssueFor("yes", []) as never;
  const kit = () => {
    throw NexusError.of("NXC_PROTOCOL_FAILED", { call: "read", reason: "no issue", words: "" });
  };
  expect((await judge(toolkit)).status).toBe("passed");
  expect((await judge(kit)).status).toBe("errored");
});

test("a violation found by an oracle counts even if its requirement is not selected", async () => {
  const littering = counterAdapter({
    read: (params, workspace) => {
      writeFiles(workspace, { "junk.txt": "x" });
      return COUNTER["read"]!(params, workspace);
    },
  });
  const report = await runConformance(littering, { contract: counterContract(), requirements: ["counter.read.zero"] });
  expect(report.verdict).toBe("does-not-conform");
  expect(report.summary.requirements.MUST).toMatchObject({ total: 1, violated: 1 });
});

test("with foreign fixtures, a case that could not run leaves the verdict open", async () => {
  const cwd = temporaryFolder();
  writeFiles(cwd, {
    "theirs.json": [
      { ...READ, postcondition: { return_value: { "$.total": 0 } } },
      { ...READ, test_id: "reset", action: { tool: "reset" }, postcondition: { return_value: { "$.total": 0 } } },
      {
        ...READ,
        test_id: "tick",
        action: undefined,
        event: { type: "tick" },
        postcondition: { state_files: { x: null } },
      },
    ],
  });
  const options = { contract: `${counterContract()}/`, fixtures: ["theirs.json"], cwd };
  const partial = await runConformance(counterAdapter({}, { tools: ["read"] }), options);
  expect(partial.cases.map(({ status }) => status)).toEqual(["passed", "skipped", "passed"]);
  expect(partial.verdict).toBe("conforms-as-judged");
  // A case on a surface that is not offered is not applicable, and does not count against the implementation.
  expect((await runConformance(counterAdapter({}, { surfaces: ["tools"] }), options)).verdict).toBe("conforms");
});

test("a tool that answers correctly but writes nothing gets no credit for its refusals", async () => {
  const writesNothing = counterAdapter({
    add: (params, workspace) => {
      const answer = COUNTER["add"]!(params, workspace);
      rmSync(join(workspace, ".state"), { recursive: true });
      return answer;
    },
  });
  const fixtures = [
    {
      ...READ,
      test_id: "add_once",
      action: { tool: "add", params: { by: 2 } },
      postcondition: { return_value: { "$.total": 2 } },
    },
    { ...READ, test_id: "add_none", action: { tool: "add", params: { by: 0 } }, postcondition: { error: true } },
  ];
  const { report } = await judgeBy(fixtures, writesNothing, { run: ["add_none"] });
  expect(report.cases[0]).toMatchObject({
    status: "blocked",
    reason: "add works in no case, so this case proves nothing",
  });
  expect((await judgeBy(fixtures, counterAdapter(), { run: ["add_none"] })).status).toBe("passed");
});

test("a declared surface that is missing is an error of the adapter", async () => {
  const silent = counterAdapter(
    {},
    { open: ({ workspace }) => ({ call: (tool, params) => COUNTER[tool]!(params, workspace) }) },
  );
  const fixture = { ...READ, action: undefined, event: { type: "tick" }, postcondition: { state_files: { x: null } } };
  expect(await judgeBy(fixture, silent)).toMatchObject({ status: "errored", codes: ["NXC_ADAPTER_SHAPE"] });
});

test("every spelling of an expected refusal counts, also combined with another", async () => {
  const add = { ...READ, action: { tool: "add", params: { by: 0 } } };
  const other = { error_contains: "quite another text", assert_error: true };
  expect((await judgeBy({ ...add, postcondition: other })).codes).toEqual(["NXC_CASE_WRONG_ERROR"]);
  const step = { action: add.action, assert_return: { "$.error": { contains: "must be 1" } } };
  expect(
    (await judgeBy({ ...READ, action: undefined, steps: [{ action: { tool: "add", params: { by: 1 } } }, step] }))
      .status,
  ).toBe("passed");
  const twice = { error_contains: "a", assert_error: { contains: "b" } };
  await expect(judgeBy({ ...add, postcondition: twice })).rejects.toThrow("contains of the refusal is asserted twice");
});

test.each([
  ["an object in the form of the envelope", { error: "by must be 1 or more" }],
  ["an object without prototype", Object.create(null) as object],
  ["nothing at all", undefined],
])("what is thrown may be %s", async (_, thrown) => {
  const throwing = counterAdapter({
    add: (params, workspace) => {
      if (params["by"] === 0) throw thrown;
      return COUNTER["add"]!(params, workspace);
    },
  });
  const report = await runConformance(throwing, { contract: counterContract(), run: ["add_nothing_is_refused"] });
  expect(report.cases[0]?.status).toBe("passed");
});

test("an implementation that removes its whole workspace fails", async () => {
  const removing = counterAdapter({
    read: (_, workspace) => {
      rmSync(workspace, { recursive: true });
      return { total: 7 };
    },
  });
  const report = await runConformance(removing, { contract: counterContract(), run: ["read_returns_the_total"] });
  expect(report.cases[0]?.failures.map(({ code }) => code)).toEqual(["NXC_ORACLE_TREE"]);
});

test("given files that cannot exist together are an error of the case, not of the kit", async () => {
  const impossible = { ...READ, precondition: { state_files: { a: { text: "x" }, "a/b": { text: "y" } } } };
  expect(await judgeBy({ ...impossible, postcondition: { return_value: { "$.total": 0 } } })).toMatchObject({
    status: "errored",
    codes: ["NXC_WORKSPACE"],
  });
});

test.each([
  [{ timeout: 3e9 }, "the option timeout is not a whole number of milliseconds"],
  [{ timeout: 0 }, "the option timeout is not a whole number"],
  [{ bail: 0 }, "the option bail is not a number from 1"],
  [{ level: "must" }, "the option level is not one of MUST, SHOULD, MAY"],
  [{ run: "read_*" }, "the option run is not a list of texts"],
])("an invalid option of a library call is an error: %j", async (options, message) => {
  await expect(runConformance(counterAdapter(), options as ConformanceOptions)).rejects.toThrow(message);
});

test("a case without calls is rejected", async () => {
  const fixture = {
    ...READ,
    action: undefined,
    steps: [{ write_files: { x: { text: "y" } }, assert_state: { x: {} } }],
  };
  await expect(judgeBy(fixture)).rejects.toThrow('case "read" calls nothing');
});
