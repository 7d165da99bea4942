/**
 * `npm run generate`: everything that is made from other files. The manifest comes last, because it has the hashes of all
 * others. `--check` writes only the types, which are in no commit, and fails when another file would change.
 */

import { packageRoot } from "../src/base/package-root.js";
import { defineCommand } from "../src/cli/frame/command.js";
import { runScript } from "./run-script.js";
import { writeTypes } from "./types/generated-types.js";

/** @returns the files that were written, or have to be */
async function pages(check: boolean): Promise<readonly string[]> {
  const { staleDocs, writeDocs } = await import("./docs-pages.js");
  return check ? (await staleDocs(packageRoot)).map(({ file }) => file) : writeDocs(packageRoot);
}

/** @throws NexusError NXC_CONTENT_INVALID */
async function manifest(check: boolean): Promise<readonly string[]> {
  const { buildFolder } = await import("../src/content/manifest/build.js");
  const { formatFindings } = await import("../src/content/findings/format-findings.js");
  const result = buildFolder(packageRoot, { check });
  if (result.outcome !== "invalid") return result.outcome === "outdated" ? ["manifest.json"] : [];
  process.stderr.write(formatFindings(result.findings, "text"));
  throw result.error;
}

const command = defineCommand({
  description: "Makes everything that is made from other files.",
  positionals: [],
  options: { check: { type: "flag", description: "write only the types, and fail when another file would change" } },
  async run({ check = false }) {
    // All other code that is loaded here needs a register, which is written first.
    const types = await writeTypes();
    const changed = [...(check ? [] : types), ...(await pages(check)), ...(await manifest(check))];
    const verb = check ? "is stale: run npm run generate" : "written";
    for (const file of changed) process.stdout.write(`${file} ${verb}\n`);
    return check && changed.length > 0 ? 1 : 0;
  },
});

await runScript("generate", command);
