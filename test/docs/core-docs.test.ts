/** The pages on the core contract: they agree with the contract and the reference harness. */

import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { createHarness } from "../../packages/harness/src/index.js";
import { generatedPages } from "../../scripts/site/site-pages.js";
import { packageRoot } from "../../src/base/package-root.js";
import { loadContract } from "../../src/conformance/contract/contract.js";
import type { Contract as ContractData } from "../../src/generated/contract.js";
import * as nexusCore from "../../src/index.js";
import { temporaryFolder, writeFiles } from "../../src/testing/temporary-folder.js";
import { EXAMPLE_FOLDER, EXAMPLE_TIME, jsonBlocks, toolExamples } from "./docs-examples.js";
import { codeSpansOf } from "./page-blocks.js";

const contract = loadContract("core");
const data = load(readFileSync(join(contract.folder, "contract.yml"), "utf8")) as ContractData;
const pageOf = (file: string) => readFileSync(join(packageRoot, file), "utf8");
const harnessOn = (root: string) => createHarness({ root, clock: () => new Date(EXAMPLE_TIME), branch: () => "main" });

test("the reference harness gives the answers that the tools page shows", async () => {
  const root = temporaryFolder();
  const harness = harnessOn(root);
  for (const { call, params, answer, error } of toolExamples()) {
    const got = await harness.call(call, params).then(
      (value) => ({ answer: JSON.parse(JSON.stringify(value).replaceAll(root, EXAMPLE_FOLDER)) as unknown }),
      (thrown: Error) => ({ error: thrown.message }),
    );
    expect({ call, ...got }).toEqual({ call, ...(error === undefined ? { answer } : { error }) });
  }
});

test("every decision lists its requirements, however their ids are grouped", async () => {
  const page = (await generatedPages()).get("contracts/core/decisions.md") ?? "";
  const sectionOf = (name: string) => page.split(`\n### ${name}\n`)[1]?.split("\n### ")[0] ?? "";
  const decisions = Object.entries(data.tools).filter(([, { surface }]) => surface === "decisions");
  expect(decisions.filter(([name]) => !sectionOf(name).includes("`core."))).toEqual([]);
  const reports = [...contract.requirements.keys()].filter((id) => id.startsWith("core.report."));
  expect(reports.filter((id) => !sectionOf("check_report").includes(`\`${id}\``))).toEqual([]);
  expect(sectionOf("parse_memory_name")).not.toContain("`core.memory.merge");
});

const files = ["docs/contracts/core/state.md", "docs/contracts/core/outputs.md"].flatMap((page) =>
  (jsonBlocks(page) as readonly { readonly file: string; readonly content: unknown }[]).map((block) => ({
    page,
    ...block,
  })),
);

test.each(files)("$file on $page keeps to its schema", ({ file, content }) => {
  const patterns = contract.state.map(({ path, check }) => ({
    pattern: path.replace("{STATE_ROOT}", contract.stateRoot).replaceAll(".", "\\.").replaceAll("*", "[^/]*"),
    check,
  }));
  const found = patterns.find(({ pattern }) => new RegExp(`^${pattern}$`).test(file));
  expect(found?.check(content)).toEqual([]);
});

test("the layout page lists every file of the contract", () => {
  const page = pageOf("docs/contracts/core/layout.md");
  const operations = [...Object.values(data.tools), ...Object.values(data.events ?? {})];
  const paths = [...(data.state ?? []).map(({ path }) => path), ...operations.flatMap(({ writes = [] }) => writes)];
  const names = paths.map((path) => basename(path).replace(/^\*\.|\*+$/, "")).filter((name) => name !== "");
  expect(names.length).toBeGreaterThan(10);
  expect([...new Set(names)].filter((name) => !page.includes(name))).toEqual([]);
});

test("every function that a page of the contract names is exported", () => {
  const [, stepsOnTheToolkit = ""] = pageOf("docs/use/implementation-guide.md").split("## 11. ");
  const pages = [stepsOnTheToolkit, ...["behaviour", "memory"].map((name) => pageOf(`docs/contracts/core/${name}.md`))];
  const names = pages.flatMap(codeSpansOf).filter((code) => /^[a-z]+(?:[A-Z][a-z]+)+$/.test(code));
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !(name in nexusCore))).toEqual([]);
});

const STATE_FILES = [".nexus/state/plan.json", ".nexus/state/tasks.json", ".nexus/history.json"];
const needed = Object.entries(data.tools)
  .filter(([, { surface = "tools" }]) => surface === "tools")
  .flatMap(([tool, { reads = [] }]) => STATE_FILES.map((file) => ({ tool, file, isNeeded: reads.includes(file) })));

test.each(needed)("$tool needs $file: $isNeeded, as the contract says", async ({ tool, file, isNeeded }) => {
  const root = temporaryFolder();
  writeFiles(root, { [file]: "{" });
  const params = toolExamples().find(({ call, error }) => call === tool && error === undefined)?.params;
  const refusal = await harnessOn(root)
    .call(tool, params)
    .then(
      () => "",
      (thrown: Error) => thrown.message,
    );
  // The tool context answers even when a file is missing.
  expect(refusal.includes(file)).toBe(isNeeded && tool !== "context");
});
