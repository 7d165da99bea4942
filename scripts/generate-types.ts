/**
 * Writes `src/generated/*.ts` here and in `packages/`: the TypeScript form of the JSON Schemas, so that no type is written
 * a second time. `--check` writes nothing and fails when a file would change.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packageRoot } from "../src/package-root.js";
import { runScript } from "./run-script.js";
import { generatedTypes } from "./types/generated-types.js";

await runScript("generate-types", async (words) => {
  const stale = (await generatedTypes()).filter(({ isStale }) => isStale);
  for (const { file, code } of stale) {
    if (words.includes("--check")) {
      process.stderr.write(`${file} differs from its schemas. Run npm run generate.\n`);
    } else {
      mkdirSync(dirname(join(packageRoot, file)), { recursive: true });
      writeFileSync(join(packageRoot, file), code);
      process.stdout.write(`${file} written\n`);
    }
  }
  return words.includes("--check") && stale.length > 0 ? 1 : 0;
});
