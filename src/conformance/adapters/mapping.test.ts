import { expect, test } from "vitest";
import { NexusError } from "../../base/errors.js";
import type { Mapping } from "../../generated/config.js";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import { markProcesses } from "../testing/leftovers.js";
import { LIMIT } from "../testing/process-misdeeds.js";
import { untilItHangs } from "../testing/until-it-hangs.js";
import type { Adapter, OpenContext } from "./adapter.js";
import { hookRunner } from "./hook.js";
import { mapAdapter, type RunHook } from "./mapping.js";
import { refusedWith } from "./refused.js";

const CONTEXT: OpenContext = { workspace: "/w", namespace: "h", signal: new AbortController().signal };
const noHook: RunHook = async () => undefined;

/** Calls one tool through the mapping. Returns what reached the implementation, and what came back. */
async function call(mapping: Mapping, answer: unknown, params = {}) {
  const asked: unknown[] = [];
  const own: Adapter = {
    name: "own",
    open: () => ({
      call: (...words) => {
        asked.push(words.slice(0, 2));
        return answer;
      },
    }),
  };
  const session = await mapAdapter(own, mapping, noHook).open(CONTEXT);
  const came = await Promise.resolve(session.call("plan", params)).catch((thrown: unknown) => thrown);
  return { asked: asked[0], came };
}

test("tools, parameters and results use the names of the implementation", async () => {
  const mapping = { prefix: "nx_", params: { plan: { topic: "subject" } }, result: { plan: { plan_id: "id" } } };
  expect(await call(mapping, { id: 1, extra: 2 }, { topic: "a", issues: [] })).toEqual({
    asked: ["nx_plan", { subject: "a", issues: [] }],
    came: { plan_id: 1, extra: 2 },
  });
  expect((await call({ ...mapping, tools: { plan: "begin" } }, 1)).asked).toEqual(["begin", {}]);
  expect((await call({ workspace: { param: "root" } }, 1)).asked).toEqual(["plan", { root: "/w" }]);
});

test("a value may be nested on either side, and missing parameters of the implementation are supplied", async () => {
  const params = { plan: { owner: "$.who.role", agent: "$.who.id", topic: "title", title: "topic" } };
  const mapping = { params, supply: { plan: { owner: "nobody", goal: "" } } };
  expect((await call(mapping, 1, { topic: "a", title: "b", agent: "x" })).asked).toEqual([
    "plan",
    { title: "a", topic: "b", goal: "", who: { role: "nobody", id: "x" } },
  ]);
  expect((await call(mapping, 1, { owner: "me" })).asked).toEqual(["plan", { goal: "", who: { role: "me" } }]);

  const result = { plan: { issue: "$.issue.title", "$.task.owner": "$.task.owner.role", gone: "$.not.there" } };
  const answer = { issue: { id: 1, title: "t" }, task: { id: 2, owner: { role: "r" } } };
  expect((await call({ result }, answer)).came).toEqual({ issue: "t", task: { id: 2, owner: "r" } });
  expect((await call({ result }, { other: 1 })).came).toEqual({ other: 1 });
  expect(answer.task.owner).toEqual({ role: "r" });
});

test("values are translated under the names of the contract, there and back", async () => {
  const mapping = {
    params: { plan: { action: "verb" } },
    result: { plan: { state: "status" } },
    values: {
      plan: { action: { edit: "modify" }, state: { decided: "done" }, "$.steps[1].state": { pending: "open" } },
    },
  };
  const { asked, came } = await call(
    mapping,
    { status: "done", steps: [{ state: "open" }, { state: "open" }] },
    { action: "edit" },
  );
  expect(asked).toEqual(["plan", { verb: "modify" }]);
  expect(came).toEqual({ state: "decided", steps: [{ state: "open" }, { state: "pending" }] });
  expect((await call(mapping, { status: 1 }, { action: "add" })).asked).toEqual(["plan", { verb: "add" }]);
});

test.each([
  ["error-field", { error: "no plan", code: "E1" }, { message: "no plan", code: "E1" }],
  ["json-text", '{"error": "no plan"}', { message: "no plan" }],
] as const)("a refusal may come as %s", async (errors, answer, refusal) => {
  const { came } = await call({ errors }, answer);
  expect(came).toBeInstanceOf(Error);
  expect(came).toMatchObject(refusal);
});

test("a tool moves the clock, and one that refuses is a fault of the mapping", async () => {
  const asked: unknown[] = [];
  const own: Adapter = {
    name: "own",
    open: () => ({
      call: (tool, params) => {
        asked.push([tool, params]);
        if (params["ms"] === 2) throw refusedWith("unknown tool");
      },
    }),
  };
  const mapping: Mapping = { prefix: "nx_", clock: { tool: "pass_time", param: "ms" }, workspace: { param: "root" } };
  const session = await mapAdapter(own, mapping, noHook).open(CONTEXT);
  await session.advanceClock?.(61_000);
  expect(asked).toEqual([["pass_time", { ms: 61_000, root: "/w" }]]);
  await expect(session.advanceClock?.(2)).rejects.toThrow("pass_time does not move the clock: unknown tool");
});

test("a JSON text in an answer is parsed, and any other text is left alone", async () => {
  expect((await call({ errors: "json-text" }, '{"a": 1}')).came).toEqual({ a: 1 });
  expect((await call({ errors: "json-text" }, "done")).came).toBe("done");
  expect((await call({ errors: "error-field" }, { error: null, a: 1 })).came).toEqual({ error: null, a: 1 });
  expect((await call({}, '{"a": 1}')).came).toBe('{"a": 1}');
});

test("the mapping can say what the implementation offers", () => {
  const own: Adapter = { name: "own", version: "2", tools: ["a"], open: () => ({ call: () => null }) };
  const mapping = { offers: ["b"], namespace: "mine", events: { tick: "true" } };
  const { name, version, tools, namespace, surfaces } = mapAdapter(own, mapping, noHook);
  expect({ name, version, tools, namespace, surfaces }).toEqual({
    name: "own",
    version: "2",
    tools: ["b"],
    namespace: "mine",
    surfaces: ["tools", "events"],
  });
});

const HOOK = `
process.stdin.on("data", (data) => {
  const { event, params } = JSON.parse(data);
  if (params.how === "refuse") { console.error("not now"); process.exit(2); }
  if (params.how === "crash") process.kill(process.pid, "SIGKILL");
  if (params.how === "hang") require("node:fs").writeFileSync(process.env.NEXUS_FAKE_HANGS, ""), setInterval(() => {}, 1000);
  if (params.how === "flood") process.stdout.write("x".repeat(1024 * 1024 + 1));
  if (params.how === "environment") console.log(JSON.stringify({ root: process.env.ROOT, actor: process.env.ACTOR }));
  if (params.how === "text") console.log("remember the plan");
  if (params.how === "json") console.log(JSON.stringify({ event, folder: process.cwd() }));
});`;

test("a hook process answers by output or exit code, and is gone afterwards", async () => {
  const leftovers = markProcesses();
  const folder = temporaryFolder();
  const workspace = temporaryFolder();
  writeFiles(folder, { "hook.cjs": HOOK });
  const run = hookRunner(folder, LIMIT);
  const tick = (how: string) =>
    run("node hook.cjs", "tick", { how }, { ...CONTEXT, workspace }).catch((thrown: unknown) =>
      thrown instanceof NexusError ? thrown.code : (thrown as Error).message,
    );
  expect(await tick("json")).toEqual({ event: "tick", folder: workspace });
  expect(await tick("text")).toBe("remember the plan");
  expect(await tick("nothing")).toBeNull();
  expect(await tick("refuse")).toBe("not now");
  expect(await tick("crash")).toBe("NXC_PROCESS_DIED");
  expect(await tick("flood")).toBe("NXC_PROTOCOL_LONG_LINE");
  expect(await untilItHangs(() => tick("hang"))).toBe("NXC_PROCESS_SILENT");
  expect(leftovers()).toEqual([]);
});

test("a hook gets the workspace and the agent in the variables named in the mapping", async () => {
  const folder = temporaryFolder();
  const workspace = temporaryFolder();
  writeFiles(folder, { "hook.cjs": HOOK });
  const own: Adapter = { name: "own", open: () => ({ call: () => null }) };
  const mapping = { events: { tick: "node hook.cjs" }, workspace: { env: "ROOT" }, agent: { env: "ACTOR" } };
  const session = await mapAdapter(own, mapping, hookRunner(folder, 60_000)).open({ ...CONTEXT, workspace });
  const answer = await session.emit?.("tick", { how: "environment" }, { as: "ada" });
  expect(answer).toEqual({ root: workspace, actor: "ada" });
});
