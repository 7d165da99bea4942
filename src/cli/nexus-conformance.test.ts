import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../base/package-root.js";
import { counterContract } from "../conformance/testing/counter-contract.js";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import { program } from "./nexus-conformance.js";
import { runHere } from "./testing/run-here.js";

const contract = counterContract();

const ADAPTER = `
let total = 0;
const tools = {
  add: ({ by }) => { if (!(by >= 1)) throw new Error("too small"); total += by; return { total }; },
  read: () => ({ total }),
};
export default { name: "memory", version: "2.0.0", tools: ["add", "read"], open: () => ({ call: (tool, params) => tools[tool](params) }) };
`;

const ADAPTERS = {
  "adapter.mjs": ADAPTER,
  "named.mjs": ADAPTER.replace("export default", "export const adapter ="),
  "factory.mjs": ADAPTER.replace("export default", "export default async () => (").replace(/;\n$/, ");\n"),
  "throws.mjs": 'throw new Error("the database is missing\\nsecond line");',
  "syntax.mjs": "export default {",
  "nothing.mjs": "export const x = 1;",
  "no-open.mjs": 'export default { name: "x" };',
  "no-name.mjs": "export default { open: () => ({}) };",
  "typo.mjs": `export default { name: "x", tool: ["read"], open: () => ({}) };`,
  "bad-tools.mjs": 'export default { name: "x", tools: ["raed"], open: () => ({ call: () => 1 }) };',
  "bad-factory.mjs": 'export default () => { throw new Error("no license"); };',
  "no-call.mjs": 'export default { name: "x", open: () => ({ calls: 1 }) };',
};

function folder(files: Readonly<Record<string, string>> = ADAPTERS): string {
  const path = temporaryFolder();
  writeFiles(path, files);
  return path;
}

function run(...words: string[]) {
  return runHere(program, ["run", "--contract", contract, "--run", "read_starts_at_zero", ...words], folder());
}

test("without an adapter, the command says in one line what to do", async () => {
  const { code, stdout, stderr } = await runHere(program, ["run"], folder());
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toBe(
    "NXC_USAGE_NO_ADAPTER  no adapter is given, so there is nothing to judge. Name yours with --adapter module:./adapter.mjs, or in nexus-conformance.config.yml. conformance/README.md shows one in ten lines.\n",
  );
});

test.each(["adapter.mjs", "./adapter.mjs", "named.mjs", "factory.mjs"])("module:%s is judged", async (path) => {
  const { code, stdout } = await run("--adapter", `module:${path}`);
  expect(code).toBe(0);
  expect(stdout).toContain("1 passed");
  expect(stdout).toContain("memory 2.0.0");
});

test.each([
  ["module:./missing.mjs", 2, "NXC_ADAPTER_NOT_FOUND  ./missing.mjs: the adapter module does not exist."],
  [
    "module:./throws.mjs",
    3,
    "NXC_ADAPTER_LOAD  ./throws.mjs: loading the adapter module failed: the database is missing.",
  ],
  ["module:./syntax.mjs", 3, "NXC_ADAPTER_LOAD  ./syntax.mjs: "],
  [
    "module:./nothing.mjs",
    3,
    "NXC_ADAPTER_SHAPE  ./nothing.mjs: the adapter has the wrong shape: it exports no adapter object as default.",
  ],
  ["module:./no-open.mjs", 3, "open is not a function."],
  ["module:./no-name.mjs", 3, "name is not a text."],
  ["module:./typo.mjs", 3, 'an adapter has no member "tool". Did you mean "tools"?'],
  ["module:./bad-tools.mjs", 3, 'tools names "raed", which contract counter does not have. Did you mean "read"?'],
  [
    "module:./bad-factory.mjs",
    3,
    "NXC_ADAPTER_LOAD  ./bad-factory.mjs: loading the adapter module failed: no license.",
  ],
  ["module:", 2, 'NXC_ADAPTER_FORM  --adapter: "module:" is not an adapter form.'],
  ["adapter.mjs", 2, 'NXC_ADAPTER_FORM  --adapter: "adapter.mjs" is not an adapter form.'],
])("--adapter %s gives exit code %d and an error of one line", async (form, code, line) => {
  const outcome = await run("--adapter", form);
  expect({ code: outcome.code, stdout: outcome.stdout }).toEqual({ code, stdout: "" });
  expect(outcome.stderr).toContain(line);
  expect(outcome.stderr.trimEnd()).not.toContain("\n");
});

test("an adapter whose session cannot be called is an error of the adapter", async () => {
  const { code, stdout } = await run("--adapter", "module:./no-call.mjs");
  expect(code).toBe(3);
  expect(stdout).toContain("open() returned nothing with a call function");
  expect(stdout).toContain("The adapter, or the program that it runs, failed in every case, so nothing was judged.");
});

test.each([
  [
    ["--profil", "small"],
    'NXC_USAGE_UNKNOWN_FLAG  unknown flag "--profil". Did you mean "--profile"? Run nexus-conformance run --help for the list.',
  ],
  [["--profile", "smal"], 'contract counter has no profile "smal". Did you mean "small"?'],
  [["--level", "shoud"], '--level cannot be "shoud": it is one of must, should, may, info. Did you mean "should"?'],
  [["--timeout", "fast"], '--timeout cannot be "fast": it is a whole number from 1. Give it as --timeout MS.'],
  [["--timeout"], "--timeout needs a value."],
  [["--skip", "--strict"], "--skip needs a value."],
  [["--strict=yes"], "--strict takes no value."],
  [["--reporter", "jsno"], 'badge. Did you mean "json"? Give it as --reporter FORMAT[:FILE].'],
  [["--run", "nobody"], '--run "nobody" matches no case.'],
  [["--contract", "cor"], 'there is no contract "cor". Did you mean "core"? Known contracts: core, thread.'],
  [["--fixtures", "missing.json"], "NXC_FILE_NOT_FOUND  missing.json: there is no such fixture."],
  [["extra"], 'unexpected argument "extra".'],
])("%j gives exit code 2 and an error of one line", async (words, line) => {
  const { code, stdout, stderr } = await run("--adapter", "module:./adapter.mjs", ...words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(line);
  expect(stderr.trimEnd()).not.toContain("\n");
});

test("an unknown command gets a suggestion, and a missing command gets the list", async () => {
  expect((await runHere(program, ["rn"], folder())).stderr).toContain('unknown command "rn". Did you mean "run"?');
  const { code, stdout } = await runHere(program, [], folder());
  expect(code).toBe(2);
  expect(stdout).toMatch(/ run +judge an implementation\n/);
});

test("help shows the table of options", async () => {
  const { code, stdout } = await runHere(program, ["run", "--help"], folder());
  expect(code).toBe(0);
  expect(stdout).toContain("--reporter FORMAT[:FILE]");
  expect(stdout).toContain("--bail [N]");
  expect(stdout).toContain("3  the adapter or the kit itself failed");
});

test("a report file is written besides the printed report, and an unwritable one stops the run before it starts", async () => {
  const cwd = folder();
  const words = ["run", "--contract", contract, "--run", "read*", "--adapter", "module:./adapter.mjs"];
  const { code, stdout } = await runHere(
    program,
    [...words, "--reporter", "pretty", "--reporter", "json:report.json"],
    cwd,
  );
  expect(code).toBe(1);
  expect(stdout).toContain("FAILED counter/tools/counter/read_returns_the_total");
  const report = JSON.parse(readFileSync(join(cwd, "report.json"), "utf8")) as { verdict: string; adapter: string };
  expect(report).toMatchObject({ verdict: "does-not-conform", adapter: "module:./adapter.mjs" });

  const impossible = await runHere(program, [...words, "--reporter", "json:no/such/report.json"], cwd);
  expect(impossible).toEqual({
    code: 2,
    stdout: "",
    stderr:
      "NXC_FILE_UNWRITABLE  no/such/report.json: cannot write this report: ENOENT. Check that the folder exists and is writable.\n",
  });
  expect(existsSync(join(cwd, "no"))).toBe(false);
});

test("a typo in a fixture stops the run with its place, and the earlier report stays unchanged", async () => {
  const cwd = folder({
    ...ADAPTERS,
    "mine.json": JSON.stringify([{ test_id: "x", description: "has a typo", acton: {} }], null, 1),
    "report.json": "precious",
  });
  const words = ["--contract", contract, "--adapter", "module:./adapter.mjs", "--fixtures", "mine.json"];
  const { code, stderr } = await runHere(program, ["run", ...words, "--reporter", "json:report.json"], cwd);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^NXC_FIXTURE_INVALID {2}mine\.json:5#\/0\/acton: unknown property "acton"\. Did you mean "action"\?/,
  );
  expect(readFileSync(join(cwd, "report.json"), "utf8")).toBe("precious");
});

test("--bail works without a number, and takes one after a space or an equals sign", async () => {
  const words = ["run", "--contract", contract, "--adapter", "module:./throwing.mjs"];
  const cwd = folder({
    "throwing.mjs": 'export default { name: "x", open: () => ({ call() { throw new Error("no"); } }) };',
  });
  const unsuccessful = async (...bail: string[]) => {
    const { stdout } = await runHere(program, [...words, ...bail, "--reporter", "json"], cwd);
    const { summary } = JSON.parse(stdout) as { summary: { cases: { failed: number; blocked: number } } };
    return summary.cases.failed + summary.cases.blocked;
  };
  expect(await unsuccessful("--bail")).toBe(1);
  expect(await unsuccessful("--bail", "2")).toBe(2);
  expect(await unsuccessful("--bail=3")).toBe(3);
});

test("a workspace that is not removed is named, and has the files of its case", async () => {
  const { stdout } = await run("--adapter", "module:./adapter.mjs", "--keep-workspaces", "--reporter", "json");
  const [kept] = (JSON.parse(stdout) as { cases: { workspace: string }[] }).cases;
  expect(existsSync(kept!.workspace)).toBe(true);
});

test("colours depend on the terminal, NO_COLOR, FORCE_COLOR and --no-color", async () => {
  const words = ["run", "--contract", contract, "--run", "read_starts_at_zero", "--adapter", "module:./adapter.mjs"];
  const coloured = async (env: Record<string, string>, ...flags: string[]) =>
    (await runHere(program, [...words, ...flags], folder(), env)).stdout.includes("\u001b[");
  expect(await coloured({})).toBe(false);
  expect(await coloured({ FORCE_COLOR: "1" })).toBe(true);
  expect(await coloured({ FORCE_COLOR: "1", NO_COLOR: "1" })).toBe(false);
  expect(await coloured({ FORCE_COLOR: "1" }, "--no-color")).toBe(false);
});

test("a configuration file replaces flags for commands in its folder and below", async () => {
  const cwd = folder({
    ...ADAPTERS,
    "nexus-conformance.config.yml": `adapter: module:./adapter.mjs\ncontract: ${contract}/\nprofile: small\nreporter: ["json:reports/last.json"]\n`,
    "reports/.keep": "",
    "deep/er/x.txt": "",
  });
  expect((await runHere(program, ["run", "--run", "read_starts_at_zero"], join(cwd, "deep/er"))).code).toBe(0);
  const report = JSON.parse(readFileSync(join(cwd, "reports/last.json"), "utf8")) as {
    profile: string;
    cases: { repro: string }[];
  };
  expect(report.profile).toBe("small");
  expect(report.cases[0]?.repro).toContain("--adapter module:./../../adapter.mjs");

  const flagWins = await runHere(program, ["run", "--adapter", "module:./missing.mjs"], cwd);
  expect(flagWins.stderr).toContain("NXC_ADAPTER_NOT_FOUND");
});

test.each([
  [
    "x.yml",
    "adaptr: module:./adapter.mjs\n",
    'NXC_CONFIG_INVALID  x.yml:1#/adaptr: unknown property "adaptr". Did you mean "adapter"?',
  ],
  ["x.yml", "profile: small\nstrict: yes please\n", "NXC_CONFIG_INVALID  x.yml:2#/strict: "],
  ["x.yml", "adapter: [\n", "NXC_YAML_SYNTAX  x.yml:2:1: "],
  ["x.json", '{"adapter": 1,}', "NXC_JSON_SYNTAX  x.json:1:15: "],
  ["x.mjs", "throw new Error('no home')", "NXC_CONFIG_LOAD  x.mjs: loading the configuration file failed: no home."],
  ["y.yml", "", "NXC_FILE_NOT_FOUND  x.yml: there is no such configuration file."],
])("an invalid configuration in %s gives an error of one line", async (name, text, line) => {
  const words = ["run", "--config", name === "y.yml" ? "x.yml" : name];
  const { code, stdout, stderr } = await runHere(program, words, folder({ [name]: text }));
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(line);
  expect(stderr.trimEnd()).not.toContain("\n");
});

test("one configuration serves several contracts", async () => {
  const cwd = folder({
    ...ADAPTERS,
    "nexus-conformance.config.yml": `adapter: module:./missing.mjs\ncontracts:\n  ${contract}/: { adapter: module:./adapter.mjs, profile: small }\n`,
    "wrong.yml": "contracts:\n  thread: { contract: core }\n",
  });
  const words = ["run", "--run", "read_starts_at_zero"];
  expect(await runHere(program, [...words, "--contract", `${contract}/`], cwd)).toMatchObject({ code: 0, stderr: "" });
  expect((await runHere(program, ["run"], cwd)).stderr).toContain("NXC_ADAPTER_NOT_FOUND");
  const nested = await runHere(program, [...words, "--config", "wrong.yml"], cwd);
  expect(nested.stderr).toMatch(/^NXC_CONFIG_INVALID {2}wrong\.yml:2#\/contracts\/thread\/contract: /u);
});

test("a configuration can be a module", async () => {
  const text = `export default { adapter: "module:./adapter.mjs", contract: "${contract}/" };`;
  const cwd = folder({ ...ADAPTERS, "nexus-conformance.config.mjs": text });
  expect((await runHere(program, ["run", "--run", "read_starts_at_zero"], cwd)).code).toBe(0);
});

const PASSING = ["run", "--run", "read_starts_at_zero", "--run", "tick_adds_one"];

test.each([
  ["lines", "lines.mjs", "mapping: { surfaces: [tools, events, process], events: { tick: node hooks/tick.mjs } }"],
  ["mcp-stdio", "mcp-stdio.mjs", "mapping: { events: { tick: node hooks/tick.mjs } }"],
])("commands of %s and hooks in a parent folder's configuration run from its folder", async (kind, fake, mapping) => {
  const fakes = join(packageRoot, "test/adapters/fakes");
  const hook =
    'import { mkdirSync, writeFileSync } from "node:fs";\nmkdirSync(".state");\nwriteFileSync(".state/counter.json", JSON.stringify({ total: 1 }));\n';
  const server = `import ${JSON.stringify(join(fakes, fake))};\n`;
  const cwd = folder({
    "my servers/server.mjs": server,
    "hooks/tick.mjs": hook,
    "nexus-conformance.config.yml": `adapter: '${kind}:node "my servers/server.mjs" well'\ncontract: ${contract}/\n${mapping}\n`,
    "deep/er/server.mjs": "process.exit(1);",
    "deep/er/my servers/server.mjs": "process.exit(1);",
  });
  for (const place of [cwd, join(cwd, "deep/er")]) {
    expect(await runHere(program, [...PASSING, "--reporter", "dot"], place)).toMatchObject({ code: 0, stderr: "" });
    expect((await runHere(program, ["smoke"], place)).stdout).toContain("ok         accepts event tick");
  }
});

test("the command of an adapter runs without a shell", async () => {
  const fake = join(packageRoot, "test/adapters/fakes/lines.mjs");
  const cwd = folder({});
  const adapter = `lines:node "${fake}" $(touch one) \`touch two\` ; touch three && touch four > five`;
  const words = ["run", "--contract", contract, "--adapter", adapter];
  expect(await runHere(program, words, cwd)).toMatchObject({ code: 0, stderr: "" });
  expect(readdirSync(cwd)).toEqual([]);
});

test("tool names from the configuration reach the implementation, and --trace shows the calls", async () => {
  const renamed = ADAPTER.replace("add: (", "my_add: (")
    .replace("read: (", "my_read: (")
    .replace(' tools: ["add", "read"],', "");
  const cwd = folder({
    "adapter.mjs": renamed,
    "nexus-conformance.config.yml": `adapter: module:./adapter.mjs\ncontract: ${contract}/\nmapping: { prefix: my_, offers: [add, read] }\n`,
  });
  const words = ["run", "--run", "read_starts_at_zero", "--trace", "--reporter", "json"];
  const { code, stdout } = await runHere(program, words, cwd);
  expect(code).toBe(0);
  const traceIn = (report: string) =>
    (JSON.parse(report) as { cases: { trace?: { kind: string }[] }[] }).cases[0]?.trace?.map(({ kind }) => kind);
  expect(traceIn(stdout)).toEqual(["read"]);

  const config = readFileSync(join(cwd, "nexus-conformance.config.yml"), "utf8");
  const bare = words.filter((word) => word !== "--trace");
  expect(traceIn((await runHere(program, bare, cwd)).stdout)).toBeUndefined();
  writeFiles(cwd, { "nexus-conformance.config.yml": `${config}trace: true\n` });
  expect(traceIn((await runHere(program, bare, cwd)).stdout)).toEqual(["read"]);
});
