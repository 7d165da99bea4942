import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import { runConformance } from "../engine/run-conformance.js";
import { counterContract } from "../testing/counter-contract.js";

const contract = counterContract();

/** An adapter of the counter that differs from a right one in a member of its session. */
const adapter = (members: string) => `
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
class Coded extends Error { code = "TOO_SMALL"; details = { at: "by" }; }
export default {
  name: "counter", version: "1.2", surfaces: ["tools", "events"],
  open({ workspace, environment, user, signal }) {
    const file = workspace + "/.state/counter.json";
    const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).total : 0);
    const put = (total) => { mkdirSync(workspace + "/.state", { recursive: true }); writeFileSync(file, JSON.stringify({ total })); return { total }; };
    if (typeof user?.home !== "string" || signal.aborted) throw new Error("no user");
    const add = ({ by }) => { if (by < 1) throw new Coded("by is too small"); return put(read() + by); };
    const call = (tool, params) => (tool === "add" ? add(params) : tool === "read" ? { total: read() } : put(0));
    return { call, emit: () => put(read() + 1), ${members} };
  },
};`;

test.each([
  ["works", ""],
  ["refuses with a text", 'call: () => { throw "no"; }'],
  ["refuses with a value in the form of the envelope", 'call: () => { throw { error: "no", code: "NO" }; }'],
  ["refuses with nothing", "call: () => { throw undefined; }"],
  ["answers with a function", "call: () => () => 1"],
  ["answers with nothing", "call: () => undefined"],
  ["answers with a cycle", "call: () => { const a = {}; a.a = a; return a; }"],
  ["takes no events", "emit: undefined"],
  ["cannot be closed", 'close: () => { throw new Error("stuck"); }'],
  ["is no session", "call: undefined"],
])("a module that %s is judged in a process of its own as in this one", async (_, members) => {
  const folder = temporaryFolder();
  writeFiles(folder, { "adapter.mjs": adapter(members) });
  const judge = (inProcess: boolean) =>
    runConformance(`module:${folder}/adapter.mjs`, { contract, inProcess, trace: true });
  const { adapter: hosted, ...there } = await judge(false);
  const { adapter: own, ...here } = await judge(true);
  expect(own).toBe(`${hosted} in-process`);
  expect(repeatable(there)).toEqual(repeatable(here));
});

/** A report without times, and without the names of folders. */
function repeatable(report: object): unknown {
  const text = JSON.stringify(report, (name, value) => (/duration|repro/u.test(name) ? undefined : value));
  return JSON.parse(text.replaceAll(/(nexus-conformance|project)-[a-z0-9]{6}/giu, "$1"));
}

test("a module may be an installed package, or TypeScript where tsx is installed", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "node_modules/counter/package.json": {
      name: "counter",
      // Nobody can require it.
      exports: { ".": { import: "./main.mjs" }, "./adapter": { import: "./main.mjs" } },
    },
    "node_modules/counter/main.mjs": adapter(""),
    "adapter.ts": `const wanted: number = 1;\n${adapter("wanted")}`,
  });
  const verdict = async (form: string, cwd: string) => (await runConformance(form, { contract, cwd })).verdict;
  expect(await verdict("module:counter", folder)).toBe("conforms");
  expect(await verdict("module:counter/adapter", folder)).toBe("conforms");
  await expect(verdict("module:counter/other", folder)).rejects.toMatchObject({ code: "NXC_ADAPTER_NOT_FOUND" });
  expect(await verdict(`module:${folder}/adapter.ts`, process.cwd())).toBe("conforms");
  const missing = { code: "NXC_ADAPTER_LOAD", message: expect.stringContaining("TypeScript needs the package tsx") };
  await expect(verdict("module:./adapter.ts", folder)).rejects.toMatchObject(missing);
});
