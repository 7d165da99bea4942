import { expect, test } from "vitest";
import { counterContract } from "../conformance/testing/counter-contract.js";
import { markProcesses } from "../conformance/testing/leftovers.js";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import { program } from "./nexus-conformance.js";
import { runHere } from "./testing/run-here.js";

const contract = counterContract();

const RIGHT = `
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
const file = (root) => root + "/.state/counter.json";
const read = (root) => existsSync(file(root)) ? JSON.parse(readFileSync(file(root), "utf8")).total : 0;
const write = (root, total) => {
  mkdirSync(root + "/.state", { recursive: true });
  writeFileSync(file(root), JSON.stringify({ total }));
  return { total };
};
const tools = {
  add: (root, { by }) => write(root, read(root) + by),
  read: (root) => ({ total: read(root) }),
  reset: (root) => write(root, 0),
};
export default {
  name: "counter", version: "3", tools: Object.keys(tools),
  open: ({ workspace }) => ({ call: (tool, params) => tools[tool](workspace, params) }),
};
`;

/** The limit for calls that must succeed, even on a busy machine. */
const PATIENT = "60000";

async function smoke(adapter: string, timeout = PATIENT) {
  const cwd = temporaryFolder();
  writeFiles(cwd, { "adapter.mjs": adapter.replaceAll("CWD", JSON.stringify(cwd)) });
  const args = ["smoke", "--contract", contract, "--timeout", timeout, "--adapter", "module:./adapter.mjs"];
  return runHere(program, args, cwd);
}

test("a working adapter passes every check", async () => {
  expect(await smoke(RIGHT)).toEqual({
    code: 0,
    stderr: "",
    stdout: `adapter    counter 3
ok         opens in an empty folder, and closes
ok         answers add (add_twice)
ok         answers read (read_starts_at_zero)
ok         answers reset (reset_returns_to_zero)
ok         keeps workspaces apart
ok         writes nothing into the current folder
The adapter works. Judge with nexus-conformance run.
`,
  });
});

test("a tool is tried without other calls at the same time, even where such a case is the shortest", async () => {
  const folder = counterContract();
  const call = { action: { tool: "add", params: { by: 1 } } };
  writeFiles(folder, {
    "tools/at-once.json": [
      {
        test_id: "at_once",
        description: "Two at once",
        verifies: ["counter.add.sums"],
        steps: [{ concurrent: { calls: [call, call] }, assert_outcomes: { ok: 2 } }],
      },
    ],
  });
  const cwd = temporaryFolder();
  writeFiles(cwd, { "adapter.mjs": RIGHT });
  const words = ["smoke", "--contract", folder, "--timeout", PATIENT, "--adapter", "module:./adapter.mjs"];
  expect((await runHere(program, words, cwd)).stdout).toContain("answers add (add_twice)\n");
});

test.each([
  [
    "passes on a wrong name",
    RIGHT.replace("tools[tool](", "tools[tool + 's']("),
    1,
    /wrong {6}answers read .*was refused: .*\n {11}.*check the tool name and the parameters/,
  ],
  [
    "wraps its answers",
    RIGHT.replace("tools[tool](workspace, params)", "({ content: tools[tool](workspace, params) })"),
    1,
    /wrong {6}answers read .*\n {11}The answer must be plain JSON/,
  ],
  [
    "works in the current folder",
    RIGHT.replace("({ workspace })", "()").replace("tools[tool](workspace,", "tools[tool](CWD,"),
    1,
    /wrong {6}writes nothing into the current folder: \.state\b.* changed in the current folder\n {11}Give the implementation the workspace/,
  ],
  [
    "logs beside its project",
    RIGHT.replace("({ call:", '{ writeFileSync(workspace + "/../my.log", ""); return { call:').replace(
      "params) }),",
      "params) }; },",
    ),
    1,
    /wrong {6}opens in an empty folder, and closes: .*projects\/my\.log.*\n {11}It wrote outside its workspace/,
  ],
  [
    "keeps state between sessions",
    RIGHT.replace("const read = (root) =>", "let runs = 0;\nconst read = (root) => ++runs > 3 ? 99 :"),
    1,
    /wrong {6}keeps workspaces apart.*\n {11}Work in the folder that open\(\) gets/,
  ],
  [
    "cannot be opened",
    'export default { name: "x", open: () => { throw new Error("no server"); } };',
    3,
    /broken {5}opens in an empty folder, and closes: .*no server\n {11}Check what open\(\) needs/,
  ],
  [
    "cannot be called",
    'export default { name: "x", open: () => ({}) };',
    3,
    /broken {5}opens .*nothing with a call function/,
  ],
])("an adapter that %s gets a hint", async (_, adapter, code, text) => {
  const outcome = await smoke(adapter);
  expect(outcome.stdout).toMatch(text);
  expect(outcome.stdout).toContain("The adapter needs work.\n");
  expect(outcome.code).toBe(code);
});

test("an adapter that never answers gets a hint", async () => {
  const hanging = 'export default { name: "x", tools: ["read"], open: () => ({ call: () => new Promise(() => {}) }) };';
  const { code, stdout } = await smoke(hanging, "3000");
  expect(stdout).toMatch(/broken {5}answers read .*did not answer read within 3000 ms\n/);
  expect(stdout).toContain("The adapter needs work.\n");
  expect(code).toBe(3);
});

/** Checks a working adapter that passes the event `tick` to this hook. */
async function smokeHook(hook: string, command = "node hook.mjs", timeout = PATIENT) {
  const cwd = temporaryFolder();
  writeFiles(cwd, {
    "adapter.mjs": RIGHT,
    "hook.mjs": hook,
    "nexus-conformance.config.json": { adapter: "module:./adapter.mjs", mapping: { events: { tick: command } } },
  });
  return runHere(program, ["smoke", "--contract", contract, "--timeout", timeout], cwd);
}

const HOOK = `
import { mkdirSync, writeFileSync } from "node:fs";
for await (const _ of process.stdin);
mkdirSync(".state", { recursive: true });
writeFileSync(".state/counter.json", JSON.stringify({ total: 1 }));
`;

test("a working hook passes its check", async () => {
  const { code, stdout } = await smokeHook(HOOK);
  expect(stdout).toContain("ok         accepts event tick (tick_adds_one)\n");
  expect(code).toBe(0);
});

test.each([
  [
    "does not start",
    "",
    "./no-such-hook",
    3,
    /broken {5}accepts event tick .*spawn \.\/no-such-hook ENOENT\n {11}Check the command under events in the mapping/,
  ],
  [
    "refuses",
    'console.error("no project here"); process.exit(1);',
    undefined,
    1,
    /wrong {6}accepts event tick .*was refused: no project here.*\n {11}This event must be accepted in an empty project: any exit code/,
  ],
  [
    "crashes",
    'process.kill(process.pid, "SIGKILL");',
    undefined,
    3,
    /broken {5}accepts event tick .*ended by SIGKILL during event tick\n {11}Look for a crash. A hook must end by itself/,
  ],
  [
    "leaves a process behind",
    `import { spawn } from "node:child_process"; spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]).unref();
     process.exit(0);`,
    undefined,
    3,
    /broken {5}accepts event tick .*left its own child processes running/,
  ],
  [
    "does nothing",
    "",
    undefined,
    1,
    /wrong {6}accepts event tick .*counter\.json does not exist.*\n {11}Check that the implementation works in the workspace/,
  ],
])("a hook that %s gets a hint", async (_, hook, command, code, text) => {
  const leftovers = markProcesses();
  const outcome = await smokeHook(hook, command);
  expect(outcome.stdout).toMatch(text);
  expect(outcome.code).toBe(code);
  expect(leftovers()).toEqual([]);
});

test("a hook that never ends gets a hint", async () => {
  const leftovers = markProcesses();
  const { code, stdout } = await smokeHook("setInterval(() => {}, 1000);", "node hook.mjs", "3000");
  expect(stdout).toMatch(
    /broken {5}accepts event tick .*did not answer event tick within 3000 ms\n {11}End the hook after it has read/,
  );
  expect(code).toBe(3);
  expect(leftovers()).toEqual([]);
});

test("a hook whose command cannot be split into words gives an error of one line", async () => {
  const { code, stderr } = await smokeHook("", 'node "hook.mjs');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^NXC_ADAPTER_COMMAND .*a " is not closed.*\n$/u);
});

test("an adapter that cannot be loaded gives an error of one line, like run", async () => {
  expect(await smoke("export default {")).toMatchObject({ code: 3, stdout: "" });
  expect((await runHere(program, ["smoke"], temporaryFolder())).stderr).toContain("NXC_USAGE_NO_ADAPTER");
});
