import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import fg from "fast-glob";
import { load } from "js-yaml";
import { preProcessFile } from "typescript";
import { expect, test } from "vitest";
import { packageRoot } from "../../src/base/package-root.js";
import { findContracts } from "../../src/conformance/contract/contract.js";

interface SourceFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
  /** Files by their path from the root, packages by their name. Imports of types count too. */
  readonly imports: readonly string[];
}

const sources: readonly SourceFile[] = fg
  .sync(["{src,scripts,bench,test,evals}/**/*.ts", "packages/*/{src,scripts}/**/*.ts"], {
    cwd: packageRoot,
    // Types alone. Registers count, because handlers are reached through them.
    ignore: ["src/generated/**", "packages/*/src/generated/contract.ts"],
  })
  .sort()
  .map((path) => {
    const text = readFileSync(join(packageRoot, path), "utf8");
    return {
      path,
      text,
      imports: preProcessFile(text, true, true).importedFiles.map(({ fileName }) => named(fileName, path)),
    };
  });

function named(specifier: string, from: string): string {
  return specifier.startsWith(".") ? join(dirname(from), specifier).replace(/\.js$/, ".ts") : specifier;
}

const isTest = (path: string) => /\.test\.ts$|\/testing\//.test(path);
const files = sources.filter(({ path }) => /^(?:src|packages\/[^/]+\/src)\//.test(path) && !/\.test\.ts$/.test(path));
const shipped = files.filter(({ path }) => !isTest(path));

/** The folders of `src`. Each may import only those above it. */
const FOLDERS = [
  "base/errors",
  "base",
  "base/markdown",
  "report/form",
  "report/invariants",
  "report",
  "content/macros",
  "content/read",
  "content/compose",
  "content/rules",
  "content/findings",
  "content/manifest",
  "content/diff",
  "toolkit",
  "render/parts",
  "render/form",
  "render/maps",
  "render/cycle",
  "render/targets",
  "render",
  "conformance/notation",
  "conformance/matchers",
  "conformance/credentials",
  "conformance/contract",
  "conformance/fixture",
  "conformance/workspace",
  "conformance/adapters",
  "conformance/stage",
  "conformance/steps",
  "conformance/oracles",
  "conformance/inspect",
  "conformance/crash",
  "conformance/judge",
  "conformance/baseline",
  "conformance/run",
  "conformance/reporters",
  "conformance/reporters/html",
  "conformance/coverage",
  "conformance/fuzz",
  "conformance/engine",
  "models/*",
  "cli/frame",
  "cli/common",
  "cli/init",
  "cli/commands",
  "cli",
  "",
];

function rankOf(path: string): number {
  const folder = dirname(path).slice("src/".length);
  return FOLDERS.indexOf(folder.startsWith("models/") ? "models/*" : folder);
}

function offenders(folder: string, forbidden: RegExp): readonly string[] {
  return files
    .filter(({ path }) => path.startsWith(folder))
    .flatMap(({ path, imports }) =>
      imports.filter((target) => forbidden.test(target)).map((target) => `${path} imports ${target}`),
    );
}

test("a folder of src imports only the folders above it in the list", () => {
  const root = shipped.filter(({ path }) => path.startsWith("src/"));
  expect(root.filter(({ path }) => rankOf(path) === -1).map(({ path }) => path)).toEqual([]);
  const downwards = root.flatMap(({ path, imports }) =>
    imports
      .filter((target) => target.startsWith("src/") && !target.startsWith("src/generated/"))
      .filter((target) => rankOf(target) > rankOf(path))
      .map((target) => `${path} imports ${target}`),
  );
  expect(downwards).toEqual([]);
});

/** The rooms of the harness in the same order. Its registers of handlers are made by the build, for the room of each. */
const HARNESS_ROOMS = ["contract", "store", "git", "events", "memory", "tools", "decisions", "native", "."];

test("a room of the harness imports only the rooms above it in the list", () => {
  const room = (path: string) => dirname(path.slice("packages/harness/src/".length));
  const rank = (path: string) => HARNESS_ROOMS.indexOf(room(path));
  const own = shipped.filter(
    ({ path }) => path.startsWith("packages/harness/src/") && !/^(?:cli|generated)\b/.test(room(path)),
  );
  expect(own.filter(({ path }) => rank(path) === -1).map(({ path }) => path)).toEqual([]);
  const downwards = own.flatMap(({ path, imports }) =>
    imports
      .filter((target) => target.startsWith("packages/harness/src/") && rank(target) > rank(path))
      .map((target) => `${path} imports ${target}`),
  );
  expect(downwards).toEqual([]);
});

test("there is no circular import", () => {
  expect(circles(new Map(sources.map(({ path, imports }) => [path, imports])))).toEqual([]);
});

test("a circular import is found, with all files in it", () => {
  const imports = { a: ["b"], b: ["c", "d"], c: ["a"], d: ["e"], e: ["d"], f: ["a", "f"] };
  expect(circles(new Map(Object.entries(imports)))).toEqual([["a", "b", "c"], ["d", "e"], ["f"]]);
});

/** Groups of files that reach each other. */
function circles(imports: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const reachable = new Map([...imports.keys()].map((path) => [path, reachedFrom(path, imports)]));
  const groups = [...imports.keys()]
    .filter((path) => reachable.get(path)?.has(path))
    .map((path) =>
      [...(reachable.get(path) ?? [])]
        .filter((other) => reachable.get(other)?.has(path))
        .sort()
        .join("\n"),
    );
  return [...new Set(groups)].map((group) => group.split("\n"));
}

function reachedFrom(start: string, imports: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...(imports.get(start) ?? [])];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    open.push(...(imports.get(path) ?? []));
  }
  return reached;
}

test("src has no loose file but index.ts, and no folder with more than thirty source files", () => {
  expect(
    readdirSync(join(packageRoot, "src"), { withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? entry.name : [],
    ),
  ).toEqual(["index.ts"]);
  const counts = new Map<string, number>();
  for (const { path } of shipped) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  expect([...counts].filter(([folder, count]) => folder.startsWith("src/") && count > 30)).toEqual([]);
});

test("test has five folders and no loose file", () => {
  expect(readdirSync(join(packageRoot, "test")).sort()).toEqual([
    "adapters",
    "architecture",
    "docs",
    "package",
    "proof",
  ]);
});

test("content and conformance do not import each other", () => {
  expect(offenders("src/content/", /^src\/(conformance|cli|toolkit|models)\//)).toEqual([]);
  expect(offenders("src/report/", /^src\/(conformance|cli|toolkit|models)\//)).toEqual([]);
  expect(offenders("src/conformance/", /^src\/(content|report|cli|toolkit|models)\//)).toEqual([]);
});

test("the toolkit imports only content and base", () => {
  expect(offenders("src/toolkit/", /^src\/(conformance|cli|models)\/|^src\/index\.|^node:(?!fs$|path$)/)).toEqual([]);
  // One file reads a schema of the package. Files of a project reach the toolkit as values.
  const reading = files.filter(({ path, imports }) => path.startsWith("src/toolkit/") && imports.includes("node:fs"));
  expect(reading.map(({ path }) => path)).toEqual(["src/toolkit/merge-access-logs.ts"]);
});

test("a model is pure: it imports the types of models, and neither toolkit nor packages nor Node", () => {
  const allowed =
    /^(?!src\/models\/|src\/conformance\/(inspect\/inspection|fuzz\/(model|exactly|captured-value|damaged-text|only-one)|fixture\/case)\.)/;
  expect(offenders("src/models/", allowed)).toEqual(["src/models/core/state.ts imports node:util"]);
});

test("packages import the root by its name, share code only through service, and never import scripts", () => {
  expect(offenders("packages/", /^(src|dist|scripts|test)\/|^@nexus-core\/(?!service\/)/)).toEqual([]);
  for (const name of readdirSync(join(packageRoot, "packages"))) {
    expect(offenders(`packages/${name}/`, new RegExp(`^packages/(?!${name}/)`))).toEqual([]);
  }
  expect(offenders("src/", /^packages\/|^@nexus-core\//)).toEqual([]);
});

test("a reference never loads the kit, which would slow down every start of a hook", () => {
  const loading = shipped.filter(
    ({ path, text }) => path.startsWith("packages/") && /^(?:import|export) (?!type\b)[^;]*?"nexus-core";/m.test(text),
  );
  expect(loading.map(({ path }) => path)).toEqual([]);
});

test("kit, commands, scripts and file formats know no contract by name", () => {
  const paths = fg.sync(["{src/conformance,src/cli,scripts}/**/*.{ts,json}", "conformance/schema/*.json"], {
    cwd: packageRoot,
    // The last one works a cycle of the core contract through real tools.
    ignore: ["**/*.test.ts", "**/testing/**", "src/conformance/contract/default-contract.ts", "scripts/readers/**"],
  });
  const naming = paths.flatMap((path) =>
    namesIn(readFileSync(join(packageRoot, path), "utf8")).map((name) => `${path} names ${name}`),
  );
  expect(naming).toEqual([]);
});

test.each([
  ['tool === "plan_start"', "plan_start"],
  ["{ task_add: 1 }", "task_add"],
  ['call.params["harness_id"]', "harness_id"],
  ["{ HARNESS_ID: name }", "HARNESS_ID"],
  ['join(folder, "state/tasks.json")', "tasks.json"],
  ['id === "core"', "core"],
  ["`thread/tools`", "thread"],
  ["the thread contract", "thread"],
  ['fails("core.files.no-waiting")', "core.files.no-waiting"],
])("a name of a contract is found: %s", (text, name) => {
  expect(namesIn(text)).toContain(name);
});

test("words that are not names of a contract are left alone", () => {
  expect(namesIn("context.core of a thread; plan_starts, replan_start, plan.jsonl, core.js")).toEqual([]);
});

interface ContractNames {
  readonly id: string;
  readonly namespace?: { readonly token: string; readonly param?: string };
  readonly tools: object;
  readonly events?: object;
  readonly state?: readonly { readonly path: string }[];
  readonly requirements: readonly { readonly id: string }[];
}

const contracts = [...findContracts().values()].map(
  (folder) => load(readFileSync(join(folder, "contract.yml"), "utf8")) as ContractNames,
);

/** Names that are no everyday words: of tools and events such as `plan_start`, of state files and of requirements. */
const telling = new Set(
  contracts.flatMap(({ namespace, tools, events = {}, state = [], requirements }) => [
    ...Object.values(namespace ?? {}),
    ...[...Object.keys(tools), ...Object.keys(events)].filter((name) => name.includes("_")),
    ...state.map(({ path }) => basename(path)).filter((name) => !name.includes("*")),
    ...requirements.map(({ id }) => id),
  ]),
);

/** An id is a plain word too, so it counts where a text quotes it or speaks of its contract. */
const ids = contracts.map(({ id }) => ({
  id,
  pattern: new RegExp(`["'\`]${id}(?:["'\`]|/)|\\b${id} contract\\b|\\bcontract ${id}\\b`),
}));

function namesIn(text: string): readonly string[] {
  const words = text.match(/[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*/g) ?? [];
  const named = words.flatMap((word) => [word, ...word.split(".")]).filter((word) => telling.has(word));
  return [...new Set(named), ...ids.filter(({ pattern }) => pattern.test(text)).map(({ id }) => id)];
}

test("only one file ends the process, and no file prints directly", () => {
  const exiting = shipped.filter(({ text }) => /process\.exit\(/.test(text)).map(({ path }) => path);
  expect(exiting).toEqual(["src/cli/run-main.ts"]);
  expect(
    shipped.filter(({ text }) => /\bconsole\./.test(text.replaceAll(/^\s*(\*|\/\/).*$/gm, ""))).map(({ path }) => path),
  ).toEqual([]);
});

test("no file is longer than 350 lines", () => {
  expect(files.filter(({ text }) => text.split("\n").length > 350).map(({ path }) => path)).toEqual([]);
});

test("the root package has few dependencies", () => {
  const { dependencies } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as {
    dependencies: object;
  };
  expect(Object.keys(dependencies).sort()).toEqual([
    "ajv",
    "ajv-formats",
    "fast-check",
    "fast-glob",
    "gray-matter",
    "js-yaml",
    "tokenx",
  ]);
});

test("one file loads the MCP library, and only on demand", () => {
  const loading = files.filter(
    ({ path, text }) => path.startsWith("src/") && /^(?!import type).*"@modelcontextprotocol/m.test(text),
  );
  expect(loading.map(({ path }) => path)).toEqual(["src/conformance/adapters/mcp-sdk.ts"]);
  expect(loading.flatMap(({ text }) => text.match(/^import .*@modelcontextprotocol.*$/gm) ?? [])).toEqual([]);
});

test("one file loads fast-check, and only on demand", () => {
  const loading = files.filter(({ path, text }) => path.startsWith("src/") && /"fast-check"/.test(text));
  expect(loading.map(({ path }) => path)).toEqual(["src/conformance/fuzz/fuzz.ts"]);
  expect(loading.flatMap(({ text }) => text.match(/^import .*fast-check.*$/gm) ?? [])).toEqual([]);
});

test("the lock file names no host", () => {
  expect(readFileSync(join(packageRoot, "package-lock.json"), "utf8")).not.toMatch(/"resolved": "https?:/);
});
