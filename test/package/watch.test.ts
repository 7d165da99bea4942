/** `run --watch` as a user sees it: a process that runs until a signal ends it. */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../src/base/package-root.js";
import { counterContract } from "../../src/conformance/testing/counter-contract.js";
import { temporaryFolder, writeFiles } from "../../src/testing/temporary-folder.js";

const BIN = join(packageRoot, "bin/nexus-conformance.js");
const adapter = (total: number) =>
  `import { total } from "./lib/answer.mjs"; export default { name: "x", tools: ["read"], open: () => ({ call: () => ({ total: total - ${total} }) }) };`;

test("a change runs the cases again with the new code, and Ctrl-C ends with the last exit code", async () => {
  const cwd = temporaryFolder();
  writeFiles(cwd, { "adapter.mjs": adapter(0), "lib/answer.mjs": "export const total = 1;" });
  const words = ["--contract", counterContract(), "--run", "read_starts_at_zero", "--adapter", "module:./adapter.mjs"];
  const reports = ["--reporter", "pretty", "--reporter", "json:report.json"];
  const child = spawn(process.execPath, [BIN, "run", "--watch", "--strict", ...words, ...reports], { cwd });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (text += data.toString()));
  const seen = async (pattern: RegExp) => {
    while (!pattern.test(text)) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await seen(/Does not conform\.[\s\S]*Waiting for a change; Ctrl-C ends\.\n/);
  // Files that a run writes must not start the next run.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(text).not.toContain("running again");
  writeFiles(cwd, { "lib/answer.mjs": "export const total = 0;" });
  await seen(/Something changed, running again\.[\s\S]*\nWhat was selected conforms: 1 of \d cases\.[\s\S]*Waiting/);

  const ended = new Promise((resolve) => child.on("close", resolve));
  child.kill("SIGINT");
  expect(await ended).toBe(0);
});
