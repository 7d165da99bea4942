/**
 * Writes the generated tables into `docs/*.md`, between the comments that name them. `--check` writes nothing and fails
 * when a page would change.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { packageRoot } from "../src/package-root.js";
import { TABLES } from "./docs-tables.js";

const MARKED = /(<!-- generated: (.+?) -->\n)[\s\S]*?(<!-- end -->)/g;

const check = process.argv.includes("--check");
const used = new Set<string>();
let stale = 0;

for (const page of fg.sync("docs/**/*.md", { cwd: packageRoot }).sort()) {
  const path = join(packageRoot, page);
  const text = readFileSync(path, "utf8");
  const tables = new Map<string, string>();
  for (const [, , name = ""] of text.matchAll(MARKED)) {
    const make = TABLES[name];
    if (make === undefined) throw new Error(`${page}: there is no table "${name}"`);
    tables.set(name, await make());
    used.add(name);
  }
  const fresh = text.replaceAll(MARKED, (_, open: string, name: string, close: string) => `${open}\n${tables.get(name)}\n\n${close}`);
  if (fresh === text) continue;
  if (check) {
    stale += 1;
    process.stderr.write(`${page}: its tables differ from the data. Run npm run generate.\n`);
  } else {
    writeFileSync(path, fresh);
    process.stdout.write(`${page} written\n`);
  }
}
for (const name of Object.keys(TABLES)) {
  if (used.has(name)) continue;
  stale += 1;
  process.stderr.write(`docs/: no page shows the table "${name}".\n`);
}
process.exitCode = stale > 0 ? 1 : 0;
