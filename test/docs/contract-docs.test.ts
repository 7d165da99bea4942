/** The pages on the core contract: what they show is what the contract and the reference harness do. */

import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import fg from "fast-glob";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { createHarness } from "../../packages/harness/src/index.js";
import { sitePages } from "../../scripts/site-pages.js";
import { ERRORS } from "../../src/base/errors.js";
import { packageRoot } from "../../src/base/package-root.js";
import { program as conformance } from "../../src/cli/nexus-conformance.js";
import { program as core } from "../../src/cli/nexus-core.js";
import { loadContract } from "../../src/conformance/contract/contract.js";
import type { Contract as ContractData } from "../../src/generated/contract.js";
import * as nexusCore from "../../src/index.js";
import { temporaryFolder, writeFiles } from "../../src/testing/temporary-folder.js";
import { EXAMPLE_FOLDER, EXAMPLE_TIME, jsonBlocks, toolExamples } from "./docs-examples.js";
import { codeSpansOf, headingsOf, linksOf } from "./page-blocks.js";

const contract = loadContract("core");
const data = load(readFileSync(join(contract.folder, "contract.yml"), "utf8")) as ContractData;
const pageOf = (file: string) => readFileSync(join(packageRoot, file), "utf8");
const harnessOn = (root: string) => createHarness({ root, clock: () => new Date(EXAMPLE_TIME), branch: () => "main" });

test("the reference harness answers the session of the tools page as it is shown", async () => {
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

test("every tool has a section with an example and the tables of the contract", () => {
  const page = pageOf("docs/contracts/core/tools.md");
  const tools = Object.entries(data.tools).filter(([, { surface = "tools" }]) => surface === "tools");
  expect(tools.length).toBe(11);
  for (const [name] of tools) {
    expect(page).toContain(`\n## ${name}\n`);
    expect(page).toContain(`<!-- generated: tool core ${name} -->`);
  }
  expect(new Set(toolExamples().map(({ call }) => call))).toEqual(new Set(tools.map(([name]) => name)));
});

test.each<[page: string, names: readonly string[]]>([
  ["core-requirements", [...contract.requirements.keys()]],
  ["thread-requirements", [...loadContract("thread").requirements.keys()]],
  ["errors", Object.keys(ERRORS)],
  [
    "commands",
    [core, conformance].flatMap(({ name, commands }) => Object.keys(commands).map((each) => `${name} ${each}`)),
  ],
])("the page of the site on %s has each of them", async (page, names) => {
  const text = (await sitePages()).get(`${page}.md`) ?? "";
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
});

test("every decision lists its requirements, however their ids are grouped", async () => {
  const page = (await sitePages()).get("core-decisions.md") ?? "";
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

test("every file that the contract knows has its place in the layout", () => {
  const page = pageOf("docs/contracts/core/layout.md");
  const operations = [...Object.values(data.tools), ...Object.values(data.events ?? {})];
  const paths = [...(data.state ?? []).map(({ path }) => path), ...operations.flatMap(({ writes = [] }) => writes)];
  const names = paths.map((path) => basename(path).replace(/^\*\.|\*+$/, "")).filter((name) => name !== "");
  expect(names.length).toBeGreaterThan(10);
  expect([...new Set(names)].filter((name) => !page.includes(name))).toEqual([]);
});

test("every entry of the errata names requirements that there are", () => {
  const rows = pageOf("docs/contracts/core/errata.md")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| question"));
  expect(rows.length).toBeGreaterThan(40);
  for (const row of rows) {
    const ids = [...row.matchAll(/`(core\.[\w.-]+)`/g)].map(([, id = ""]) => id);
    expect(ids.filter((id) => contract.requirements.has(id)).length, row).toBeGreaterThan(0);
  }
});

test("every function that a page of the contract names is one of the package", () => {
  const [, stepsOnTheToolkit = ""] = pageOf("docs/use/implementation-guide.md").split("## 10. ");
  const pages = [stepsOnTheToolkit, ...["behaviour", "memory"].map((name) => pageOf(`docs/contracts/core/${name}.md`))];
  const names = pages.flatMap(codeSpansOf).filter((code) => /^[a-z]+(?:[A-Z][a-z]+)+$/.test(code));
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !(name in nexusCore))).toEqual([]);
});

/** The fragments that a page can be entered by: its headings as a web page names them, and its anchors. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = headingsOf(text).map((title) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return new Set([...headings, ...[...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = ""]) => id)]);
}

test.each(fg.sync(["README.md", "docs/**/*.md", "conformance/*.md"], { cwd: packageRoot }).sort())(
  "every link of %s into a page leads to a part that is there",
  (path) => {
    const broken = linksOf(pageOf(path)).filter((link) => {
      const [page = "", fragment] = link.split("#");
      if (fragment === undefined || /^https?:/.test(link)) return false;
      const target = page === "" ? path : join(dirname(path), page);
      return !existsSync(join(packageRoot, target)) || !anchorsOf(pageOf(target)).has(fragment);
    });
    expect(broken).toEqual([]);
  },
);

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
  // context answers what it can read.
  expect(refusal.includes(file)).toBe(isNeeded && tool !== "context");
});
