import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { counterContract } from "../conformance/testing/counter-contract.js";
import { leaseContractWithModel } from "../conformance/testing/lease-model.js";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import { runProgram } from "./frame/run-program.js";
import { program } from "./nexus-conformance.js";
import { runHere } from "./testing/run-here.js";

const contract = leaseContractWithModel();

/** A store in memory and on disk. The file `step.txt` beside it sets the step of its counter. */
const ADAPTER = `import { readFileSync, writeFileSync, existsSync, appendFileSync } from "node:fs";
const step = Number(readFileSync(new URL("./step.txt", import.meta.url), "utf8"));
export default { name: "store", tools: ["put", "get"], open: ({ workspace }) => {
  const file = workspace + "/store.json";
  const read = () => existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { rev: 0, entries: [], leases: [] };
  return { call(tool, { key, value }) {
    const store = read();
    const known = store.entries.find((entry) => entry.key === key);
    if (tool === "get") return known ?? { error: { code: "NOT_FOUND", message: "no " + key } };
    const entry = { key, value, rev: store.rev + (known === undefined ? 1 : step) };
    const entries = [...store.entries.filter((other) => other.key !== key), entry];
    writeFileSync(file, JSON.stringify({ ...store, rev: entry.rev, entries }));
    appendFileSync(workspace + "/log.jsonl", JSON.stringify({ rev: entry.rev, key }) + "\\n");
    return entry;
  } };
} };`;

function project(step: number): string {
  const cwd = temporaryFolder();
  writeFiles(cwd, { "adapter.mjs": ADAPTER.replace("./step.txt", `./step.txt?${step}`), "step.txt": String(step) });
  return cwd;
}

/** In this process, because the store is not made for crashes. */
const ADAPTER_WORDS = ["--adapter", "module:./adapter.mjs", "--in-process"];

const fuzz = (cwd: string, ...words: string[]) =>
  runHere(program, ["fuzz", "--contract", contract, ...ADAPTER_WORDS, "--seed", "5", ...words], cwd);

test("without a difference, the summary says what was tried, and no file is written", async () => {
  const cwd = project(1);
  const { code, stdout, stderr } = await fuzz(cwd, "--runs", "300");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(
    /^lease-store 1 {2}store {2}seed 5\nNo difference in 300 commands: \d+ sequences; \d+ answered calls, \d+ of them refused and \d+ made at the same time as others; 0 edits of files by others; no crashes, since the implementation cannot be killed\.\n$/u,
  );
  expect(existsSync(join(cwd, "fuzz-5.json"))).toBe(false);
});

test("a run ends with random calls unless it asks for none", async () => {
  const judge = async (...words: string[]) =>
    (await runHere(program, ["run", "--contract", contract, ...ADAPTER_WORDS, ...words], project(1))).stdout;
  expect(await judge("--explore", "40")).toMatch(/^Random {2}no violation in 40 calls$/mu);
  expect(await judge("--explore", "0")).not.toContain("Random");
});

test("a difference is shown step by step with the commands that reproduce it, and its fixture fails on its own", async () => {
  const cwd = project(2);
  const { code, stdout } = await fuzz(cwd, "--runs", "300");
  expect(code).toBe(1);
  expect(stdout).toMatch(/shrunk to 2:\n\n {3}1 {2}\w+: put \{.*\n {3}2 {2}\w+: put \{.*\n\n/u);
  expect(stdout).toContain("the model expects  2\n    the implementation 3\n");
  const adapter = ADAPTER_WORDS.join(" ");
  expect(stdout).toContain("fuzz-5.json holds it as a fixture, which fails when it is run alone:\n");
  expect(stdout).toContain(`  npx nexus-conformance run --contract ${contract} --fixtures fuzz-5.json ${adapter}\n`);
  expect(stdout).toContain(`  npx nexus-conformance fuzz --contract ${contract} --seed 5 --runs 300 ${adapter}\n`);

  const again = ["run", "--fixtures", "fuzz-5.json", "--contract", contract, "--adapter", "module:./adapter.mjs"];
  expect((await runHere(program, again, cwd)).code).toBe(1);
  const written = readFileSync(join(cwd, "fuzz-5.json"), "utf8");
  expect(JSON.parse(written)).toMatchObject([{ test_id: "fuzz_5", steps: [{}, {}] }]);
  const sound = project(1);
  writeFiles(sound, { "fuzz-5.json": written });
  expect((await runHere(program, again, sound)).code).toBe(0);

  // The same search may write its own finding again.
  expect((await fuzz(cwd, "--runs", "300")).stdout).toBe(stdout);
});

test("an existing file is not overwritten, and the error comes before the search", async () => {
  const cwd = project(2);
  writeFiles(cwd, { "mine.json": "[]" });
  const { code, stdout, stderr } = await fuzz(cwd, "--out", "mine.json");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(
    /^NXC_FUZZ_EXISTS {2}mine\.json: .* Name another file with --out FILE, or move this one away\.\n$/u,
  );
  expect(readFileSync(join(cwd, "mine.json"), "utf8")).toBe("[]");
});

/** A model of one call that predicts nothing about it. */
const SILENT = `export default {
  initial: 0,
  calls: (fc) => fc.constant({ tool: "get", params: { key: "door" } }),
  predict: (state) => ({ next: state }),
  files: () => ({}),
};`;

test.each([
  ["fails when it is opened again", "if (opened > 8) throw new Error('gone');", contract, true, "60000"],
  [
    "hangs where the model says nothing",
    "if (opened > 8) return { call: () => new Promise(() => {}), kill() {} };",
    leaseContractWithModel(SILENT),
    false,
    // Each call that hangs takes this long, and it must suffice to load a module on a busy machine.
    "1000",
  ],
])(
  "a finding is told whether or not it makes a fixture: an implementation that %s",
  async (_, open, folder, isCase, timeout) => {
    const cwd = temporaryFolder();
    const answer = isCase ? `{ error: { code: "NOT_FOUND", message: "no " + key } }` : `{ key, value: 1, rev: 1 }`;
    const adapter = `let opened = 0; const call = (tool, { key }) => (${answer});
export default { name: "store", surfaces: ["tools", "process"], tools: ["get"], open() { opened += 1; ${open} return { call, kill() {} }; } };`;
    writeFiles(cwd, { "adapter.mjs": adapter });
    const target = ["--contract", folder, "--seed", "5", "--runs", "200", "--timeout", timeout];
    const words = ["fuzz", ...target, ...ADAPTER_WORDS];
    const { code, stdout, stderr } = await runHere(program, words, cwd);
    expect({ code, stderr }).toEqual({ code: 3, stderr: "" });
    expect(stdout).toMatch(
      /The implementation failed after \d+ commands?, in a sequence of \d+ steps? shrunk to \d+:\n\n {3}1 {2}/u,
    );
    expect(existsSync(join(cwd, "fuzz-5.json"))).toBe(isCase);
    expect(stdout).toContain(isCase ? "\nfuzz-5.json holds it as a fixture" : "\nNo fixture holds it: case ");
    expect(stdout).toContain(`The whole search again:\n  npx nexus-conformance ${words.join(" ")}\n`);
  },
);

test("output of an implementation cannot control the terminal", async () => {
  const cwd = temporaryFolder();
  const said = '"\\u001b[2J\\u009b1m"';
  const adapter = `export default { name: ${said}, open: () => ({ call: () => ({ error: { code: ${said}, message: ${said} } }) }) };`;
  writeFiles(cwd, { "adapter.mjs": adapter });
  const { code, stdout } = await fuzz(cwd, "--runs", "100");
  expect(code).toBe(1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/u);
  expect(stdout).toContain("\\u001b[2J\\u009b1m");
});

test("on a terminal, progress has its own line, which is cleared before other output", async () => {
  const told = async (cwd: string, ...words: readonly string[]) => {
    const written: string[] = [];
    const write = (name: string) => (text: string) => written.push(`${name}${text}`);
    const flags = ["--contract", contract, ...ADAPTER_WORDS, "--seed", "5", "--runs", "300"];
    const context = {
      cwd,
      env: {},
      isTerminal: true,
      stdin: async () => Buffer.alloc(0),
      stdout: write("out "),
      stderr: write("err "),
    };
    await runProgram(program, ["fuzz", ...flags, ...words], context);
    return written;
  };
  const isProgress = (text: string) => /^out \r {2}\d+ of 300 commands +$/u.test(text);
  for (const cwd of [project(1), project(2)]) {
    const written = await told(cwd);
    const first = written.findIndex((text) => !isProgress(text));
    expect(first).toBeGreaterThan(0);
    expect(written[first]).toMatch(/^out \r +\r$/u);
    expect(written.slice(first + 1).filter((text) => !text.startsWith("out ") || text.includes("\r"))).toEqual([]);
  }
  const failing = temporaryFolder();
  writeFiles(failing, { "adapter.mjs": "export default { name: 'x', open() { throw new Error('gone'); } };" });
  const written = await told(failing);
  expect(written.at(-2)).toMatch(/^out \r +\r$/u);
  expect(written.at(-1)).toMatch(/^err NXC_ADAPTER_OPEN/u);
});

test("the commands that reproduce a difference have the given flags", async () => {
  const cwd = project(2);
  const mapping = "mapping: { tools: { put: put } }\n";
  writeFiles(cwd, { "my config.yml": mapping });
  const { stdout } = await fuzz(cwd, "--runs", "300", "--timeout", "4000", "--config", "my config.yml");
  const given = `--config 'my config.yml' --timeout 4000 ${ADAPTER_WORDS.join(" ")}\n`;
  expect(stdout).toContain(`run --contract ${contract} --fixtures fuzz-5.json ${given}`);
  expect(stdout).toContain(`fuzz --contract ${contract} --seed 5 --runs 300 ${given}`);
});

test("an implementation that dies at every call gives exit code 3 and one line", async () => {
  const cwd = temporaryFolder();
  writeFiles(cwd, { "dies.mjs": "process.exit(4);" });
  const words = ["fuzz", "--contract", contract, "--adapter", "lines:node dies.mjs"];
  const { code, stdout, stderr } = await runHere(program, words, cwd);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toMatch(/^NXC_PROCESS_DIED .*\n$/u);
});

test.each([
  [["fuzz"], "NXC_USAGE_NO_ADAPTER"],
  [["fuzz", "--adapter", "module:./adapter.mjs", "--contract", counterContract(), "--in-process"], "NXC_MODEL_NONE"],
  [["fuzz", "--adapter", "module:./adapter.mjs", "--runs", "none"], "NXC_USAGE_FLAG_VALUE"],
  [["fuzz", "--adapter", "module:./adapter.mjs", "--sed", "1"], "NXC_USAGE_UNKNOWN_FLAG"],
  [["fuzz", "--adapter", "module:./adapter.mjs", "FILE"], "NXC_USAGE_EXTRA_ARGUMENT"],
  [["fuzz", "--adapter", "module:./nowhere.mjs"], "NXC_ADAPTER_NOT_FOUND"],
])("%j gives exit code 2 and an error of one line", async (words, code) => {
  const cwd = temporaryFolder();
  writeFiles(cwd, { "adapter.mjs": 'export default { name: "x", open: () => ({ call: () => null }) };' });
  const home = process.env["HOME"];
  const outcome = await runHere(program, words, cwd);
  expect(outcome.code).toBe(2);
  expect(outcome.stderr).toMatch(new RegExp(`^${code}  .*\\n$`, "u"));
  // The adapter had its own home folder while it was loaded.
  expect(process.env["HOME"]).toBe(home);
});
