import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { HELLO, RawServer, toolCall } from "@nexus-core/service/testing/raw-server";
import { expect, onTestFinished, test } from "vitest";
import type { TaskList } from "../generated/contract.js";
import { MEMORY_TOOL_NAMES, TOOL_NAMES } from "../generated/register.js";
import { version } from "../package-info.js";
import { runAsOrdinaryUser } from "../testing/ordinary-user.js";
import { Project } from "../testing/project.js";

const BIN = fileURLToPath(new URL("../../bin/nexus-mcp.js", import.meta.url));

/** An official client on a server that was started by these words. */
async function connect(words: readonly string[], { bin = BIN, cwd = "/" } = {}): Promise<Client> {
  const transport = new StdioClientTransport({ command: process.execPath, args: [bin, ...words], cwd });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

/** What the answer to a call holds. */
async function call(client: Client, name: string, params: Record<string, unknown> = {}): Promise<unknown> {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: params });
  return isError === true ? content : structuredContent;
}

function run(words: readonly string[], options: object = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...words], {
    encoding: "utf8",
    input: "",
    ...options,
  });
  return { status, stdout, stderr };
}

test("an official client lists and calls tools, through a symbolic link, in the folder that it starts", async () => {
  const project = new Project();
  const link = join(new Project().root, "nexus-mcp");
  symlinkSync(BIN, link);
  const client = await connect([], { bin: link, cwd: project.root });
  expect(client.getServerVersion()).toEqual({ name: "@nexus-core/harness", version });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([...TOOL_NAMES, ...MEMORY_TOOL_NAMES]);
  expect(await call(client, "context")).toMatchObject({ branch: "unknown" });
  const written = await call(client, "artifact_write", { filename: "a.md", content: "A" });
  expect(written).toMatchObject({ path: join(project.root, ".nexus/state/artifacts/a.md") });
  expect(project.readText(".nexus/state/artifacts/a.md")).toBe("A");
});

test("project, prefix and id are taken from the words", async () => {
  const project = new Project({ ".nexus/history.json": { cycles: [] } });
  // An index is kept in the folder of the harness once the history is long.
  const cycle = {
    completed_at: "2026-01-01T00:00:00Z",
    branch: "main",
    plan: null,
    tasks: [],
    goal: "x".repeat(70_000),
  };
  project.write(".nexus/history.json", { cycles: [cycle] });
  const client = await connect(["--project", project.root, "--prefix", "nx_", "--harness-id=mine"]);
  await call(client, "nx_plan_start", { topic: "a", issues: ["b"], research_summary: "" });
  await call(client, "nx_task_close");
  expect(project.files()).toEqual([".nexus/history.json", ".nexus/state/mine/history-index.json"]);
});

test("many calls at once are all answered, each once, and lose nothing", async () => {
  const project = new Project();
  const client = await connect(["--project", project.root]);
  const ids = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const answer = (await call(client, "task_add", { title: `t${index}`, context: "c" })) as { task: { id: number } };
      return answer.task.id;
    }),
  );
  expect([...ids].sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  expect((project.read(".nexus/state/tasks.json") as TaskList).tasks.length).toBe(60);
});

test("what libraries print goes to standard error", async () => {
  // From the moment at which the server listens to signals, which it has loaded everything for.
  const loud = 'process.once("newListener", () => setInterval(() => console.log("loud"), 1).unref());';
  const project = new Project({ "loud.mjs": loud });
  const server = new RawServer(["--import", join(project.root, "loud.mjs"), BIN, "--project", project.root]);
  server.write(HELLO);
  await server.answered();
  await once(server.child.stderr!, "data");
  server.child.stdin!.end(toolCall(1, "context"));
  // Every line of the output is parsed as JSON here.
  const { ids, stderr } = await server.end();
  expect(ids).toEqual([0, 1]);
  expect(stderr).toContain("loud");
});

test("a message that is longer than an artifact may be is refused, and the server ends with code 3", async () => {
  const server = new RawServer([BIN, "--project", new Project().root]);
  server.child.stdin!.on("error", () => {});
  const piece = "x".repeat(1 << 20);
  for (let index = 0; index < 18; index += 1) server.write(piece);
  const { code, answers, stderr } = await server.end();
  expect({ code, answers }).toEqual({ code: 3, answers: [] });
  expect(stderr).toMatch(/^nexus-mcp: .*exceeded maximum size of 16777216 bytes\n$/);
});

test("a folder that cannot be a project is refused in one line, with code 2", () => {
  const project = new Project({ file: "" });
  const refusal = (words: readonly string[]) => run(["--project", ...words]);
  const hint = "Name the folder of a project with --project DIR. See nexus-mcp --help.";
  const missing = join(project.root, "missing");
  expect(refusal([missing])).toEqual({
    status: 2,
    stdout: "",
    stderr: `nexus-mcp: the project folder ${missing} does not exist. ${hint}\n`,
  });
  const file = join(project.root, "file");
  expect(refusal([file])).toEqual({
    status: 2,
    stdout: "",
    stderr: `nexus-mcp: the project ${file} is not a folder. ${hint}\n`,
  });
  expect(run(["--project", ""])).toMatchObject({
    status: 2,
    stderr: `nexus-mcp: the project folder has no name. ${hint}\n`,
  });
});

test("a folder that cannot be written is refused in one line, with code 2", () => {
  const project = new Project();
  const folder = join(project.root, "locked");
  mkdirSync(folder);
  chmodSync(folder, 0o555);
  const load = 'import { main } from "./dist/cli/nexus-mcp.js";';
  const body = `await main(["--project", ${JSON.stringify(folder)}]);`;
  expect(runAsOrdinaryUser(project.root, load, body)).toEqual({
    status: 2,
    stdout: "",
    stderr: `nexus-mcp: the project folder ${folder} cannot be written. Name the folder of a project with --project DIR. See nexus-mcp --help.\n`,
  });
});

test.each([
  [["folder"], "too many arguments. Expected 0 arguments but got 1."],
  [["--prefix", "a b"], `option "--prefix TEXT" cannot be "a b". It takes up to 48 letters,`],
  [["--harness-id", "../x"], `option "--harness-id ID" cannot be "../x". It takes letters,`],
  [["--harness-id", "Artifacts"], 'option "--harness-id ID" cannot be "Artifacts".'],
])("%j is refused in one line, with code 2", (words, message) => {
  const { status, stdout, stderr } = run(words);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr.startsWith(`nexus-mcp: ${message}`)).toBe(true);
  expect(stderr).toMatch(/^[^\n]+ See nexus-mcp --help\.\n$/);
});

test("help and version are printed, and nothing is served", () => {
  const help = run(["--help"]);
  expect({ ...help, stdout: "" }).toEqual({ status: 0, stdout: "", stderr: "" });
  for (const word of ["--project DIR", "--prefix TEXT", "--harness-id ID", "Exit codes: 0"]) {
    expect(help.stdout).toContain(word);
  }
  expect(run(["--version"])).toEqual({ status: 0, stdout: `@nexus-core/harness ${version}\n`, stderr: "" });
});

test("a working directory that is gone is refused in one line", () => {
  const project = new Project();
  const folder = join(project.root, "gone");
  mkdirSync(folder);
  writeFileSync(join(project.root, "start.sh"), 'cd "$1" && rmdir "$1" && exec "$2" "$3"\n');
  const { status, stdout, stderr } = spawnSync("sh", [join(project.root, "start.sh"), folder, process.execPath, BIN], {
    encoding: "utf8",
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: "",
    stderr:
      "nexus-mcp: the working directory does not exist any more. Name the folder of a project with --project DIR. See nexus-mcp --help.\n",
  });
});
