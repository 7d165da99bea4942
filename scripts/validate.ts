/**
 * Every authoring check on this repository: what `nexus-core validate` checks, and the pages made from data. `--release`
 * fails while the baseline counts errors.
 */
import { countedErrors, validateFolder } from "../src/cli/commands/validate.js";
import { rootOfPaths } from "../src/content/finding-place.js";
import { countFindings, formatFindings } from "../src/content/format-findings.js";
import { isFailure } from "../src/finding.js";
import { packageRoot } from "../src/package-root.js";
import { staleDocs } from "./docs-pages.js";
import { endWith } from "./run-script.js";

try {
  const findings = [...validateFolder(packageRoot), ...(await staleDocs(packageRoot))];
  const format = process.env["GITHUB_ACTIONS"] === "true" ? "github" : "text";
  const base = { folder: packageRoot, root: rootOfPaths(process.cwd(), process.env) };
  process.stdout.write(formatFindings(findings, format, { base }));
  process.stdout.write(`validate: ${countFindings(findings)}\n`);
  const late = process.argv.includes("--release") ? countedErrors(findings) : 0;
  if (late > 0) process.stderr.write(`validate: the baseline counts ${late} errors, and a release has none\n`);
  process.exitCode = late > 0 || findings.some(isFailure) ? 1 : 0;
} catch (thrown) {
  endWith(thrown);
}
