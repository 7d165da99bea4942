import { existsSync } from "node:fs";
import { join } from "node:path";
import { definedOnly } from "../../base/defined-only.js";
import { compareFindings, type Finding, isFailure } from "../../base/finding.js";
import { visibleLines } from "../../base/visible-text.js";
import { checkContracts } from "../../conformance/fixture/check-contracts.js";
import { rootOfPaths } from "../../content/findings/finding-place.js";
import {
  countFindings,
  FINDING_FORMATS,
  type FindingFormat,
  formatFindings,
} from "../../content/findings/format-findings.js";
import { sizesTable } from "../../content/findings/format-sizes.js";
import { buildFolder } from "../../content/manifest/build.js";
import { MANIFEST_FILE } from "../../content/manifest/load-manifest.js";
import { parseContent } from "../../content/read/content.js";
import { readContent } from "../../content/read/read-content.js";
import { sizesOf } from "../../content/rules/budgets.js";
import type { Style } from "../../content/rules/validate-content.js";
import { contentFolder } from "../common/content-folder.js";
import { defineCommand } from "../frame/command.js";

export const command = defineCommand({
  description: "Runs every authoring check on a content folder, and on the contracts in it.",
  positionals: ["[DIR]"],
  options: {
    format: { type: "text", value: "FORM", description: "how to print findings", choices: [...FINDING_FORMATS] },
    style: {
      type: "text",
      value: "STYLE",
      description: "also what nexus-core holds its own content to",
      choices: ["house"],
    },
  },
  run(options, [dir], context) {
    const folder = contentFolder(dir, context);
    const findings = validateFolder(folder, options.style as Style | undefined);
    const sizes = sizesOf(parseContent(readContent(folder)));
    const format = (options.format ?? "text") as FindingFormat;
    context.stdout(
      formatFindings(findings, format, { base: { folder, root: rootOfPaths(context.cwd, context.env) }, sizes }),
    );
    if (format === "text") {
      context.stdout(`${sizesTable(sizes)}${visibleLines([`${countFindings(findings)} in ${folder}`])}`);
    }
    return findings.some(isFailure) ? 1 : 0;
  },
});

/** One finding, however much has changed: one command mends all of it. */
function staleManifest([first, ...others]: readonly string[]): readonly Finding[] {
  if (first === undefined) return [];
  const message = others.length === 0 ? first : `${first}, and ${others.length} more entries differ from the content`;
  return [{ file: MANIFEST_FILE, rule: "manifest/stale", level: "error", message, remedy: "Run nexus-core build." }];
}

/** All findings of a folder: of its content, and of its manifest and contracts if it has any. */
export function validateFolder(folder: string, style?: Style): readonly Finding[] {
  const build = buildFolder(folder, { check: true, ...definedOnly({ style }) });
  const isCompiled = existsSync(join(folder, MANIFEST_FILE));
  const drift = isCompiled && build.outcome === "outdated" ? build.drift : [];
  const conformance = join(folder, "conformance");
  return [
    ...build.findings,
    ...staleManifest(drift.map(({ text }) => text)),
    ...(existsSync(conformance) ? checkContracts(conformance, folder) : []),
  ].sort(compareFindings);
}
