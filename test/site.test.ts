/** The pages that only the site has: they are made from data, so nothing that the data holds may be missing. */

import { expect, test } from "vitest";
import { sitePages } from "../scripts/site-pages.js";
import { program as conformance } from "../src/cli/nexus-conformance.js";
import { program as core } from "../src/cli/nexus-core.js";
import { loadContract } from "../src/conformance/contract.js";
import { ERRORS } from "../src/errors.js";

const pages = await sitePages();

test.each<[page: string, names: readonly string[]]>([
  ["core-requirements", [...loadContract("core").requirements.keys()]],
  ["thread-requirements", [...loadContract("thread").requirements.keys()]],
  ["errors", Object.keys(ERRORS)],
  [
    "commands",
    [core, conformance].flatMap(({ name, commands }) => Object.keys(commands).map((each) => `${name} ${each}`)),
  ],
])("%s has each of its entries", (page, names) => {
  const text = pages.get(`${page}.md`) ?? "";
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
});
