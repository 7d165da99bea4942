import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { EVENT_NAMES } from "./generated/register.js";
import { runAsOrdinaryUser } from "./testing/ordinary-user.js";
import { Project } from "./testing/project.js";

const BIN = fileURLToPath(new URL("../bin/nexus-hook.js", import.meta.url));

function ask(input: string, { cwd, args = [], bin = BIN }: { cwd: string; args?: readonly string[]; bin?: string }) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { cwd, input, encoding: "utf8" });
  return { status, stdout, stderr };
}

const spawnOf = (id: string) => ({ event: "agent_spawn", params: { agent_name: "writer", agent_id: id } });

test("an event on standard input is answered in one line, even through a symbolic link", () => {
  const project = new Project();
  const bin = join(project.root, "linked-hook");
  symlinkSync(BIN, bin);
  expect(ask(JSON.stringify({ event: "session_start" }), { cwd: project.root, bin })).toEqual({
    status: 0,
    stdout: '{"context":"","warnings":[]}\n',
    stderr: "",
  });
  expect(project.read(".nexus/state/nexus-harness/agent-tracker.json")).toEqual([]);
});

test("options override input fields, and input fields override the defaults", () => {
  const [here, workspace, project] = [new Project(), new Project(), new Project()];
  const fields = { ...spawnOf("w-1"), workspace: workspace.root, namespace: "from-field" };
  ask(JSON.stringify(fields), { cwd: here.root });
  ask(JSON.stringify(fields), { cwd: here.root, args: ["--project", project.root, "--harness-id", "from-option"] });
  expect(here.files()).toEqual([]);
  expect(workspace.files()).toEqual([".nexus/state/from-field/agent-tracker.json"]);
  expect(project.files()).toEqual([".nexus/state/from-option/agent-tracker.json"]);
});

test("--help goes to standard output and names every event", () => {
  const { status, stdout } = ask("", { cwd: new Project().root, args: ["--help"] });
  expect(status).toBe(0);
  for (const name of EVENT_NAMES) expect(stdout).toContain(name);
  expect(stdout).toContain("Exit codes");
});

test.each([
  ["no input", "", [], 2, "standard input is not one JSON object"],
  ["a list", "[]", [], 2, "standard input is JSON, but no object"],
  ["no event", "{}", [], 2, 'the field "event" of standard input must be a text'],
  ["a payload that is no object", "[]", ["--from", "codex"], 1, "standard input is JSON, but no object"],
  ["a harness that there is not", "{}", ["--from", "codec"], 2, 'option "--from HARNESS" cannot be "codec".'],
  ["a workspace that is no text", '{"event":"session_start","workspace":1}', [], 2, 'the field "workspace"'],
  ["an event that there is not", '{"event":"session_begin"}', [], 2, 'there is no event "session_begin". Send one of'],
  [
    "an event that would steer a terminal or a CI job",
    String.raw`{"event":"\u001b[2J\u202e\n::error::x"}`,
    [],
    2,
    String.raw`there is no event "\u{1b}[2J\u{202e}\n::error::x". Send one of`,
  ],
  [
    "an option that there is not",
    "{}",
    ["--projekt", "x"],
    2,
    'unknown option "--projekt". Did you mean "--project"? See nexus-hook --help.',
  ],
  [
    "a folder that there is not",
    '{"event":"session_start"}',
    ["--project", "nowhere"],
    2,
    "the project folder nowhere does not exist.",
  ],
  ["a parameter that is missing", '{"event":"agent_spawn"}', [], 1, 'agent_spawn needs the parameter "agent_name"'],
  [
    "a harness id that is a path",
    '{"event":"session_start","namespace":"../x"}',
    [],
    1,
    'cannot use the parameter "harness_id"',
  ],
] as const)("%s is one line on standard error", (_, input, args, code, message) => {
  const project = new Project();
  const { status, stdout, stderr } = ask(input, { cwd: project.root, args });
  expect({ status, stdout, lines: stderr.split("\n").length }).toEqual({ status: code, stdout: "", lines: 2 });
  expect(stderr).toMatch(/^nexus-hook: /u);
  expect(stderr).toContain(message);
  expect(project.files()).toEqual([]);
});

test.each([
  [[], 2],
  // To a tool, 2 would be an order to block.
  [["--from", "claude"], 1],
])("endless input with %j is refused at the size limit", (args, code) => {
  const project = new Project();
  const input = `{"event":"session_start","params":{"x":"${"x".repeat(17 * 1024 * 1024)}"}}`;
  const { status, stderr } = ask(input, { cwd: project.root, args });
  expect({ status, stderr }).toEqual({
    status: code,
    stderr: "nexus-hook: standard input holds more than 16 MiB. Send less.\n",
  });
  expect(project.files()).toEqual([]);
});

test("a lock folder that leads out of the project loses no file there, and the hook answers", () => {
  const [project, home] = [new Project(), new Project({ ".bashrc": "a", "thesis.docx": "t" })];
  mkdirSync(join(home.root, "empty"));
  mkdirSync(join(project.root, ".nexus/state"), { recursive: true });
  symlinkSync(home.root, join(project.root, ".nexus/state/.lock"));
  const { status, stdout, stderr } = ask('{"event":"session_start"}', { cwd: project.root });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(JSON.parse(stdout)).toEqual({
    context: "",
    warnings: [expect.stringMatching(/^\.nexus\/state\/\.lock is a link that leads out of the project\./u)],
  });
  expect(home.files()).toEqual([".bashrc", "thesis.docx"]);
  expect(readdirSync(home.root)).toContain("empty");
});

test("an unwritable folder is one line with exit code 1", () => {
  const project = new Project({ "README.md": "" });
  chmodSync(project.root, 0o555);
  const answerIn = (root: string) =>
    `answerTo(${JSON.stringify(JSON.stringify(spawnOf("w-1")))}, { project: "${root}" })`;
  const load = `import { answerTo } from "./dist/hook.js"; await ${answerIn(new Project().root)};`;
  const body = `await ${answerIn(project.root)}.catch((refused) => process.stdout.write(JSON.stringify({ ...refused, message: refused.message })));`;
  const { stdout } = runAsOrdinaryUser(project.root, load, body);
  chmodSync(project.root, 0o755);
  expect(JSON.parse(stdout)).toEqual({
    exitCode: 1,
    message: expect.stringMatching(/^\.nexus[^\n]* EACCES[^\n]*$/u),
  });
});
