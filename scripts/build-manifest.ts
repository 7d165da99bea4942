/** Compiles manifest.json. `--check` writes nothing and fails when it would change. A folder may be named; default: this package. */
import { parseArgs } from "node:util";
import { buildFolder, summarizeBuild } from "../src/content/build.js";
import { formatFindings } from "../src/content/format-findings.js";
import { NexusError } from "../src/errors.js";
import { packageRoot } from "../src/package-root.js";

try {
  const { values, positionals } = parseArgs({
    options: { check: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const result = buildFolder(positionals[0] ?? packageRoot, values);
  process.stderr.write(formatFindings(result.findings, "text"));
  if (result.outcome === "invalid") throw result.error;
  if (result.outcome === "outdated" && values.check) {
    for (const { text } of result.drift) process.stdout.write(`${text}\n`);
    process.exitCode = 1;
  }
  process.stdout.write(`${summarizeBuild(result, values)}\n`);
} catch (thrown) {
  const error = NexusError.from(thrown);
  process.stderr.write(`${error.line}\n`);
  process.exitCode = error.exitCode;
}
