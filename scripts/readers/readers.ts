import { cpSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "smol-toml";
import { claude as claudeTarget } from "../../src/render/targets/claude.js";
import { claudePlugin as pluginTarget } from "../../src/render/targets/claude-plugin.js";
import { codex as codexTarget } from "../../src/render/targets/codex.js";
import { opencode as opencodeTarget } from "../../src/render/targets/opencode.js";
import { type Reader, write } from "./reader.js";

const between = (text: string, start: string, end: string) => text.split(start)[1]?.split(end)[0] ?? "";

const firstLine = (printed: string) => JSON.parse(printed.split("\n", 1)[0] ?? "") as Record<string, string[]>;

const OPERATIONS = ["plan_start", "plan_decide", "task_add", "task_update", "task_close"];

/** A hook of the user's own. */
const OWN_HOOK = `node -e "require('node:fs').writeFileSync('own.txt', '')"`;
const ownHooks = { hooks: { SessionStart: [{ hooks: [{ type: "command", command: OWN_HOOK }] }] } };
const ownServer = { command: "node", args: ["own-server.js"] };

const anthropicAt = (url: string) => ({
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_API_KEY: "none",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
});

const claude: Reader = {
  id: "Claude Code",
  target: claudeTarget,
  package: "@anthropic-ai/claude-code",
  version: "2.1.330",
  listing: {
    command: ["claude", "-p", "hi", "--output-format", "stream-json", "--verbose"],
    env: anthropicAt,
    agents: (printed) => firstLine(printed)["agents"] ?? [],
    skills: (printed) => firstLine(printed)["skills"] ?? [],
  },
  turn: {
    command: (message) => ["claude", "-p", message, "--allowedTools", "mcp__nexus", "Write", "Task"],
    env: anthropicAt,
    operation: (name) => `mcp__nexus__${name}`,
    // It shows the model the tools of a server only when asked for them.
    first: [["ToolSearch", { query: `select:${OPERATIONS.map((name) => `mcp__nexus__${name}`).join(",")}` }]],
    write: (path, text) => ["Write", { file_path: path, content: text }],
    spawn: (role, prompt) => ["Task", { subagent_type: role, description: "Look", prompt }],
  },
  own: {
    ".mcp.json": JSON.stringify({ mcpServers: { own: ownServer } }),
    ".claude/settings.json": JSON.stringify({ ...ownHooks, permissions: { deny: ["WebFetch"] } }),
  },
};

const withoutPrefix = (names: readonly string[]) => names.map((name) => name.replace(/^nexus-core:/u, ""));

const plugin: Reader = {
  ...claude,
  id: "Claude Code, plugin",
  target: pluginTarget,
  folder: "plugin",
  listing: {
    ...claude.listing,
    command: [...claude.listing.command, "--plugin-dir", "plugin"],
    agents: (printed) => withoutPrefix(claude.listing.agents(printed)),
    skills: (printed) => withoutPrefix(claude.listing.skills(printed)),
  },
  turn: {
    ...claude.turn,
    command: (message) => [
      ...["claude", "-p", message, "--plugin-dir", "plugin"],
      ...["--allowedTools", "mcp__plugin_nexus-core_nexus", "Write", "Task"],
    ],
    operation: (name) => `mcp__plugin_nexus-core_nexus__${name}`,
    first: [
      [
        "ToolSearch",
        { query: `select:${OPERATIONS.map((name) => `mcp__plugin_nexus-core_nexus__${name}`).join(",")}` },
      ],
    ],
    spawn: (role, prompt) => claude.turn.spawn(`nexus-core:${role}`, prompt),
  },
};

const codex: Reader = {
  id: "Codex",
  target: codexTarget,
  package: "@openai/codex",
  version: "0.169.0",
  listing: {
    command: ["codex", "debug", "prompt-input", "hi"],
    env: () => ({}),
    agents: (printed) =>
      [...between(printed, "Available roles:", '",').matchAll(/\\n([\w-]+): \{/g)].map(([, name = ""]) => name),
    skills: (printed) => [...printed.matchAll(/\\n- ([\w-]+): (?:(?!\\n).)*SKILL\.md/g)].map(([, name = ""]) => name),
  },
  turn: {
    // Nobody is there to trust the hooks and to allow the calls.
    command: (message) => [
      "codex",
      "exec",
      // A model that edits by a tool of its own, and is given each operation as a tool.
      "--model",
      "gpt-5.5",
      "--json",
      "--dangerously-bypass-hook-trust",
      "--dangerously-bypass-approvals-and-sandbox",
      message,
    ],
    env: () => ({}),
    operation: (name) => `mcp__nexus/${name}`,
    write: (path, text) => ["apply_patch", `*** Begin Patch\n*** Add File: ${path}\n+${text}\n*** End Patch`],
    spawn: (role, prompt) => ["multi_agent_v1/spawn_agent", { agent_type: role, message: prompt }],
  },
  own: {
    ".codex/config.toml": stringify({ mcp_servers: { own: ownServer } }),
    ".codex/hooks.json": JSON.stringify(ownHooks),
  },
  prepare: ({ home, project, url }) => {
    const stub = { name: "stub", base_url: `${url}/v1`, wire_api: "responses", requires_openai_auth: false };
    const settings = {
      model_provider: "stub",
      model_providers: { stub },
      projects: { [project]: { trust_level: "trusted" } },
    };
    write(home, ".codex/config.toml", stringify(settings));
  },
};

const opencode: Reader = {
  id: "OpenCode",
  target: opencodeTarget,
  package: "opencode-ai",
  version: "1.18.33",
  others: ["@opencode-ai/plugin@1.18.33"],
  listing: {
    command: ["opencode", "agent", "list"],
    skillsCommand: ["opencode", "debug", "skill"],
    // Without plugins it does not wait for a network.
    env: () => ({ OPENCODE_PURE: "1", OPENCODE_DISABLE_AUTOUPDATE: "1" }),
    agents: (printed) => [...printed.matchAll(/^([\w-]+) \(/gm)].map(([, name = ""]) => name),
    skills: (printed) => (JSON.parse(printed) as { name: string }[]).map(({ name }) => name),
  },
  turn: {
    command: (message) => ["opencode", "run", ...message.split(" ")],
    env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" }),
    operation: (name) => `nexus_${name}`,
    write: (path, text) => ["write", { filePath: path, content: text }],
    spawn: (role, prompt) => ["task", { subagent_type: role, description: "Look", prompt }],
  },
  own: {
    "opencode.json": JSON.stringify({ mcp: { own: { type: "local", command: ["node", "own-server.js"] } } }),
    ".opencode/plugins/own.js":
      'import { writeFileSync } from "node:fs";\nexport const Own = async ({ directory }) => {\n  writeFileSync(directory + "/own.txt", "");\n  return {};\n};\n',
  },
  prepare: ({ home, project, tools, url }) => {
    const stub = {
      npm: "@ai-sdk/openai-compatible",
      options: { baseURL: `${url}/v1`, apiKey: "none" },
      models: { stub: { name: "stub", tool_call: true, limit: { context: 200_000, output: 8_000 } } },
    };
    const settings = { model: "stub/stub", small_model: "stub/stub", provider: { stub } };
    write(home, ".config/opencode/opencode.json", JSON.stringify(settings));
    // Otherwise it fetches this package at its first start, and waits for a network.
    for (const folder of [join(home, ".config/opencode"), join(project, ".opencode")]) {
      cpSync(join(tools, "node_modules"), join(folder, "node_modules"), {
        recursive: true,
        filter: (path) => !/node_modules\/(?:@openai|@anthropic-ai|opencode-|\.bin)/u.test(path),
      });
      write(folder, "package.json", JSON.stringify({ dependencies: { "@opencode-ai/plugin": "1.18.33" } }));
    }
  },
};

export const READERS: readonly Reader[] = [claude, plugin, codex, opencode];
