/** Follows the guide of the thread service: writes its files and runs its commands in the order of the page. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, expect, test } from "vitest";
import { packageRoot } from "../../src/base/package-root.js";
import { sectionsOf } from "./page-blocks.js";

const page = readFileSync(join(packageRoot, "docs/contracts/thread/guide.md"), "utf8");
const folder = mkdtempSync(join(process.env["NEXUS_TEST_ROOT"] ?? tmpdir(), "thread-guide-"));
symlinkSync(join(packageRoot, "node_modules"), join(folder, "node_modules"));

const steps = sectionsOf(page).filter(({ title }) => /^\d+\. /.test(title));

/** The port on the page. It may be taken, so the service gets a free one, and commands get its URL. */
const PORT = "8201";
let service: ChildProcess | undefined;
let url = "";

afterAll(async () => {
  if (service === undefined) return;
  const ended = once(service, "exit");
  // The service must end on SIGINT, because users press Ctrl+C.
  service.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
});

const settings = { ...process.env, THREAD_DATABASE: "", THREAD_TOKEN: "" };

/** A command of the page with its output. */
async function run(line: string): Promise<string> {
  // Call the command without npx, which would double the time of a short one.
  if (line.startsWith("npm install ")) return "";
  const command = line.replace(/^npx nexus-thread/, `node ${join(packageRoot, "packages/thread/bin/nexus-thread.js")}`);
  if (line.endsWith(" &")) {
    const [program = "", ...words] = command.replace(/ &$/, "").replace(` ${PORT} `, " 0 ").split(" ");
    service = spawn(program, words, { cwd: folder, env: settings, stdio: ["ignore", "pipe", "inherit"] });
    const [output] = (await once(service.stdout!, "data")) as [Buffer];
    url = output.toString().trim();
    return url.replace(/:\d+\//, `:${PORT}/`);
  }
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command.replace(/http:\S+/, url)], {
    cwd: folder,
    env: settings,
    encoding: "utf8",
  });
  expect({ line, status, stderr }).toEqual({ line, status: 0, stderr: "" });
  return stdout;
}

test("the guide has numbered steps", () => {
  expect(steps.map(({ title }) => Number.parseInt(title, 10))).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test.each(steps)("step $title", async ({ title, blocks }) => {
  let output = "";
  for (const { language, code } of blocks) {
    if (language === "sh") {
      output = "";
      for (const line of code.trim().split("\n")) output += await run(line);
    } else if (language === "text") {
      const printed = output.split("\n").map((line) => line.trim());
      for (const line of code.trim().split("\n")) expect(printed).toContain(line);
    } else if (language === "js") {
      const [, name = ""] = /^\/\/ (\S+\.mjs)\n/.exec(code) ?? [];
      expect(name).not.toBe("");
      writeFileSync(join(folder, name), code);
    } else {
      expect(language).toBe("json");
      writeFileSync(join(folder, title.startsWith("3.") ? "runtime.json" : "client.json"), code);
    }
  }
});

test("the service wakes the builder's session once", () => {
  const thread = readFileSync(join(folder, "thread.id"), "utf8");
  expect(readFileSync(join(folder, "woken.txt"), "utf8")).toBe(
    `sess_bu_1: You have unread messages in thread ${thread}. Read them and go on.\n`,
  );
});

test("a client with the configuration of the page reads the thread as the agent of its token", async () => {
  const text = readFileSync(join(folder, "client.json"), "utf8").replaceAll("/path/to/folder", folder);
  const { mcpServers } = JSON.parse(text) as {
    mcpServers: { threads: { command: string; args: string[]; env: Record<string, string> } };
  };
  // The client may start it in any folder.
  const transport = new StdioClientTransport({ ...mcpServers.threads, cwd: tmpdir(), stderr: "ignore" });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  const thread_id = readFileSync(join(folder, "thread.id"), "utf8");
  expect(await client.callTool({ name: "get_thread", arguments: { thread_id } })).toMatchObject({
    structuredContent: { status: "resolved", cursor: { agent_id: "reviewer_agent" } },
  });
  await client.close();
});
