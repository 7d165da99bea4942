/** The packed package for harness authors, installed into an empty folder outside this repository. */

import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { fencesOf } from "../../src/base/markdown/fences.js";
import { packageRoot } from "../../src/base/package-root.js";
import { contractFixtures } from "../../src/conformance/fixture/find-fixtures.js";
import { planScope } from "../../src/conformance/run/plan.js";
import { writeFiles } from "../../src/testing/temporary-folder.js";
import { allBlocksOf, follow } from "../docs/page-blocks.js";
import { installedPackage, projectWith } from "./packed-package.js";

let folder: string;

beforeAll(async () => {
  folder = projectWith(await installedPackage());
}, 300_000);

function run(command: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync("npx", ["--no-install", command, ...words], {
    cwd: folder,
    encoding: "utf8",
    // Hide npm's warnings about the settings of the machine.
    env: { ...process.env, npm_config_loglevel: "silent" },
  });
  return { code: status, stdout, stderr };
}

test("without an adapter, the command says in one line what to do", () => {
  const { code, stdout, stderr } = run("nexus-conformance", "run");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^NXC_USAGE_NO_ADAPTER {2}.*--adapter module:\.\/adapter\.mjs.*\n$/);
});

test("content, manifest, schemas and fixtures can be imported by name", () => {
  writeFileSync(
    join(folder, "reach.mjs"),
    `import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { detectTags, hashBody, loadManifest, runConformance } from "nexus-core";
import * as toolkit from "nexus-core/toolkit";
const require = createRequire(import.meta.url);
const manifest = loadManifest();
for (const kind of ["agents", "skills"])
  for (const { id, body_hash } of manifest[kind]) {
    const body = readFileSync(require.resolve(\`nexus-core/\${kind}/\${id}/body.md\`), "utf8");
    if (hashBody(body) !== body_hash) throw new Error(id);
  }
require("nexus-core/manifest.json");
require("nexus-core/schema/agent.schema.json");
require("nexus-core/conformance/schema/fixture.schema.json");
require.resolve("nexus-core/vocabulary/tags.yml");
require.resolve("nexus-core/docs/README.md");
if (toolkit.detectTags !== detectTags || "runConformance" in toolkit) throw new Error("not the same toolkit");
const adapter = { name: "silent", tools: ["plan_start"], open: () => ({ call: () => undefined }) };
const report = await runConformance(adapter, { profile: "minimal", run: ["plan_start_creates_the_first_plan"] });
console.log(manifest.agents.length, manifest.skills.length, report.verdict);
`,
  );
  expect(execFileSync("node", ["reach.mjs"], { cwd: folder, encoding: "utf8" })).toBe("9 5 does-not-conform\n");
});

test("without fixture files, the installed package has the same cases, and copy writes them out", () => {
  const conformance = join(folder, "node_modules/nexus-core/conformance");
  const { cases, contract } = planScope({ contract: "thread" });
  expect(cases.length).toBeGreaterThan(400);
  const inPackage = contractFixtures(contract).filter(({ shown }) => existsSync(join(conformance, "..", shown)));
  expect(inPackage).toEqual([]);
  const rows = cases.map(({ id, name, description, file, line, verifies, calls: { tools, events }, surfaces }) => {
    return { id, name, description, file: `${file}:${line}`, verifies, tools, events, surfaces };
  });
  const list = (...words: string[]) => run("nexus-conformance", "list", "--json", ...words);
  expect(JSON.parse(list("--contract", "thread").stdout)).toEqual(rows);
  expect(run("nexus-conformance", "copy", "theirs", "--contract", "thread")).toMatchObject({ code: 0 });
  const copied = JSON.parse(list("--contract", "./theirs").stdout) as { name: string }[];
  // Other runners do not know rows, whose ids have a slash.
  const copiedNames = cases.map(({ name, id }) => name.slice(0, -id.length) + id.replaceAll("/", "-"));
  expect(copied.map(({ name }) => name)).toEqual(copiedNames);
});

test("the types of the library pass a strict compiler, and reject wrong code", () => {
  writeFiles(folder, {
    "types/use.mts": `import { type Adapter, loadManifest, type Report, runConformance } from "nexus-core";
const adapter: Adapter = { name: "x", open: () => ({ call: (tool, params) => ({ tool, params }) }) };
const report: Report = await runConformance(adapter, { profile: "minimal", level: "MUST" });
const category: "how" | "do" | "check" | undefined = loadManifest().agents[0]?.category;
export const total: number = report.summary.requirements.MUST.total + (category === undefined ? 0 : 1);
// @ts-expect-error: there is no such verdict
export const fine: boolean = report.verdict === "fine";
`,
  });
  const tsc = join(packageRoot, "node_modules/typescript/bin/tsc");
  const flags = [
    "--strict",
    "--noEmit",
    "--skipLibCheck",
    "false",
    // The libraries of the compiler are not under test.
    "--skipDefaultLibCheck",
    "--module",
    "nodenext",
    "--target",
    "es2023",
    "--types",
    "node",
  ];
  const roots = ["--typeRoots", join(packageRoot, "node_modules/@types")];
  const { status, stdout } = spawnSync("node", [tsc, ...flags, ...roots, "types/use.mts"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
});

test("verify accepts the installed copy, and names one changed letter in a body or in code", () => {
  expect(run("nexus-core", "verify")).toMatchObject({ code: 0 });
  expect(run("nexus-core", "validate")).toMatchObject({ code: 0 });
  const copy = join(folder, "copy");
  cpSync(join(folder, "node_modules/nexus-core"), copy, { recursive: true });
  appendFileSync(join(copy, "agents/engineer/body.md"), "x");
  appendFileSync(join(copy, "dist/index.js"), "evil();\n");
  const { code, stdout } = run("nexus-core", "verify", "copy");
  expect(code).toBe(1);
  expect(stdout).toContain("agents/engineer/body.md  verify/changed");
  expect(stdout).toContain("dist/index.js  verify/changed");
});

test("a role of three sentences beside the shipped vocabulary has no finding, builds and compiles, as its page says", () => {
  const page = readFileSync(join(packageRoot, "docs/use/write-your-own.md"), "utf8");
  const [begin, meta, body, commands] = fencesOf(page).map(({ open, close }) =>
    page.slice(open, close).split("\n").slice(1, -1),
  );
  execFileSync("sh", ["-c", begin?.join("\n") ?? ""], { cwd: folder });
  writeFileSync(join(folder, "content/agents/auditor/meta.yml"), `${meta?.join("\n")}\n`);
  writeFileSync(join(folder, "content/agents/auditor/body.md"), `${body?.join("\n")}\n`);
  const outcomes = (commands ?? []).map((line) => run(line.split(" ")[1] ?? "", ...line.split(" ").slice(2)));
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(outcomes[0]?.stdout).toContain("no findings in");
  expect(outcomes[2]?.stdout).toMatch(/^## Ground rules\n.*You find personal data.*## Report form\n/su);
});

test.each(["render", "upgrade"])("the commands of docs/use/%s.md run as they are printed", async (name) => {
  const project = projectWith(await installedPackage());
  follow(allBlocksOf(readFileSync(join(packageRoot, `docs/use/${name}.md`), "utf8")), project);
});
