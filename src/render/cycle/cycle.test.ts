import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { packageRoot } from "../../base/package-root.js";
import { temporaryFolder } from "../../testing/temporary-folder.js";
import { LOCK_FILE } from "../lock.js";
import { type RenderOptions, render } from "../render.js";
import { PLUGINS, TARGETS } from "../targets.js";

const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  claude: [".mcp.json", ".claude/settings.json"],
  codex: [".codex/config.toml", ".codex/hooks.json"],
  opencode: ["opencode.json", ".opencode/plugins/nexus.js"],
};

/** Files of the user's, with comments, an own order, tabs and Windows line ends. */
const OWN: Readonly<Record<string, string>> = {
  ".mcp.json": '{ "mcpServers": { "own": { "command": "own" } } }\n',
  ".claude/settings.json":
    '{\r\n\t// mine\r\n\t"permissions": { "deny": ["WebFetch"] },\r\n\t"hooks": {\r\n\t\t"PreToolUse": [\r\n\t\t\t{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "own" }] } // first\r\n\t\t]\r\n\t}\r\n}\r\n',
  ".codex/config.toml": '# mine\nmodel = "own"\n\n[mcp_servers.own]\ncommand = "own"\n',
  ".codex/hooks.json":
    '{ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "own --instead-of nexus-hook.js" }] }] } }',
  "opencode.json": '{\n    "theme": "own",\n    "mcp": {\n        "own": { "type": "local" } // mine\n    },\n}\n',
};

function connected(id: string, options: Partial<RenderOptions> = {}) {
  const out = options.out ?? temporaryFolder();
  const target = TARGETS.get(id);
  if (target === undefined) throw new Error(id);
  const { steps, losses, missing } = render({ folder: packageRoot, target, with: "cycle", ...options, out });
  const acts = Object.fromEntries(steps.map(({ path, act }) => [path, act]));
  return { out, acts, losses, missing, read: (path: string) => readFileSync(join(out, path), "utf8") };
}

function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const only = (path: string) => ({ [path]: OWN[path] ?? "" });

test.each(Object.entries(SETTINGS))("%s is connected once, and stays so until somebody takes it out", (id, paths) => {
  const { out, read } = connected(id);
  const first = paths.map(read);
  expect(first.every((text) => /nexus-(?:mcp|hook)/u.test(text))).toBe(true);
  expect(new Set(Object.values(connected(id, { out, with: undefined }).acts))).toEqual(new Set(["same"]));
  expect(paths.map(read)).toEqual(first);
  connected(id, { out, with: "nothing" });
  expect(paths.filter((path) => existsSync(join(out, path)))).toEqual([]);
  expect(JSON.parse(read(LOCK_FILE)).targets[id].with).toBeUndefined();
});

test.each(Object.keys(OWN))("what stands in %s stays as it was written", (path) => {
  const id = Object.keys(SETTINGS).find((target) => SETTINGS[target]?.includes(path)) ?? "";
  const out = temporaryFolder();
  put(out, OWN);
  const { acts, read } = connected(id, { out });
  const added = read(path);
  expect([acts[path], /nexus-(?:mcp|hook)/u.test(added)]).toEqual(["update", true]);
  for (const line of (OWN[path] ?? "").split(/\r?\n/u).filter((each) => /own|mine/u.test(each) && !/^\{ /u.test(each)))
    expect(added).toContain(line);
  connected(id, { out, with: "nothing" });
  expect(read(path).replace(/\s/gu, "")).toBe(OWN[path]?.replace(/\s/gu, ""));
});

test("codex, which trusts a hook by its place, gets ours behind the user's", () => {
  const out = temporaryFolder();
  const own = { hooks: [{ type: "command", command: "own" }] };
  put(out, { ".codex/hooks.json": JSON.stringify({ hooks: { UserPromptSubmit: [own] } }) });
  const { hooks } = JSON.parse(connected("codex", { out }).read(".codex/hooks.json"));
  expect([hooks.UserPromptSubmit.length, hooks.UserPromptSubmit[0]]).toEqual([2, own]);
});

test("a file with Windows line ends and tabs gets lines of the same kind", () => {
  const out = temporaryFolder();
  put(out, only(".claude/settings.json"));
  const text = connected("claude", { out }).read(".claude/settings.json");
  expect([text.match(/(?<!\r)\n/u), text.match(/\n +"/u)]).toEqual([null, null]);
});

test("an entry that somebody has changed is kept, and so is one of the same name", () => {
  const { out, read } = connected("claude");
  const settings = read(".claude/settings.json").replace('"matcher": "compact"', '"matcher": "compact|other"');
  put(out, { ".claude/settings.json": settings, ".mcp.json": '{"mcpServers":{"nexus":{"command":"mine"}}}' });
  const again = connected("claude", { out });
  expect([again.acts[".claude/settings.json"], again.acts[".mcp.json"]]).toEqual(["edited", "edited"]);
  expect(read(".claude/settings.json")).toBe(settings);
  const other = temporaryFolder();
  put(other, { ".mcp.json": '{"mcpServers":{"nexus":{"command":"mine"}}}' });
  expect(connected("claude", { out: other }).acts[".mcp.json"]).toBe("foreign");
  expect(connected("claude", { out: other, force: true }).read(".mcp.json")).toContain("nexus-mcp.js");
});

test.each([
  ["claude", ".claude/settings.json", '{\n  "hooks": {\n', "line 3 is not valid JSON"],
  ["claude", ".claude/settings.json", '{ "hooks": { "Stop": {} } }', '"hooks.Stop" is not a list'],
  ["claude", ".mcp.json", "[]", "the file is not an object"],
  ["claude", ".mcp.json", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, "it is nested too deeply"],
  ["codex", ".codex/config.toml", '[mcp_servers.nexus]\ncommand = "mine"\n', "it already has [mcp_servers.nexus]"],
  ["codex", ".codex/config.toml", "mcp_servers = {}\n", "or defines it in a form that cannot be extended"],
  ["codex", ".codex/config.toml", "model = \n", "these settings cannot be changed: Invalid TOML"],
  ["codex", ".codex/config.toml", "# nexus-core:START\n", "the markers"],
])("for %s, %s with %.40s is refused, and nothing is written", (id, path, text, said) => {
  const out = temporaryFolder();
  put(out, { [path]: text });
  expect(() => connected(id, { out })).toThrow(said);
  expect([readFileSync(join(out, path), "utf8"), existsSync(join(out, LOCK_FILE))]).toEqual([text, false]);
});

test("a hook that somebody has put into one of our groups stays when the connection goes, edited or not", () => {
  const { out, read } = connected("claude");
  const settings = JSON.parse(read(".claude/settings.json"));
  settings.hooks.PostToolUse[0].hooks.push({ type: "command", command: "mine" });
  settings.hooks.SessionEnd[0].hooks[0].timeout = 5;
  put(out, { ".claude/settings.json": JSON.stringify(settings) });
  expect(connected("claude", { out }).acts[".claude/settings.json"]).toBe("edited");
  connected("claude", { out, with: "nothing" });
  expect(JSON.parse(read(".claude/settings.json"))).toEqual({
    hooks: { PostToolUse: [{ hooks: [{ type: "command", command: "mine" }] }] },
  });
});

test("a map leaves events out and says where the programs are", () => {
  const folder = temporaryFolder();
  const map = join(folder, "map.yml");
  writeFileSync(map, "without: [tester, pre_tool_use, agent_spawn]\nharness_package: ../tools/harness\n");
  const hooks = JSON.parse(connected("claude", { map }).read(".claude/settings.json")).hooks;
  expect(Object.keys(hooks)).toEqual([
    ...["PostToolUse", "PostToolUseFailure", "SessionEnd", "SessionStart", "SubagentStop", "UserPromptSubmit"],
  ]);
  // Claude Code passes on 10,000 characters of each hook.
  expect(hooks.UserPromptSubmit[0].hooks.map(({ command }: { command: string }) => command)).toEqual([
    'node "$CLAUDE_PROJECT_DIR/../tools/harness/bin/nexus-hook.js" --from claude',
    'node "$CLAUDE_PROJECT_DIR/../tools/harness/bin/nexus-hook.js" --from claude --part 2',
  ]);
  const { mcp_servers } = parse(connected("codex", { map }).read(".codex/config.toml")) as {
    mcp_servers: { nexus: { args: string[] } };
  };
  expect(mcp_servers.nexus.args[0]).toBe("../tools/harness/bin/nexus-mcp.js");
  const plugin = connected("opencode", { map }).read(".opencode/plugins/nexus.js");
  const [, events = ""] = /EVENTS = \[([^\]]*)\]/u.exec(plugin) ?? [];
  expect(["chat.message", "tool.execute.before", "subagent.created"].map((each) => events.includes(each))).toEqual([
    ...[true, false, false],
  ]);
  writeFileSync(map, "without: [pre_tool_user]\n");
  expect(() => connected("claude", { map })).toThrow('Did you mean "pre_tool_use"?');
});

test("the plugin for OpenCode passes on what the hook answers, and is not disturbed by a hook that fails", async () => {
  const { out } = connected("opencode");
  const hook = (code: string) => put(out, { "node_modules/@nexus-core/harness/bin/nexus-hook.js": code });
  const { Nexus } = await import(pathToFileURL(join(out, ".opencode/plugins/nexus.js")).href);
  const plugin = await Nexus({ directory: out });
  const before = () => plugin["tool.execute.before"]({ tool: "write", sessionID: "s" }, { args: {} });
  hook('process.stdout.write(\'{"denied":"not now"}\')');
  await expect(before()).rejects.toThrow("not now");
  hook("process.stdout.write('{\"den'); process.exitCode = 1");
  await expect(before()).resolves.toBeUndefined();
});

test("it is told when the programs are not installed", () => {
  const { out, missing } = connected("claude");
  expect(missing).toBe("node_modules/@nexus-core/harness");
  mkdirSync(join(out, "node_modules/@nexus-core/harness"), { recursive: true });
  expect(connected("claude", { out }).missing).toBeUndefined();
});

test("a form without servers and hooks cannot be connected", () => {
  expect(() => connected("skills")).toThrow(/^the target skills has no servers and no hooks/);
});

test("a plugin has everything at its own places, by the names that Claude Code gives them", () => {
  const out = temporaryFolder();
  const target = PLUGINS.get("claude");
  if (target === undefined) throw new Error("no plugin");
  render({ folder: packageRoot, out, target, with: "cycle" });
  const read = (path: string) => readFileSync(join(out, path), "utf8");
  expect(readdirSync(out).sort()).toEqual([".claude-plugin", ".mcp.json", "agents", "hooks", LOCK_FILE, "skills"]);
  expect(JSON.parse(read(".claude-plugin/marketplace.json")).plugins).toMatchObject([
    { name: "nexus-core", source: "./" },
  ]);
  expect(read("skills/nx-run/SKILL.md")).toContain("the skill `nexus-core:nx-plan`");
  expect(read("skills/nx-run/SKILL.md")).toContain("`mcp__plugin_nexus-core_nexus__task_list`");
  // In a project without the package, the hook says nothing.
  const elsewhere = { cwd: temporaryFolder(), env: { CLAUDE_PROJECT_DIR: out }, encoding: "utf8" } as const;
  const { status, stderr } = spawnSync(process.execPath, [join(out, "hooks/nexus-hook.mjs")], elsewhere);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(JSON.parse(read("hooks/hooks.json")).hooks.PreToolUse[0].matcher).toContain("mcp__(plugin_.*_)?nexus__.*");
});

test("a map cannot give the operations of the connected server other names", () => {
  const map = join(temporaryFolder(), "map.yml");
  writeFileSync(map, "operations: nx_{name}\n");
  expect(() => connected("claude", { map })).toThrow(
    /with the cycle connected, operations are called mcp__nexus__\{name\}/,
  );
});
