/** Runs every authoring check on this repository: those of `nexus-core validate`, and one on generated pages. */

import { isFailure } from "../src/base/finding.js";
import { packageRoot } from "../src/base/package-root.js";
import { countedErrors, validateFolder } from "../src/cli/commands/validate.js";
import { rootOfPaths } from "../src/content/findings/finding-place.js";
import { countFindings, formatFindings } from "../src/content/findings/format-findings.js";
import { staleDocs } from "./docs-pages.js";

/**
 * @param isRelease whether errors in the baseline count as a failure
 * @returns the findings as text, and whether the check fails
 */
export async function checkRepository(isRelease = false): Promise<{ readonly text: string; readonly fails: boolean }> {
  const findings = [...validateFolder(packageRoot), ...(await staleDocs(packageRoot))];
  const format = process.env["GITHUB_ACTIONS"] === "true" ? "github" : "text";
  const base = { folder: packageRoot, root: rootOfPaths(process.cwd(), process.env) };
  const late = isRelease ? countedErrors(findings) : 0;
  const lines = [`validate: ${countFindings(findings)}`];
  if (late > 0) lines.push(`validate: the baseline counts ${late} errors, and a release has none`);
  return {
    text: `${formatFindings(findings, format, { base })}${lines.join("\n")}\n`,
    fails: late > 0 || findings.some(isFailure),
  };
}
