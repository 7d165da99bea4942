/** The packed harness, installed into an empty folder and served by its command. */

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { beforeAll, expect, test } from "vitest";
import { packageRoot } from "../../src/base/package-root.js";
import { temporaryFolder } from "../../src/testing/temporary-folder.js";
import { install, packedPackages } from "./packed-package.js";

// Warnings of npm about the settings of a machine do not matter here.
const env = { ...process.env, npm_config_loglevel: "silent" } as Record<string, string>;
const HARNESS = join(packageRoot, "packages/harness");
let folder: string;

beforeAll(async () => {
  const packed = await packedPackages();
  const needed = packed.filter((each) => [".", "packages/harness"].includes(each.folder));
  folder = install(
    temporaryFolder(),
    needed.map(({ tarball }) => tarball),
  );
}, 300_000);

function npx(...words: string[]) {
  const { status, stdout, stderr } = spawnSync("npx", ["--no-install", ...words], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("npx nexus-mcp --help answers", () => {
  const { status, stdout, stderr } = npx("nexus-mcp", "--help");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^Usage: nexus-mcp \[options\]/);
  expect(npx("nexus-mcp", "--project", "missing")).toEqual({
    status: 2,
    stdout: "",
    stderr:
      "nexus-mcp: the project folder missing does not exist. Name the folder of a project with --project DIR. See nexus-mcp --help.\n",
  });
});

/** The code block after this text in the README of the harness. */
function shown(words: string, language: string): string {
  const readme = readFileSync(join(HARNESS, "README.md"), "utf8");
  const found = new RegExp(`${words}[\\s\\S]*?\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1];
  if (found === undefined) throw new Error(`README.md shows no ${language} after "${words}"`);
  return found;
}

test("a client with the configuration of the README reaches the tools", async () => {
  const { mcpServers } = JSON.parse(shown("serves the tools of one project", "json")) as {
    mcpServers: Record<string, { command: string; args: string[] }>;
  };
  const [server] = Object.values(mcpServers);
  const args = server!.args.map((word) => (word === "/path/to/project" ? folder : word));
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command: server!.command, args, cwd: folder, env }));
  const { tools } = await client.listTools();
  expect(tools.length).toBe(14);
  expect(await client.callTool({ name: "plan_status" })).toMatchObject({ structuredContent: { active: false } });
  await client.close();
});

test("the embedded server of the README serves over the given transport", () => {
  writeFileSync(join(folder, "embed.mjs"), shown("transport of your choice", "js"));
  const { status, stdout, stderr } = spawnSync(process.execPath, ["embed.mjs"], { cwd: folder, encoding: "utf8" });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: shown("It prints", "text"), stderr: "" });
});

test("the kit judges the server with the configuration of the README", () => {
  writeFileSync(join(folder, "nexus-conformance.config.yml"), shown("as a server, put this", "yaml"));
  const { status, stdout } = npx(
    "nexus-conformance",
    "run",
    "--profile",
    "minimal",
    "--run",
    "plan_start_creates_the_first_plan",
  );
  expect(stdout).toContain("What was selected conforms");
  expect(status).toBe(0);
});

test("the kit judges tools, decisions and hooks of the installed package with the configuration that ships", () => {
  const [command = "", ...words] = shown("each case starts a server", "sh").trim().split(" ").slice(1);
  const { status, stdout } = npx(
    command,
    ...words,
    ...["--run", "plan_start_creates_the_first_plan", "--run", "memory_names_that_are_good"],
    ...["--run", "agent_spawn_records_*", "--verbose"],
  );
  expect(stdout).toContain("What was selected conforms");
  expect(stdout).toMatch(/lifecycle\/agent-spawn +[1-9]\d* passed/);
  expect(status).toBe(0);
});
