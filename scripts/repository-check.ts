/** Runs every authoring check on this repository: those of `nexus-core validate`, and one on generated pages. */

import { isFailure } from "../src/base/finding.js";
import { packageRoot } from "../src/base/package-root.js";
import { validateFolder } from "../src/cli/commands/validate.js";
import { rootOfPaths } from "../src/content/findings/finding-place.js";
import { countFindings, formatFindings } from "../src/content/findings/format-findings.js";
import { staleDocs } from "./docs-pages.js";

/** @returns the findings as text, and whether the check fails */
export async function checkRepository(): Promise<{ readonly text: string; readonly fails: boolean }> {
  const findings = [...validateFolder(packageRoot, "house"), ...(await staleDocs(packageRoot))];
  const format = process.env["GITHUB_ACTIONS"] === "true" ? "github" : "text";
  const base = { folder: packageRoot, root: rootOfPaths(process.cwd(), process.env) };
  return {
    text: `${formatFindings(findings, format, { base })}validate: ${countFindings(findings)}\n`,
    fails: findings.some(isFailure),
  };
}
