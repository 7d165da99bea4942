/** Every authoring check on this repository: what `nexus-core validate` checks, and the pages made from data. */

import { isFailure } from "../src/base/finding.js";
import { packageRoot } from "../src/base/package-root.js";
import { countedErrors, validateFolder } from "../src/cli/commands/validate.js";
import { rootOfPaths } from "../src/content/findings/finding-place.js";
import { countFindings, formatFindings } from "../src/content/findings/format-findings.js";
import { staleDocs } from "./docs-pages.js";

/**
 * @param isRelease whether it fails while the baseline counts errors
 * @returns what is found, as it is shown, and whether it fails
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
