/** Checks on the pages of every contract. */

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fg from "fast-glob";
import { expect, test } from "vitest";
import { contractSource } from "../../scripts/contract-source.js";
import { generatedPages } from "../../scripts/site/site-pages.js";
import { ERRORS } from "../../src/base/errors.js";
import { anchorsOf } from "../../src/base/markdown/anchors.js";
import { packageRoot } from "../../src/base/package-root.js";
import { program as conformance } from "../../src/cli/nexus-conformance.js";
import { program as core } from "../../src/cli/nexus-core.js";
import { findContracts } from "../../src/conformance/contract/contract.js";
import { jsonBlocks } from "./docs-examples.js";
import { codeSpansOf, headingsOf, linksOf } from "./page-blocks.js";

const pageOf = (file: string) => readFileSync(join(packageRoot, file), "utf8");
const contracts = [...findContracts().keys()].map((id) => contractSource(id, packageRoot));
const site = await generatedPages();

test.each(contracts.map(({ contract }) => contract))(
  "the site has a page with every requirement of $id",
  ({ id, requirements }) => {
    const text = site.get(`contracts/${id}/requirements.md`) ?? "";
    expect([...requirements.keys()].filter((requirement) => !text.includes(`\n### ${requirement}\n`))).toEqual([]);
  },
);

test.each(contracts.map((source) => ({ id: source.contract.id, ...source })))(
  "every tool of $id that agents call has a heading on a page of the contract or of the site",
  ({ id, data, pageWith }) => {
    const missing = Object.entries(data.tools).filter(([tool, { surface = "tools" }]) => {
      const own = pageWith(`tool ${tool}`);
      const page =
        own === undefined ? (site.get(`contracts/${id}/${surface}.md`) ?? "") : pageOf(`docs/contracts/${id}/${own}`);
      return surface === "tools" && !headingsOf(page).includes(tool);
    });
    expect(missing.map(([tool]) => tool)).toEqual([]);
  },
);

test.each(contracts.map((source) => ({ id: source.contract.id, ...source })))(
  "a page with examples of calls of $id has one for each tool that it shows",
  ({ id, data, pageWith }) => {
    const tools = Object.keys(data.tools);
    for (const page of new Set(tools.flatMap((tool) => pageWith(`tool ${tool}`) ?? []))) {
      const blocks = jsonBlocks(`docs/contracts/${id}/${page}`) as readonly { readonly call?: string }[];
      const calls = new Set(blocks.flatMap(({ call }) => call ?? []));
      const shown = tools.filter((tool) => pageWith(`tool ${tool}`) === page);
      if (calls.size > 0) expect([...calls].sort()).toEqual(shown.sort());
    }
  },
);

const errata = contracts.flatMap(({ contract }) => {
  const path = `docs/contracts/${contract.id}/errata.md`;
  return existsSync(join(packageRoot, path)) ? [{ path, contract }] : [];
});

test.each(errata)("every entry of $path names requirements of its contract", ({ path, contract }) => {
  const rows = pageOf(path)
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| question"));
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const ids = codeSpansOf(row).filter((code) => code.startsWith(`${contract.id}.`) && !code.includes("*"));
    expect(ids.length, row).toBeGreaterThan(0);
    expect(ids.filter((id) => !contract.requirements.has(id))).toEqual([]);
  }
});

test.each<[page: string, names: readonly string[]]>([
  ["reference/errors", Object.keys(ERRORS)],
  [
    "reference/commands",
    [core, conformance].flatMap(({ name, commands }) => Object.keys(commands).map((each) => `${name} ${each}`)),
  ],
])("the page of the site on %s has each of them", (page, names) => {
  const text = site.get(`${page}.md`) ?? "";
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
});

test.each(fg.sync(["README.md", "docs/**/*.md", "conformance/*.md"], { cwd: packageRoot }).sort())(
  "every link of %s to a part of a page leads to an existing part",
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
