/** Behaviour that needs a real process: exit codes, closed pipes, links, and misbehaving adapters. */

import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../src/base/package-root.js";
import { counterContract } from "../../src/conformance/testing/counter-contract.js";
import { temporaryFolder, writeFiles } from "../../src/testing/temporary-folder.js";

const BIN = join(packageRoot, "bin/nexus-conformance.js");
/** A small contract is enough, because these tests are about the process. */
const contract = counterContract();

function judge(adapter: string, bin = BIN) {
  const cwd = temporaryFolder();
  writeFiles(cwd, { "adapter.mjs": adapter });
  const words = [
    "run",
    "--contract",
    contract,
    "--run",
    "read_starts_at_zero",
    "--timeout",
    "1500",
    "--adapter",
    "module:./adapter.mjs",
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words], { cwd, encoding: "utf8" });
  return { code: status, stdout, stderr };
}

const adapter = (call: string) => `export default { name: "x", open: () => ({ call: async () => { ${call} } }) };`;

test.each([
  ["calls process.exit(0)", adapter("process.exit(0)"), "NXC_PROCESS_DIED"],
  [
    "ends the process from an exit handler",
    `process.on("exit", () => { process.exitCode = 0; }); ${adapter("process.exit(1)")}`,
    "NXC_PROCESS_DIED",
  ],
  ["never returns", adapter("for (;;);"), "NXC_PROCESS_SILENT"],
  [
    "throws from a timer",
    adapter('setTimeout(() => { throw new Error("late"); }, 5); await new Promise(() => {});'),
    "late",
  ],
  [
    "leaves a rejected promise behind",
    adapter('Promise.reject(new Error("nobody waits")); await new Promise(() => {});'),
    "nobody waits",
  ],
])("an adapter that %s never looks like success", (_, text, line) => {
  const { code, stdout, stderr } = judge(text);
  expect(code).toBe(3);
  expect(stdout).toContain(line);
  expect(stdout + stderr).not.toContain("    at ");
});

test("a reader that closes the standard error does not keep the process busy", () => {
  const script = `{ sleep 0.3; exec timeout -s KILL 20 "$0" "$1" run --bogus; } 2>&1 | true; echo "\${PIPESTATUS[0]}"`;
  const { stdout } = spawnSync("bash", ["-c", script, process.execPath, BIN], { encoding: "utf8" });
  expect(stdout).toBe("2\n");
});

test("an adapter that waits for ever while it is loaded is reported", () => {
  const { code, stderr } = judge("await new Promise(() => {});");
  expect(code).toBe(3);
  expect(stderr).toContain("NXC_ADAPTER_LOAD  ./adapter.mjs: loading the adapter module failed: ");
});

test("what an adapter prints goes to standard error, so that the report on standard output stays valid", () => {
  const cwd = temporaryFolder();
  const text =
    'console.log("hello"); process.stdout.write(JSON.stringify({ id: 3, result: { total: 0 } }) + "\\n"); return {};';
  writeFiles(cwd, { "adapter.mjs": adapter(text) });
  const words = [BIN, "run", "--contract", contract, "--reporter", "json", "--adapter", "module:./adapter.mjs"];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd, encoding: "utf8" });
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ verdict: "does-not-conform" });
  expect(stderr).toContain("hello\n");
});

test.each([
  ["prints without end", 'const line = "x".repeat(9_999); for (let i = 0; i < 2_000; i++) console.log(line);', ""],
  [
    "leaves a process behind that outlives its group",
    'spawn(process.execPath, ["-e", "setTimeout(() => {}, 4000)"], { detached: true, stdio: "inherit" }).unref();',
    'import { spawn } from "node:child_process";',
  ],
])("an adapter that %s is judged like any other", (_, hostile, head) => {
  const { stdout, stderr } = judge(`${head} ${adapter(`${hostile} return { total: 1 };`)}`);
  expect(stdout).toMatch(/^Cases +1 failed of 1$/mu);
  expect(stderr.length).toBeLessThan(200_000);
});

test("neither folders nor arguments tell an adapter who judges it", () => {
  const seen = "[process.argv, workspace, namespace, user.home, user.temporary].join()";
  const text = `export default { name: "x", open: ({ workspace, namespace, user }) => ({ call: async () => ({ total: /conformance/.test(${seen}) ? 1 : 0 }) }) };`;
  expect(judge(text).stdout).toMatch(/^Cases +1 passed of 1$/mu);
});

test("what an adapter does to built-ins does not reach its judge", () => {
  const patches = [
    "JSON.stringify = () => '{}'; JSON.parse = () => ({ total: 0 }); Object.is = () => true;",
    "RegExp.prototype.test = () => true; Map.prototype.get = () => undefined; Array.prototype.some = () => false;",
  ];
  const { stdout } = judge(`${adapter("return { total: 1 };")} ${patches.join(" ")}`);
  expect(stdout).toMatch(/^Cases +1 failed of 1$/mu);
});

test("output that cannot be written is an error", () => {
  const words = `"${process.execPath}" "${BIN}" run --help > /dev/full`;
  const { status, stderr } = spawnSync("sh", ["-c", words], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({
    status: 3,
    stderr:
      "NXC_STDOUT  writing to standard output failed: ENOSPC. Check that its destination is open and has room, or write the report to a file.\n",
  });
});

test("an adapter that leaves a timer running does not keep the command alive", () => {
  const { code, stdout } = judge(adapter("setInterval(() => {}, 1000); return {};"));
  expect(code).toBe(1);
  expect(stdout).toContain("Does not conform.");
});

test("the commands start through a symbolic link", () => {
  const link = join(temporaryFolder(), "conformance");
  symlinkSync(BIN, link);
  const { status, stdout } = spawnSync(link, ["--version"], { encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 0, stdout: "0.11.0\n" });
});

test("a reader that closes the pipe early causes no error and no other exit code", () => {
  const cwd = temporaryFolder();
  writeFiles(cwd, { "adapter.mjs": adapter("return {};") });
  const run = `"${process.execPath}" "${BIN}" run --run 'core/tools/plan-status/**' --adapter module:./adapter.mjs; echo "code $?" >&2`;
  const { stderr } = spawnSync("sh", ["-c", `{ ${run}; } | head -n 1`], { cwd, encoding: "utf8" });
  expect(stderr).toBe("code 1\n");
});
