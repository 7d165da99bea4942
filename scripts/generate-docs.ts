/**
 * Writes the generated tables into `docs/*.md` of this package, or of another folder: `generate-docs.ts [--check] [DIR]`.
 * `--check` writes nothing and fails when a page would change; `npm run docs:check` and `npm run validate` do so.
 */
import { packageRoot } from "../src/package-root.js";
import { staleDocs, writeDocs } from "./docs-pages.js";
import { endWith } from "./run-script.js";

const words = process.argv.slice(2);
const root = words.find((word) => !word.startsWith("--")) ?? packageRoot;

try {
  if (words.includes("--check")) {
    const stale = await staleDocs(root);
    for (const { file, message, remedy } of stale) process.stderr.write(`${file}: ${message}. ${remedy}\n`);
    process.exitCode = stale.length > 0 ? 1 : 0;
  } else {
    for (const file of await writeDocs(root)) process.stdout.write(`${file} written\n`);
  }
} catch (thrown) {
  endWith(thrown);
}
