/** Fills the tables of pages in `docs/` from data. Comments around a table name it. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { NexusError } from "../src/base/errors.js";
import type { Finding } from "../src/base/finding.js";
import { tableMaker } from "./docs-tables.js";
import { mayShow } from "./proof/table.js";

const MARKED = /(<!-- generated: (.+?) -->\n)([\s\S]*?)(<!-- end -->)/g;

/** Tables that may be out of date on a page. */
const LASTING: Readonly<Record<string, (text: string) => boolean>> = { "last proof": mayShow };

export interface DocsPage {
  /** Path from the root, with forward slashes. */
  readonly file: string;
  readonly text: string;
  /** The text with tables from the current data. */
  readonly fresh: string;
}

/** @param isLenient whether to leave tables unchanged that may be out of date */
async function readPages(root: string, isLenient: boolean): Promise<readonly DocsPage[]> {
  const pages: DocsPage[] = [];
  for (const file of fg.sync("docs/**/*.md", { cwd: root }).sort()) {
    const text = readFileSync(join(root, file), "utf8");
    const tables = new Map<string, string>();
    for (const [, , name = "", shown = ""] of text.matchAll(MARKED)) {
      const make = tableMaker(name, root);
      if (make === undefined) throw NexusError.of("NXC_INTERNAL", { reason: `there is no table "${name}"` }, file);
      const stays = isLenient && LASTING[name]?.(shown.trim()) === true;
      tables.set(name, stays ? shown.trim() : await tableFor(make, name, file));
    }
    const fresh = text.replaceAll(
      MARKED,
      (_, open: string, name: string, _shown: string, close: string) => `${open}\n${tables.get(name)}\n\n${close}`,
    );
    pages.push({ file, text, fresh });
  }
  return pages;
}

/** @throws NexusError with the page, when a marker names something that the data does not have */
async function tableFor(make: () => string | Promise<string>, name: string, file: string): Promise<string> {
  try {
    return await make();
  } catch (thrown) {
    const error = NexusError.from(thrown);
    // An invalid contract names its own place and what to do. Everything else is wrong on the page.
    if (error.code === "NXC_CONTRACT_INVALID") throw error;
    const reason = `the table "${name}" cannot be made: ${error.message}`;
    throw NexusError.of("NXC_INTERNAL", { reason }, file, thrown);
  }
}

/** One finding for each page whose tables differ from the data. */
export async function staleDocs(root: string): Promise<readonly Finding[]> {
  return (await readPages(root, true))
    .filter(({ text, fresh }) => text !== fresh)
    .map(({ file }) => ({
      file,
      rule: "docs/stale",
      level: "error",
      message: "its generated tables differ from the data",
      remedy: "Run npm run generate.",
    }));
}

/** Writes the pages that changed, and returns their names. */
export async function writeDocs(root: string): Promise<readonly string[]> {
  const stale = (await readPages(root, false)).filter(({ text, fresh }) => text !== fresh);
  for (const { file, fresh } of stale) writeFileSync(join(root, file), fresh);
  return stale.map(({ file }) => file);
}
