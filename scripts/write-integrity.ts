/** The last step of the build: records the hash of every code file that ships. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeHashes, INTEGRITY_FILE } from "../src/content/code-integrity.js";
import { packageRoot } from "../src/package-root.js";

writeFileSync(join(packageRoot, INTEGRITY_FILE), `${JSON.stringify({ files: codeHashes(packageRoot) }, null, 2)}\n`);
