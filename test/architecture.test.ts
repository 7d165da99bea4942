import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import fg from "fast-glob";
import { expect, test } from "vitest";
import { packageRoot } from "../src/package-root.js";

const files = fg
  .sync(["src/**/*.ts", "packages/*/src/**/*.ts"], { cwd: packageRoot, ignore: ["**/*.test.ts", "**/generated/**"] })
  .sort()
  .map((path) => ({ path, text: readFileSync(join(packageRoot, path), "utf8") }));

/** Every relative import of a file, as a path from the root; packages by their name. */
function importsOf({ path, text }: (typeof files)[number]): readonly string[] {
  return [...text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)].map(([, target = ""]) =>
    target.startsWith(".") ? relative(packageRoot, join(packageRoot, dirname(path), target)) : target,
  );
}

function offenders(folder: string, forbidden: RegExp): readonly string[] {
  return files
    .filter(({ path }) => path.startsWith(folder))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => forbidden.test(target))
        .map((target) => `${file.path} imports ${target}`),
    );
}

test("the authoring wing and the proving wing do not know each other", () => {
  expect(offenders("src/content/", /^src\/(conformance|cli|toolkit|render)\//)).toEqual([]);
  expect(offenders("src/conformance/", /^src\/(content|cli|toolkit|render)\//)).toEqual([]);
});

test("the toolkit stands on the content and the base, and on nothing that runs or prints", () => {
  expect(files.filter(({ path }) => path.startsWith("src/toolkit/")).length).toBeGreaterThan(15);
  expect(offenders("src/toolkit/", /^src\/(conformance|cli|render)\/|^src\/index\.|^node:(?!fs$|path$)/)).toEqual([]);
  const reading = files.filter(
    ({ path, text }) => path.startsWith("src/toolkit/") && /^import .*"node:fs"/m.test(text),
  );
  // One reads a schema of the package; files of a project never reach a function but as values.
  expect(reading.map(({ path }) => path)).toEqual(["src/toolkit/merge-access-logs.ts"]);
});

test("a model is pure: it knows the form of models and nothing else, neither toolkit nor packages nor Node", () => {
  expect(files.filter(({ path }) => path.startsWith("src/models/")).length).toBeGreaterThan(5);
  expect(
    offenders("src/models/", /^(?!src\/models\/|src\/conformance\/(fuzz\/(model|exactly|kept)|adapter)\.)/),
  ).toEqual(["src/models/core/state.ts imports node:util"]);
  expect(offenders("src/conformance/", /^src\/models\//)).toEqual([]);
});

test("what both wings stand on knows neither of them", () => {
  const base = files.filter(({ path }) => /^src\/[^/]+\.ts$/.test(path) && path !== "src/index.ts");
  expect(base.length).toBeGreaterThan(5);
  expect(
    base.flatMap((file) =>
      importsOf(file).filter((target) => /^src\/(content|toolkit|conformance|cli)\//.test(target)),
    ),
  ).toEqual([]);
});

test("inside the kit the way runs down", () => {
  const layers = [
    /\/(at-end|remove-folder|abridged|contract-(problem|schemas)|path|tokens|failure|refused|adapter|bindings|state-file|snapshot|user-environment|workspace-error)\.ts$/,
    /\/(contract|contract-references|table|envelope|case|matchers\/.+|ground|workspace|workspace-parent|own-home|credentials\/.+|git|git-folder|(empty|make|view)-repository|repository-view)\.ts$/,
    /\/(source|read-(assertions|call|concurrent|files|params|repository|step)|observation|baseline|trace|result|call|coverage\/recorded)\.ts$/,
    /\/(openings|read-case|fixture|find-fixtures|shipped-contract|stage)\.ts$/,
    /\/(steps\/.+|oracles\/.+|adapters\/.+|judge|judge-outcomes|capture|special-files|symptoms|select|apply-baseline|update-baseline|coverage\/recording)\.ts$/,
    /\/(on-stage|fuzz\/(model|guarded-model|exactly|move|branch|expectation|fast-check|load-model|kept|as-fixture))\.ts$/,
    /\/(run-case|plan|repro|check-contracts|copy-contract|fuzz\/(perform-sequence|search))\.ts$/,
    /\/(run|schedule|report|outcome|reporters\/.+|run-conformance|describe-conformance|explain|smoke|failure-store|coverage\/(?!record).+|fuzz\/(fuzz|fails-alone))\.ts$/,
  ];
  const layerOf = (path: string) => layers.findIndex((pattern) => pattern.test(path));
  const kit = files.filter(({ path }) => path.startsWith("src/conformance/") && !path.includes("/testing/"));
  expect(kit.filter(({ path }) => layerOf(path) === -1).map(({ path }) => path)).toEqual([]);
  const upwards = kit.flatMap((file) =>
    importsOf(file)
      .filter((target) => target.startsWith("src/conformance/"))
      .filter((target) => layerOf(target.replace(/\.js$/, ".ts")) > layerOf(file.path))
      .map((target) => `${file.path} imports ${target}`),
  );
  expect(upwards).toEqual([]);
});

test("reporters know events, the report and the model of cases, and nothing that runs anything", () => {
  expect(
    offenders(
      "src/conformance/reporters/",
      /conformance\/(run-case|call|judge|select|workspace|fixture|oracles|adapters)/,
    ),
  ).toEqual([]);
});

test("packages reach the root by its name, and the root reaches no package", () => {
  expect(offenders("packages/", /^(src|dist)\//)).toEqual([]);
  expect(offenders("src/", /^packages\/|^@nexus-core\//)).toEqual([]);
});

test("a reference runs the toolkit and never the kit: a hook is started for each event, and would wait for it", () => {
  const sources = files.filter(({ path }) => path.startsWith("packages/") && !path.includes("/testing/"));
  expect(sources.filter(({ text }) => text.includes('from "nexus-core/toolkit')).length).toBeGreaterThan(5);
  const loading = sources.filter(({ text }) => /^(?:import|export) (?!type\b)[^;]*?"nexus-core";/m.test(text));
  expect(loading.map(({ path }) => path)).toEqual([]);
});

test("the kit knows no contract by name", () => {
  const naming = files
    .filter(({ path }) => path.startsWith("src/conformance/") && !path.includes("/testing/"))
    .filter(({ text }) => /plan_start|task_add|plan\.json|tasks\.json|history\.json/.test(text))
    .map(({ path }) => path);
  expect(naming).toEqual([]);
});

test("only one file ends the process, and nothing prints by itself", () => {
  // Helpers of tests write programs that do both.
  const shipped = files.filter(({ path }) => !path.includes("/testing/"));
  const exiting = shipped.filter(({ text }) => /process\.exit\(/.test(text)).map(({ path }) => path);
  expect(exiting).toEqual(["src/cli/run-main.ts"]);
  expect(
    shipped.filter(({ text }) => /\bconsole\./.test(text.replaceAll(/^\s*(\*|\/\/).*$/gm, ""))).map(({ path }) => path),
  ).toEqual([]);
});

test("a file holds one idea: none is longer than 350 lines", () => {
  expect(files.filter(({ text }) => text.split("\n").length > 350).map(({ path }) => path)).toEqual([]);
});

test("the root package stays light for those who install it", () => {
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
  ]);
});

test("the MCP library is loaded in one place, and only when it is needed", () => {
  const loading = files.filter(
    ({ path, text }) => path.startsWith("src/") && /^(?!import type).*"@modelcontextprotocol/m.test(text),
  );
  expect(loading.map(({ path }) => path)).toEqual(["src/conformance/adapters/mcp-sdk.ts"]);
  expect(loading.flatMap(({ text }) => text.match(/^import .*@modelcontextprotocol.*$/gm) ?? [])).toEqual([]);
});

test("the library of random calls is loaded in one place, and only when it is needed", () => {
  const loading = files.filter(({ path, text }) => path.startsWith("src/") && /"fast-check"/.test(text));
  expect(loading.map(({ path }) => path)).toEqual(["src/conformance/fuzz/fuzz.ts"]);
  expect(loading.flatMap(({ text }) => text.match(/^import .*fast-check.*$/gm) ?? [])).toEqual([]);
});

test("the lock file names no host", () => {
  expect(readFileSync(join(packageRoot, "package-lock.json"), "utf8")).not.toMatch(/"resolved": "https?:/);
});
