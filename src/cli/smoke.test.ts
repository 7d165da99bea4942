import { expect, test } from "vitest";
import { counterContract } from "../conformance/testing/counter-contract.js";
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

async function smoke(adapter: string, ...words: string[]) {
  const cwd = temporaryFolder();
  writeFiles(cwd, { "adapter.mjs": adapter.replaceAll("CWD", JSON.stringify(cwd)) });
  const args = ["smoke", "--contract", contract, "--timeout", "300", "--adapter", "module:./adapter.mjs", ...words];
  return runHere(program, args, cwd);
}

test("an adapter that works is told so, check by check", async () => {
  expect(await smoke(RIGHT)).toEqual({
    code: 0,
    stderr: "",
    stdout: `ok         loads as counter 3
ok         opens in an empty folder, and closes
ok         answers add (add_twice)
ok         answers read (read_returns_the_total)
ok         answers reset (reset_returns_to_zero)
ok         keeps workspaces apart
ok         writes nothing outside its workspace
The adapter works. Judge with nexus-conformance run.
`,
  });
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
    /wrong {6}answers read .*\n {11}Return the answer of the tool itself as plain JSON/,
  ],
  [
    "works in the current folder",
    RIGHT.replace("({ workspace })", "()").replace("tools[tool](workspace,", "tools[tool](CWD,"),
    1,
    /wrong {6}writes nothing outside its workspace: \.state\b.* changed in the current folder\n {11}Give the implementation the workspace/,
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
  [
    "never answers",
    'export default { name: "x", tools: ["read"], open: () => ({ call: () => new Promise(() => {}) }) };',
    3,
    /broken {5}answers read .*no answer within 300 ms\n/,
  ],
])("an adapter that %s gets a hint", async (_, adapter, code, text) => {
  const outcome = await smoke(adapter);
  expect(outcome.stdout).toMatch(text);
  expect(outcome.stdout).toContain("The adapter needs work.\n");
  expect(outcome.code).toBe(code);
});

test("an adapter that cannot be loaded is one line, as for a run", async () => {
  expect(await smoke("export default {")).toMatchObject({ code: 3, stdout: "" });
  expect((await runHere(program, ["smoke"], temporaryFolder())).stderr).toContain("NXC_USAGE_NO_ADAPTER");
});
