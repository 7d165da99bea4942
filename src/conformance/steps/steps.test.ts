/** The kinds of steps and their failures. */

import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import type { Adapter, CallOptions, OpenContext, Session } from "../adapters/adapter.js";
import { runConformance } from "../engine/run-conformance.js";
import type { Params } from "../fixture/case.js";
import { COUNTER, counterAdapter, counterContract } from "../testing/counter-contract.js";
import { add, call, caseOf, judgeBy, read } from "../testing/counter-steps.js";

const KEEP = { action: add(2), capture: { total: "$.total" } };
const READ_NOTHING = { action: read, assert_return: { "$.total": 0 } };
const READ = { action: read, assert_return: { "$.total": 2 } };

test("a captured value keeps its type in parameters, and becomes text in texts, names and expected values", async () => {
  const steps = [
    KEEP,
    { write_files: { "note-{{total}}.txt": { text: "total {{total}}" }, "all.jsonl": [{ n: "{{total}}" }, {}] } },
    {
      action: add("{{total}}"),
      capture: { next: "$.total" },
      assert_return: { "$.total": 4 },
      assert_state: {
        "note-2.txt": { text: "total {{total}}" },
        "all.jsonl": { "$.length": 2, "$[0].n": "{{total}}" },
      },
    },
    { delete_files: ["note-{{total}}.txt"], assert_state: { "note-2.txt": null } },
    { write_files: { "by.txt": { text: "{{total}}" } }, assert_state: { "by.txt": { text: "{{total}}" } } },
    { action: add("no {{total}}"), assert_error: { mentions: ["{{total}}"], contains: "no 2" } },
    {
      write_files: { "list.json": [0, 1, 2] },
      assert_state: { "list.json": { "$[{{total}}]": 2 } },
    },
    {
      action: read,
      assert_return: { "$.total": { same_as: "next" } },
      assert_state: { ".state/counter.json": { "$.total": { one_of: ["{{total}}", "{{next}}"] } } },
    },
  ];
  expect(await judgeBy(steps)).toMatchObject({ status: "passed", messages: [] });
});

test("files that somebody else writes are new, or a year old", async () => {
  const ages: number[] = [];
  const look = (_: Params, workspace: string) => {
    const { mtimeMs } = lstatSync(join(workspace, "note.txt"));
    ages.push(Math.round((Date.now() - mtimeMs) / 86_400_000));
    return { total: 0 };
  };
  const written = { write_files: { "note.txt": { text: "a" } } };
  const steps = [written, READ_NOTHING, { ...written, aged: true }, READ_NOTHING];
  await judgeBy(steps, counterAdapter({ read: look }));
  expect(ages).toEqual([0, 365]);
});

test("symbolic links are created as given, even in place of a file, and deleted without their target", async () => {
  const seen: string[] = [];
  const look = (_: Params, workspace: string) => {
    const is = (path: string) => lstatSync(join(workspace, path), { throwIfNoEntry: false })?.isSymbolicLink() === true;
    seen.push(["in", "nowhere", "state", "deep/up"].filter(is).join(" "));
    return { total: 0 };
  };
  const files = {
    "kept/note.txt": { text: "kept" },
    in: { symlink: "kept" },
    nowhere: { symlink: "missing/x" },
    state: { symlink: "{STATE_ROOT}" },
    "deep/up": { symlink: "../kept/note.txt" },
  };
  const steps = [
    call(read, { assert_state: { "in/note.txt": null, in: {}, "kept/note.txt": { text: "kept" } } }),
    { write_files: { "kept/note.txt": { symlink: "other.txt" } } },
    { delete_files: ["in", "nowhere"] },
    call(read, { assert_state: { in: null, nowhere: null, "kept/note.txt": {} } }),
  ];
  const precondition = { state_files: files };
  expect(await judgeBy(steps, counterAdapter({ read: look }), { others: { precondition } })).toMatchObject({
    status: "passed",
    messages: [],
  });
  expect(seen).toEqual(["in nowhere state deep/up", "state deep/up"]);
});

test("a token cannot lead a link out of the guarded folder either", async () => {
  const precondition = { state_files: { "{OWNER}/out": { symlink: "../../../../.." } } };
  expect(await judgeBy([READ], counterAdapter(), { others: { precondition } })).toMatchObject({
    status: "errored",
    messages: [expect.stringContaining('"../../../.." leaves it')],
  });
});

test("a captured value is shown beside the value that differs from it", async () => {
  const steps = [KEEP, { action: read, assert_return: { "$.total": { same_as: "total" } } }];
  const contract = counterContract({ "tools/counter.json": caseOf(steps) });
  const report = await runConformance(counterAdapter({ read: () => ({ total: 9 }) }), { contract });
  expect(report.cases[0]?.failures).toEqual([
    {
      code: "NXC_CASE_RETURN",
      message: "the answer to read has another value than in an earlier step (total: 2) at $.total",
      step: 1,
      path: "$.total",
      expected: 2,
      actual: 9,
    },
  ]);
});

test("a captured number bounds another one", async () => {
  const after = (bound: object) => judgeBy([KEEP, { action: read, assert_return: { "$.total": bound } }]);
  expect(await after({ min: "{{total}}", max: "{{total}}" })).toMatchObject({ status: "passed" });
  const more = judgeBy([
    KEEP,
    { action: add(1) },
    { action: read, assert_return: { "$.total": { max: "{{total}}" } } },
  ]);
  expect(await more).toMatchObject({ status: "failed", messages: [expect.stringContaining("no number up to 2")] });
  await expect(judgeBy([{ action: read, assert_return: { "$.total": { min: "{{total}}" } } }])).rejects.toThrow(
    "total",
  );
});

test("a missing value to capture blocks the case if the call only prepares, and fails it otherwise", async () => {
  const missing = "the answer to read has nothing at $.id, which the case captures as id";
  const capture = { action: read, capture: { id: "$.id" } };
  expect(await judgeBy([capture, READ])).toMatchObject({ status: "blocked", messages: [], reason: missing });
  const asserted = { ...capture, assert_return: { "$.total": 0 } };
  expect(await judgeBy([asserted, READ])).toMatchObject({ status: "failed", messages: [missing] });
});

test("braces in a captured value are plain text", async () => {
  const braces = counterAdapter({ read: () => ({ total: 0, name: "{{nobody}}" }) });
  const steps = [
    { action: read, capture: { name: "$.name" } },
    { write_files: { x: { text: "{{name}}" } }, assert_state: { x: { text: "{{name}}" } } },
    { action: read, assert_return: { "$.name": "{{name}}" } },
  ];
  expect(await judgeBy(steps, braces)).toMatchObject({ status: "passed", messages: [] });
});

test("an implementation cannot lead a case out of its workspace by what it answers", async () => {
  const victim = temporaryFolder();
  writeFiles(victim, { "precious.txt": "keep me" });
  const wayOut = counterAdapter({ read: () => ({ total: 0, file: `../../../../../../../..${victim}/precious.txt` }) });
  const steps = [{ action: read, capture: { file: "$.file" } }, { delete_files: ["{{file}}"] }, READ];
  expect(await judgeBy(steps, wayOut)).toMatchObject({
    status: "blocked",
    reason: expect.stringContaining("leaves the workspace"),
  });
  expect(existsSync(join(victim, "precious.txt"))).toBe(true);
});

test("the agent that acts and the environment of a case reach the adapter", async () => {
  const seen: unknown[] = [];
  const adapter: Adapter = {
    name: "listening",
    surfaces: ["tools", "events"],
    open: ({ environment, workspace }: OpenContext): Session => ({
      call: (tool: string, params: Params, options?: CallOptions) => {
        seen.push([tool, options?.as, environment?.["MODE"]]);
        return COUNTER[tool]!(params, workspace);
      },
      emit: (event: string, params: Params, options?: CallOptions) => {
        seen.push([event, options?.as, environment?.["MODE"]]);
        return COUNTER[event]!(params, workspace);
      },
    }),
  };
  const steps = [
    { as: "ada", ...KEEP },
    { as: "bob-{{total}}", event: { type: "tick" } },
    { action: read, assert_return: { "$.total": 3 } },
  ];
  expect((await judgeBy(steps, adapter, { others: { environment: { MODE: "slow" } } })).status).toBe("passed");
  expect(seen).toEqual([
    ["add", "ada", "slow"],
    ["tick", "bob-2", "slow"],
    ["read", undefined, "slow"],
  ]);
});

test("parameters name files of the workspace and of the home folder by absolute paths", async () => {
  const seen: unknown[] = [];
  const adapter: Adapter = {
    name: "listening",
    open: ({ workspace }: OpenContext): Session => ({
      call: (tool: string, params: Params) => {
        const home = join(workspace, "../../../home");
        if (tool === "add") seen.push(params["by"], [join(workspace, "a.md"), { to: join(home, "b.md") }]);
        return COUNTER["read"]!({}, workspace);
      },
    }),
  };
  const files = ["{WORKSPACE}/a.md", { to: "{HOME}/b.md" }];
  await judgeBy([{ action: add(files), assert_return: { "$.total": 0 } }], adapter);
  expect(seen[0]).toEqual(seen[1]);
  expect(seen.length).toBe(2);
});

test("the steps of an opening are inserted, and the postcondition applies to the last of them", async () => {
  const openings = { two_adds: [KEEP, { action: add("{{total}}") }] };
  const options = { files: { "openings.json": openings } };
  expect(
    await judgeBy([{ use: "two_adds" }, { action: read, assert_return: { "$.total": 4 } }], undefined, options),
  ).toMatchObject({
    status: "passed",
  });
  const others = { postcondition: { return_value: { "$.total": 5 } } };
  expect(await judgeBy([{ use: "two_adds" }], undefined, { ...options, others })).toMatchObject({
    messages: ["the answer to add has another value at $.total"],
  });
});

test("one of several states is enough, and it must hold as a whole", async () => {
  const states = [
    { "a.txt": { text: "old" }, "b.txt": null },
    { "a.txt": { text: "new" }, "b.txt": { text: "new" } },
  ];
  const judged = (files: object) =>
    judgeBy([{ action: read }, { write_files: files }], counterAdapter(), {
      others: { postcondition: { either_state: states } },
    });
  expect(await judged({ "a.txt": { text: "new" }, "b.txt": { text: "new" } })).toMatchObject({ status: "passed" });
  expect(await judged({ "a.txt": { text: "old" } })).toMatchObject({ status: "passed" });
  expect(await judged({ "a.txt": { text: "old" }, "b.txt": { text: "new" } })).toMatchObject({
    status: "failed",
    messages: ["the files are in none of the states that the case allows: b.txt exists; a.txt has another value"],
  });
});
