/** What the README has people write into the configuration of their tools works as it is there. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { temporaryFolder } from "@nexus-core/service/testing/temporary-folder";
import { expect, onTestFinished, test } from "vitest";
import { BIN, environment, run } from "../testing/program.js";

const README = readFileSync(fileURLToPath(new URL("../../README.md", import.meta.url)), "utf8");

test("a server that starts before its session has a name serves it once the hook has run", async () => {
  const folder = temporaryFolder();
  run(["keygen", "--out", folder, "--kid", "key-1"], folder);
  const [, section = ""] = README.split("## In Claude Code and Codex");
  const [servers = "", hooks = ""] = [...section.matchAll(/```json\n(.*?)```/gsu)].map(([, text = ""]) =>
    text
      .replaceAll("/srv/threads/node_modules/@nexus-core/thread/bin/nexus-thread.js", BIN)
      .replaceAll("/srv/threads", folder),
  );
  const { mcpServers } = JSON.parse(servers) as { mcpServers: { threads: { command: string; args: string[] } } };
  const [{ hooks: commands = [] } = {}] = (
    JSON.parse(hooks) as { hooks: { SessionStart: { hooks: { command: string }[] }[] } }
  ).hooks.SessionStart;
  // The tools start a server in a folder of their own choice.
  const transport = new StdioClientTransport({
    ...mcpServers.threads,
    env: environment(),
    cwd: tmpdir(),
    stderr: "ignore",
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  onTestFinished(() => client.close());

  const call = { name: "list_threads", arguments: {} };
  expect(JSON.stringify(await client.callTool(call))).toContain("UNAUTHORIZED");
  const { status, stderr } = spawnSync(commands[0]?.command ?? "", {
    shell: true,
    cwd: tmpdir(),
    encoding: "utf8",
    env: environment(),
    input: JSON.stringify({ hook_event_name: "SessionStart", session_id: "5f0c", cwd: tmpdir() }),
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect((await client.callTool(call)).structuredContent).toEqual({ threads: [], has_more: false });
});
