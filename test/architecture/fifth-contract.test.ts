/** A new contract needs only a folder, a package and a page. */

import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { builtPackages } from "../../scripts/build/packages.js";
import { staleDocs, writeDocs } from "../../scripts/docs-pages.js";
import { openCatalogue } from "../../scripts/mutation/catalogue.js";
import { findReferences } from "../../scripts/mutation/references.js";
import { generatedPages } from "../../scripts/site/site-pages.js";
import { program } from "../../src/cli/nexus-conformance.js";
import { runHere } from "../../src/cli/testing/run-here.js";
import { findContracts, loadContract } from "../../src/conformance/contract/contract.js";
import { counterContract } from "../../src/conformance/testing/counter-contract.js";
import { temporaryFolder, writeFiles } from "../../src/testing/temporary-folder.js";

const MODEL = `export default {
  initial: { total: 0, isWritten: false },
  calls: (fc) =>
    fc.oneof(
      fc.record({ by: fc.integer({ min: -1, max: 9 }) }, { noNullPrototype: true }).map((params) => ({ tool: "add", params })),
      fc.constant({ tool: "read", params: {} }),
      fc.constant({ tool: "reset", params: {} }),
    ),
  predict(state, { tool, params }) {
    if (tool === "read") return { next: state, assert_return: { "$.total": state.total } };
    if (tool === "add" && params.by < 1) return { next: state, assert_error: { contains: "by" } };
    const total = tool === "add" ? state.total + params.by : 0;
    return { next: { total, isWritten: true }, assert_return: { "$.total": total } };
  },
  files: ({ total, isWritten }) => ({ ".state/counter.json": isWritten ? { "$.total": total } : null }),
};
`;

/** @param step what an addition of one adds */
const adapter = (step: number) => `import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
export default { name: "abacus", surfaces: ["tools", "events"], open: ({ workspace }) => {
  const file = workspace + "/.state/counter.json";
  const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).total : 0);
  const write = (total) => {
    mkdirSync(workspace + "/.state", { recursive: true });
    writeFileSync(file, JSON.stringify({ total }));
    return { total };
  };
  const add = (by) => (by < 1 ? { error: { message: "by is too small" } } : write(read() + (by === 1 ? ${step} : by)));
  return {
    call: (tool, { by }) => (tool === "add" ? add(by) : tool === "reset" ? write(0) : { total: read() }),
    emit: () => write(read() + 1),
  };
} };
`;

const PAGE = "docs/contracts/counter/tools.md";
const STALE = `# Counter

<!-- generated: tool counter add -->
<!-- end -->

<!-- generated: files counter -->
<!-- end -->
`;

const root = temporaryFolder();
const folder = "conformance/contracts/counter";

beforeAll(() => {
  cpSync(counterContract(), join(root, folder), { recursive: true });
  const contract = readFileSync(join(root, folder, "contract.yml"), "utf8");
  writeFiles(root, {
    [`${folder}/contract.yml`]: `${contract}model: ./model.mjs\n`,
    [`${folder}/model.mjs`]: MODEL,
    [PAGE]: STALE,
    "docs/prose.md": "# Prose\n",
    "adapter.mjs": adapter(1),
    "faulty.mjs": adapter(2),
    "package.json": { name: "host", exports: {}, dependencies: {} },
    "packages/abacus/package.json": {
      name: "abacus",
      exports: { "./adapter": { import: "./dist/adapter.js" } },
      bin: { abacus: "bin/abacus.js" },
      dependencies: { ajv: "1" },
    },
    "packages/abacus/bin/abacus.js": 'import { main } from "../dist/cli/abacus.js";\nawait main();\n',
    "packages/abacus/reference.yml": {
      contract: "counter",
      adapter: "src/adapter.ts",
      program: "bin/abacus.js",
      started: "lines:node {program}",
      stryker: [{ sources: ["src/*.ts"] }],
    },
    "packages/abacus/mutants/add.yml": [
      { id: "adds-two", breaks: "counter.add.sums", what: "One is two.", at: "add", change: ["by", "by + 1"] },
    ],
  });
});

const pageText = () => readFileSync(join(root, PAGE), "utf8");

const run = (...words: readonly string[]) => runHere(program, [...words, "--contract", `./${folder}`], root);

test("it is found by its id, next to the other contracts", () => {
  expect([...findContracts(join(root, "conformance")).keys()]).toEqual(["counter"]);
  expect(loadContract("counter", join(root, "conformance")).model).toBe("./model.mjs");
});

test("the kit judges an implementation by it", async () => {
  const sound = await run("run", "--adapter", "module:./adapter.mjs", "--reporter", "json");
  expect(sound.stderr).toBe("");
  expect(JSON.parse(sound.stdout)).toMatchObject({ contract: "counter", verdict: "conforms" });
});

test("its coverage is measured", async () => {
  const { stdout } = await run("coverage", "--adapter", "module:./adapter.mjs", "--reporter", "json");
  const { kinds } = JSON.parse(stdout) as { kinds: readonly object[] };
  expect(kinds[0]).toMatchObject({ kind: "requirements", total: 9, covered: 9, unasserted: 1 });
});

test("fuzz compares an implementation with its model", async () => {
  const words = ["--seed", "3", "--runs", "200"];
  const sound = await run("fuzz", "--adapter", "module:./adapter.mjs", ...words);
  expect(sound).toMatchObject({ code: 0, stderr: "" });
  expect(sound.stdout).toContain("No difference in 200 commands");
  expect((await run("fuzz", "--adapter", "module:./faulty.mjs", ...words)).code).toBe(1);
});

test("explain shows its requirements and cases", async () => {
  const { code, stdout } = await run("explain", "counter.add.sums");
  expect(code).toBe(0);
  expect(stdout).toContain("Adding raises the total by the number given.");
  expect(stdout).toContain("add_twice");
});

test("its stale pages are found, and generated from its data", async () => {
  expect(await staleDocs(root)).toMatchObject([{ file: PAGE, rule: "docs/stale" }]);
  expect(pageText()).toBe(STALE);
  expect(await writeDocs(root)).toEqual([PAGE]);
  expect(pageText()).toContain("- MUST: Adding raises the total by the number given. `counter.add.sums`");
  expect(pageText()).toContain("| [add](tools.md#add) |");
  expect(await staleDocs(root)).toEqual([]);
});

test.each([
  ["tool counter subtract", "contract counter has no subtract"],
  ["tabel counter", 'there is no table "tabel counter"'],
  ["tool none add", 'there is no contract "none"'],
])("a marker that names nothing is an error with the page: %s", async (marker, problem) => {
  const other = temporaryFolder();
  cpSync(join(root, "conformance"), join(other, "conformance"), { recursive: true });
  writeFiles(other, { "docs/page.md": `<!-- generated: ${marker} -->\n<!-- end -->\n` });
  const message = expect.stringContaining(problem);
  await expect(staleDocs(other)).rejects.toMatchObject({ code: "NXC_INTERNAL", where: "docs/page.md", message });
});

test("the site shows its requirements, its events and the tools without a page", async () => {
  const pages = await generatedPages(root);
  const own = [...pages].filter(([name]) => name.startsWith("contracts/counter/"));
  expect(own.map(([name]) => name)).toEqual([
    "contracts/counter/requirements.md",
    "contracts/counter/events.md",
    "contracts/counter/tools.md",
    "contracts/counter/cases/index.md",
    "contracts/counter/cases/tools/counter.md",
  ]);
  expect(pages.get("contracts/counter/requirements.md")).toContain("### counter.reset.zero\n");
  expect(pages.get("contracts/counter/events.md")).toContain("### tick");
});

test("its reference, mutants and build are found through the package that names it", () => {
  const reference = findReferences(root).get("counter");
  expect(reference).toMatchObject({ folder: "packages/abacus", program: "packages/abacus/bin/abacus.js" });
  expect(reference?.started("x.js")).toBe("lines:node x.js");
  expect(openCatalogue("counter", root).mutants.map(({ id }) => id)).toEqual(["adds-two"]);
  const built = builtPackages(root).find(({ folder: path }) => path.endsWith("packages/abacus"));
  expect(built).toMatchObject({ exports: ["adapter"], inner: ["cli/abacus"], dependencies: ["ajv"] });
});
