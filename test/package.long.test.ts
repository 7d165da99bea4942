/** What a harness author gets: the packed package, installed into an empty folder outside this repository. */

import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packageRoot } from "../src/package-root.js";
import { packedPackage } from "./packed-package.js";

const readme = readFileSync(join(packageRoot, "README.md"), "utf8");
let folder: string;

/** The code block of the README that opens with this comment. */
function block(name: string): string {
  const found = new RegExp(`\`\`\`js\n(// ${name.replaceAll(".", "\\.")}\n[\\s\\S]*?)\`\`\``).exec(readme)?.[1];
  if (found === undefined) throw new Error(`README.md shows no ${name}`);
  return found;
}

function run(command: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync("npx", ["--no-install", command, ...words], {
    cwd: folder,
    encoding: "utf8",
    // What npm has to say about the settings of a machine is none of our business.
    env: { ...process.env, npm_config_loglevel: "silent" },
  });
  return { code: status, stdout, stderr };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "nexus-package-"));
  const packed = await packedPackage();
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", packed], {
    cwd: folder,
    stdio: "ignore",
  });
  for (const name of ["my-harness.mjs", "adapter.mjs"]) writeFileSync(join(folder, name), block(name));
}, 180_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("without an adapter the command says in one line what to do", () => {
  const { code, stdout, stderr } = run("nexus-conformance", "run");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^NXC_USAGE_NO_ADAPTER {2}.*--adapter module:\.\/adapter\.mjs.*\n$/);
});

test("the harness and the adapter of the README are judged as the README shows it", () => {
  const { code, stdout } = run("nexus-conformance", "run", "--profile", "minimal", "--adapter", "module:./adapter.mjs");
  expect(code).toBe(1);
  expect(stdout).toMatch(/core 0\.11 \/ minimal {2}my-harness/);
  const shown = /```text\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  expect(shown).toContain("FAILED");
  for (const line of shown.trim().split("\n")) expect(stdout).toContain(line);
});

test("what works already passes", () => {
  const words = ["--run", "plan_start_creates_the_first_plan", "--adapter", "module:./adapter.mjs"];
  const { code, stdout } = run("nexus-conformance", "run", ...words, "--reporter", "json:report.json");
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) as { verdict: string };
  expect(report.verdict).toBe("conforms");
});

test("content, manifest, schemas and fixtures are reached by name", () => {
  writeFileSync(
    join(folder, "reach.mjs"),
    `import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { detectTags, hashBody, loadManifest, runConformance } from "nexus-core";
import * as toolkit from "nexus-core/toolkit";
import adapter from "./adapter.mjs";
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
if (toolkit.detectTags !== detectTags || "runConformance" in toolkit) throw new Error("not the same toolkit");
const report = await runConformance(adapter, { profile: "minimal", run: ["plan_start_creates_the_first_plan"] });
console.log(manifest.agents.length, manifest.skills.length, report.verdict);
`,
  );
  expect(execFileSync("node", ["reach.mjs"], { cwd: folder, encoding: "utf8" })).toBe("9 5 conforms\n");
});

test("the library has types that a strict compiler accepts, and that refuse nonsense", () => {
  mkdirSync(join(folder, "types"));
  writeFileSync(
    join(folder, "types/use.mts"),
    `import { type Adapter, loadManifest, type Report, runConformance } from "nexus-core";
const adapter: Adapter = { name: "x", open: () => ({ call: (tool, params) => ({ tool, params }) }) };
const report: Report = await runConformance(adapter, { profile: "minimal", level: "MUST" });
const category: "how" | "do" | "check" | undefined = loadManifest().agents[0]?.category;
export const total: number = report.summary.requirements.MUST.total + (category === undefined ? 0 : 1);
// @ts-expect-error: there is no such verdict
export const fine: boolean = report.verdict === "fine";
`,
  );
  const tsc = join(packageRoot, "node_modules/typescript/bin/tsc");
  const flags = [
    "--strict",
    "--noEmit",
    "--skipLibCheck",
    "false",
    // The compiler's own libraries are not ours to check.
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

test("the installed copy is proved, and one letter changed in a body is named", () => {
  expect(run("nexus-core", "verify").code).toBe(0);
  expect(run("nexus-core", "validate").code).toBe(0);
  const body = join(folder, "node_modules/nexus-core/agents/engineer/body.md");
  appendFileSync(body, "x");
  const { code, stdout } = run("nexus-core", "verify");
  expect(code).toBe(1);
  expect(stdout).toContain("agents/engineer/body.md");
  appendFileSync(join(folder, "node_modules/nexus-core/dist/index.js"), "evil();\n");
  expect(run("nexus-core", "verify").stdout).toContain("dist/index.js  verify/changed");
});
