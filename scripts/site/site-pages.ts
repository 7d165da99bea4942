/** Every page of the site, except the API reference and the comparison. */

import { join } from "node:path";
import { packageRoot } from "../../src/base/package-root.js";
import { findContracts, loadContract } from "../../src/conformance/contract/contract.js";
import { authoredPages } from "./authored-pages.js";
import { casePages } from "./case-pages.js";
import type { SitePage } from "./page.js";
import { contractPages, tablePages } from "./table-pages.js";

/**
 * The pages that are made from data, by their paths.
 * @param root of the repository whose contracts have pages
 */
export async function generatedPages(root = packageRoot): Promise<ReadonlyMap<string, string>> {
  const pages = [...(await tablePages(root))];
  for (const id of findContracts(join(root, "conformance")).keys()) {
    const contract = loadContract(id, root === packageRoot ? undefined : join(root, "conformance"));
    pages.push(...(await contractPages(id, root)), ...casePages(contract));
  }
  return new Map(pages);
}

/** A generated page links as if it were a file in `docs`. */
export async function sitePages(root = packageRoot): Promise<ReadonlyMap<string, SitePage>> {
  // Roles are read through the manifest, which only a built repository has.
  const { rolePages } = await import("./role-pages.js");
  const generated = [...(await generatedPages(root))].map(
    ([path, text]) => [path, { text, source: `docs/${path}` }] as const,
  );
  return new Map<string, SitePage>([...authoredPages(root), ...generated, ...rolePages(root)]);
}
