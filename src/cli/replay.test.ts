import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { counterContract } from "../conformance/testing/counter-contract.js";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import { program } from "./nexus-conformance.js";
import { runHere } from "./testing/run-here.js";

const contract = counterContract();
const FILE = "failures/read_returns_the_total.json";

/** Always reads zero, until state.txt beside it contains "fixed". */
const ADAPTER = `import { readFileSync } from "node:fs";
export default { name: "x", tools: ["read"], open: ({ workspace }) => ({ call: () => {
  const isFixed = readFileSync(new URL("./state.txt", import.meta.url), "utf8") === "fixed";
  try { return isFixed ? JSON.parse(readFileSync(workspace + "/.state/counter.json", "utf8")) : { total: 0 }; }
  catch { return { total: 0 }; }
} }) };`;

function project(): string {
  const cwd = temporaryFolder();
  writeFiles(cwd, { "adapter.mjs": ADAPTER, "state.txt": "broken", "elsewhere/x.txt": "" });
  return cwd;
}

const run = (cwd: string, ...words: string[]) =>
  runHere(
    program,
    ["run", "--contract", contract, "--run", "read*", "--adapter", "module:./adapter.mjs", ...words],
    cwd,
  );

test("a run stores records only when a flag says where", async () => {
  const cwd = project();
  expect((await run(cwd)).code).toBe(1);
  expect(readdirSync(cwd).sort()).toEqual(["adapter.mjs", "elsewhere", "state.txt"]);
});

test("a stored case can be replayed from any folder, and its record is removed when it passes", async () => {
  const cwd = project();
  await run(cwd, "--store", "failures");
  expect(readdirSync(join(cwd, "failures"))).toEqual(["read_returns_the_total.json"]);

  const words = ["replay", "read_returns_the_total", "--store", "../failures"];
  const failing = await runHere(program, words, join(cwd, "elsewhere"));
  expect(failing.code).toBe(1);
  expect(failing.stdout).toContain("FAILED counter/tools/counter/read_returns_the_total");

  writeFiles(cwd, { "state.txt": "fixed" });
  const fixed = await runHere(program, words, join(cwd, "elsewhere"));
  expect(fixed.code).toBe(0);
  expect(fixed.stdout).toContain("read_returns_the_total passes now; its record is removed.\n");
  expect(existsSync(join(cwd, FILE))).toBe(false);
});

test("the next run also removes the record of a case that passes", async () => {
  const cwd = project();
  writeFiles(cwd, { "nexus-conformance.config.yml": "store: failures\n" });
  await run(cwd);
  expect(existsSync(join(cwd, FILE))).toBe(true);
  writeFiles(cwd, { "state.txt": "fixed" });
  await run(cwd);
  expect(readdirSync(join(cwd, "failures"))).toEqual([]);
});

test("a record that cannot be replayed gives an error of one line", async () => {
  const cwd = project();
  await run(cwd, "--store", "failures");
  writeFiles(cwd, { "failures/odd.json": { case: 1 } });
  const replay = async (...words: string[]) => (await runHere(program, ["replay", ...words], cwd)).stderr;
  expect(await replay("read_return_the_total", "--store", "failures")).toContain(
    'NXC_STORE_UNKNOWN  failures: no failing case "read_return_the_total" is stored here. Did you mean',
  );
  expect(await replay("odd", "--store", "failures")).toContain("NXC_STORE_INVALID  failures/odd.json");
  expect(await replay("../adapter", "--store", "failures")).toContain("NXC_STORE_UNKNOWN");
  expect(await replay("x")).toContain("no store was named");
  expect(await replay()).toContain("ID is missing.");
});
