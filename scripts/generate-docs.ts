/**
 * Writes the generated tables into `docs/*.md`. `--check` writes nothing and fails when a page would change;
 * `npm run docs:check` and `npm run validate` do so.
 */
import { NexusError } from "../src/errors.js";
import { packageRoot } from "../src/package-root.js";
import { staleDocs, writeDocs } from "./docs-pages.js";

try {
  if (process.argv.includes("--check")) {
    const stale = await staleDocs(packageRoot);
    for (const { file, message, remedy } of stale) process.stderr.write(`${file}: ${message}. ${remedy}\n`);
    process.exitCode = stale.length > 0 ? 1 : 0;
  } else {
    for (const file of await writeDocs(packageRoot)) process.stdout.write(`${file} written\n`);
  }
} catch (thrown) {
  const error = NexusError.from(thrown);
  process.stderr.write(`${error.line}\n`);
  process.exitCode = error.exitCode;
}
