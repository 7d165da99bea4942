import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import { mappingOf } from "./init/mcp-names.js";
import { askCommand, askKind } from "./init/questions.js";
import { program } from "./nexus-conformance.js";
import { runHere } from "./testing/run-here.js";

const CONFIG = "nexus-conformance.config.yml";
const CI = ".github/workflows/conformance.yml";

function folderWith(files: Readonly<Record<string, unknown>>): string {
  const root = temporaryFolder();
  writeFiles(root, files);
  return root;
}

const init = (cwd: string, ...words: readonly string[]) => runHere(program, ["init", ...words], cwd);
const textIn = (root: string, path: string) => readFileSync(join(root, path), "utf8");

test.each<[title: string, files: Readonly<Record<string, unknown>>, written: readonly string[], adapter: string]>([
  [
    "an empty folder",
    {},
    ["conformance/adapter.mjs", "conformance/conformance.test.mjs"],
    "module:./conformance/adapter.mjs",
  ],
  [
    "a harness in TypeScript",
    { "package.json": { devDependencies: { typescript: "6", tsx: "4", vitest: "4" } } },
    ["conformance/adapter.ts", "conformance/conformance.test.ts"],
    "module:./conformance/adapter.ts",
  ],
  [
    "a harness in Python",
    { "pyproject.toml": "", "package.json": { main: "index.js", devDependencies: { "nexus-core": "*" } } },
    ["conformance/adapter.py", "conformance/test_conformance.py"],
    "lines:python3 conformance/adapter.py",
  ],
  [
    "an MCP server",
    { "package.json": { bin: { server: "bin/server.js" }, dependencies: { "@modelcontextprotocol/sdk": "1" } } },
    ["conformance/conformance.test.mjs"],
    "mcp-stdio:node bin/server.js",
  ],
])(
  "%s gets a configuration, an adapter, a test and a CI job, and none of them a second time",
  async (_, files, written, adapter) => {
    const root = folderWith(files);
    const { code, stdout } = await init(root);
    expect(code).toBe(0);
    expect(stdout.match(/(?<=^written {2}).*$/gmu)).toEqual([CONFIG, ...written, CI]);
    expect(textIn(root, CONFIG)).toContain(`adapter: "${adapter}"\nprofile: minimal\n`);
    const again = await init(root);
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining(`${CONFIG}, ${written[0]}`) });
    expect((await init(root, "--force")).code).toBe(0);
  },
);

test("what is written for an empty folder runs at once, and says what is not connected", async () => {
  const root = folderWith({});
  await init(root);
  const { code, stdout } = await runHere(program, ["run", "--run", "plan_start_creates*", "--seed", "1"], root);
  expect(code).toBe(1);
  expect(stdout).toContain("plan_start was refused: plan_start is not connected yet");
  expect(stdout).not.toContain("errored");
  const words = /npx nexus-conformance (?<words>run .*)/u.exec(textIn(root, CI))?.groups?.["words"]?.split(" ") ?? [];
  const inCi = await runHere(program, [...words, "--run", "plan_start_creates*"], root);
  expect(inCi).toMatchObject({ code: 1, stdout: expect.stringMatching(/^::error /mu) });
});

test("in a folder of a repository that begins above it, a step is shown and no workflow written", async () => {
  const root = folderWith({ ".git/HEAD": "", "packages/mine/package.json": {} });
  const { stdout } = await init(root, "packages/mine");
  expect(stdout).not.toContain(CI);
  expect(stdout).toContain("    working-directory: packages/mine\n");
});

test("the CI job installs what package.json lacks", async () => {
  const root = folderWith({ "package.json": { devDependencies: { "nexus-core": "*" } }, "package-lock.json": {} });
  await init(root, "--kind", "mcp");
  expect(textIn(root, CI).match(/(?<=run: ).*/gu)).toEqual([
    "npm ci",
    expect.stringMatching(/^npm install --no-save nexus-core@\d+\.\d+ @modelcontextprotocol\/sdk$/u),
    expect.stringMatching(/^npx nexus-conformance run /u),
  ]);
});

test("a project without the package is told that the registry does not have it yet", async () => {
  const told = expect.stringContaining("nexus-core    # until it is published: a packed tarball");
  expect((await init(folderWith({}), "--kind", "python")).stdout).toEqual(told);
  const root = folderWith({ "package.json": { devDependencies: { "nexus-core": "*" } } });
  expect((await init(root)).stdout).not.toEqual(told);
});

test("another contract and profile are written down", async () => {
  const root = folderWith({});
  await init(root, "--contract", "thread");
  expect(textIn(root, CONFIG)).toMatch(/^contract: thread\nprofile: /mu);
  expect(textIn(root, "conformance/adapter.mjs")).not.toContain("namespace");
  expect(await init(root, "--profile", "nothing")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("NXC_PROFILE_UNKNOWN"),
  });
});

test("nothing is written through a link, and no program of a clone is started or put into a command", async () => {
  const elsewhere = temporaryFolder();
  const root = folderWith({});
  symlinkSync(elsewhere, join(root, "conformance"));
  expect(await init(root)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^NXC_RENDER_PLACE {2}conformance/u),
  });
  const hostile = folderWith({
    "package.json": { bin: "x.js; touch y", dependencies: { "@modelcontextprotocol/sdk": "1" } },
  });
  expect((await init(hostile)).stdout).toContain("Not started: node server.js.");
});

test("a command alone means an MCP server, is refused for another kind, and may fail to start", async () => {
  const root = folderWith({});
  expect(await init(root, "--kind", "python", "--command", "x")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--command is for --kind mcp, and not for --kind python"),
  });
  const { code, stdout } = await init(root, "--command", "node nowhere.js");
  expect(code).toBe(0);
  expect(stdout).toContain("Not started: node nowhere.js.");
});

test("tools of a server are found behind a prefix, and others by name", () => {
  const tools = ["plan_start", "plan_decide", "task_add"];
  expect(mappingOf(tools, ["nx_plan_start", "nx_plan_decide", "my-task_add"])).toEqual([
    'prefix: "nx_"',
    "tools:",
    '  task_add: "my-task_add"',
  ]);
  expect(mappingOf(tools, tools)).toEqual([]);
  expect(mappingOf(tools, ["replan_start", "else"])).toEqual([]);
});

test("at a terminal it asks for the kind until it is one, and for the command of a server", async () => {
  const detected = {
    kind: "module",
    reason: "",
    loadsTypeScript: false,
    testRunner: "node:test",
    hasPackageJson: false,
    hasLockFile: false,
    isInstalled: false,
    hasMcpClient: false,
  } as const;
  const answering =
    (...answers: string[]) =>
    async () =>
      answers.shift() ?? "";
  expect(await askKind(detected, answering("go", "python"))).toBe("python");
  expect(await askKind(detected, answering(""))).toBe("module");
  expect(await askKind(detected, undefined)).toBe("module");
  expect(await askCommand("mcp", undefined, detected, answering("python3 s.py"))).toEqual({
    command: "python3 s.py",
    isNamed: true,
  });
  expect(await askCommand("mcp", undefined, detected, undefined)).toEqual({
    command: "node server.js",
    isNamed: false,
  });
});
