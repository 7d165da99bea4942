/** Writes the generated tables into `docs/*.md`. `npm run validate` fails when they are stale. */
import { packageRoot } from "../src/package-root.js";
import { writeDocs } from "./docs-pages.js";

for (const file of await writeDocs(packageRoot)) process.stdout.write(`${file} written\n`);
