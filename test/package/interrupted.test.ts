/** A signal in the middle of a case ends a run, and the run leaves nothing behind. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { packageRoot } from "../../src/base/package-root.js";
import { counterContract } from "../../src/conformance/testing/counter-contract.js";
import { markProcesses } from "../../src/conformance/testing/leftovers.js";
import { temporaryFolder, writeFiles } from "../../src/testing/temporary-folder.js";

const BIN = join(packageRoot, "bin/nexus-conformance.js");
const fake = (name: string) => join(packageRoot, "test/adapters/fakes", name);

/** The file that a fake program writes when it hangs. */
let said = "";
beforeEach(() => {
  said = join(temporaryFolder(), "hangs");
  process.env["NEXUS_FAKE_HANGS"] = said;
});
afterEach(() => {
  delete process.env["NEXUS_FAKE_HANGS"];
});

/** Starts a run, waits until its case hangs, and sends it a signal. */
async function interrupt(adapter: string, signal: NodeJS.Signals, config = "") {
  const leftovers = markProcesses();
  const [cwd, temporary] = [temporaryFolder(), temporaryFolder()];
  writeFiles(cwd, { "nexus-conformance.config.yml": `adapter: '${adapter}'\n${config}` });
  const words = [BIN, "run", "--contract", counterContract(), "--run", "read_returns_the_total", "--timeout", "600000"];
  const run = spawn(process.execPath, words, { cwd, env: { ...process.env, TMPDIR: temporary }, stdio: "pipe" });
  while (!existsSync(said)) await pause(20);
  const running = leftovers().length;
  run.kill(signal);
  const [code, endedBy] = (await once(run, "exit")) as [number | null, string | null];
  return { running, code, endedBy, left: leftovers(), folders: readdirSync(temporary) };
}

const NOTHING_LEFT = { code: null, left: [], folders: [] };

test.each([
  ["lines", "SIGINT"],
  ["lines", "SIGTERM"],
  ["mcp-stdio", "SIGINT"],
  ["mcp-stdio", "SIGTERM"],
] as const)("a run over %s ends on %s, and removes its program and its workspace", async (kind, signal) => {
  const adapter = `${kind}:node "${fake(`${kind === "lines" ? "lines" : "mcp-stdio"}.mjs`)}" "hangs in a loop"`;
  // Two processes: the command, and the program that it started.
  expect(await interrupt(adapter, signal)).toEqual({ ...NOTHING_LEFT, running: 2, endedBy: signal });
});

test("a run over HTTP removes its workspace on SIGINT", async () => {
  const server = spawn(process.execPath, [fake("mcp-http.mjs"), "never answers a call"], { stdio: "pipe" });
  const [line] = (await once(server.stdout, "data")) as [Buffer];
  const mapping = "mapping: { workspace: { param: project } }\n";
  const outcome = await interrupt(`mcp-http:${line.toString().trim()}`, "SIGINT", mapping);
  server.kill();
  expect(outcome).toEqual({ ...NOTHING_LEFT, running: 1, endedBy: "SIGINT" });
});

test("after a run, its process ends even when a server still owes an answer", async () => {
  const form = `mcp-stdio:node "${fake("mcp-stdio.mjs")}" hangs`;
  const options = { contract: counterContract(), timeout: 1000, run: ["read_returns_the_total"] };
  const script = `import { runConformance } from ${JSON.stringify(join(packageRoot, "dist/index.js"))};
    const { verdict } = await runConformance(${JSON.stringify(form)}, ${JSON.stringify(options)});
    console.log(verdict);`;
  const host = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(host.stdout, "data")) as [Buffer];
  expect(line.toString()).toBe("adapter-error\n");
  const over = performance.now();
  await once(host, "exit");
  expect(performance.now() - over).toBeLessThan(50_000);
});

test("a shell sees exit code 143 when SIGTERM ends the command", async () => {
  const cwd = temporaryFolder();
  const adapter = `lines:node "${fake("lines.mjs")}" hangs`;
  const script = `"$0" "$1" run --contract "$2" --adapter "$3" --run read_returns_the_total --timeout 600000 & while [ ! -e "$NEXUS_FAKE_HANGS" ]; do sleep 0.05; done; kill -TERM $!; wait $!; echo "code $?"`;
  const words = ["-c", script, process.execPath, BIN, counterContract(), adapter];
  const shell = spawn("sh", words, { cwd, stdio: ["ignore", "pipe", "ignore"] });
  let text = "";
  for await (const piece of shell.stdout) text += String(piece);
  expect(text).toContain("code 143\n");
});
