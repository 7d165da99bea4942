import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { compareFindings, type Finding, isFailure } from "../../base/finding.js";
import { visibleLines } from "../../base/visible-text.js";
import { writeText } from "../../base/write-text.js";
import { checkContracts } from "../../conformance/fixture/check-contracts.js";
import { rootOfPaths } from "../../content/findings/finding-place.js";
import {
  countFindings,
  FINDING_FORMATS,
  type FindingFormat,
  findingLine,
  formatFindings,
} from "../../content/findings/format-findings.js";
import { sizesTable } from "../../content/findings/format-sizes.js";
import { buildFolder } from "../../content/manifest/build.js";
import { MANIFEST_FILE } from "../../content/manifest/load-manifest.js";
import { parseContent } from "../../content/read/content.js";
import {
  counted,
  LINT_BASELINE,
  newBaselineLine,
  parseLintBaseline,
  updateLintBaseline,
} from "../../content/read/lint-baseline.js";
import { readContent } from "../../content/read/read-content.js";
import { sizesOf } from "../../content/rules/budgets.js";
import { findingsOf } from "../../content/rules/validate-content.js";
import { contentFolder } from "../common/content-folder.js";
import { type Context, defineCommand } from "../frame/command.js";

export const command = defineCommand({
  description: "Runs every authoring check on a content folder, and on the contracts in it.",
  positionals: ["[DIR]"],
  options: {
    format: { type: "text", value: "FORM", description: "how to print findings", choices: [...FINDING_FORMATS] },
    known: { type: "flag", description: `list what ${LINT_BASELINE} counts, too` },
    "update-baseline": {
      type: "flag",
      description: `lower the counts of ${LINT_BASELINE} to what is found, or count all warnings where there is none`,
    },
    release: { type: "flag", description: `fail while ${LINT_BASELINE} counts errors` },
  },
  run(options, [dir], context) {
    const isUpdate = options["update-baseline"] === true;
    // An update writes, so it never falls back to the installed package.
    const folder = isUpdate ? resolve(context.cwd, dir ?? ".") : contentFolder(dir, context);
    if (isUpdate) updateBaseline(folder, context);
    const findings = validateFolder(folder);
    const sizes = sizesOf(parseContent(readContent(folder)));
    const format = (options.format ?? "text") as FindingFormat;
    context.stdout(
      formatFindings(findings, format, { base: { folder, root: rootOfPaths(context.cwd, context.env) }, sizes }),
    );
    if (format === "text") {
      const known = findings.filter((finding) => finding.known === true);
      if (options.known === true) for (const finding of known) context.stdout(`${findingLine(finding)}\n`);
      context.stdout(`${sizesTable(sizes)}${visibleLines([`${countFindings(findings)} in ${folder}`])}`);
    }
    const late = options.release === true ? countedErrors(findings) : 0;
    if (late > 0) context.stderr(`${LINT_BASELINE} counts ${counted(late, "error")}, and a release has none.\n`);
    return late > 0 || findings.some(isFailure) ? 1 : 0;
  },
});

/** How many errors the baseline tolerates. */
export function countedErrors(findings: readonly Finding[]): number {
  return findings.filter(({ level, known }) => level === "error" && known === true).length;
}

/**
 * Writes the findings of a folder into its baseline. Counts in it only fall. A new baseline counts the warnings of
 * today, and a line on standard error says how many.
 * @throws NexusError for a folder without content, or a baseline that cannot be read or written
 */
function updateBaseline(folder: string, context: Context): void {
  const files = readContent(folder);
  const text = files.texts.get(LINT_BASELINE);
  const next = updateLintBaseline(findingsOf(files), text === undefined ? undefined : parseLintBaseline(text));
  if (next !== text) writeText(join(folder, LINT_BASELINE), next, "baseline");
  if (text === undefined) context.stderr(`${newBaselineLine(parseLintBaseline(next))}\n`);
}

/** All findings of a folder: of its content, and of its manifest and contracts if it has any. */
export function validateFolder(folder: string): readonly Finding[] {
  const build = buildFolder(folder, { check: true });
  const isCompiled = existsSync(join(folder, MANIFEST_FILE));
  const drift = isCompiled && build.outcome === "outdated" ? build.drift : [];
  const conformance = join(folder, "conformance");
  return [
    ...build.findings,
    ...drift.map(
      ({ text }): Finding => ({
        file: MANIFEST_FILE,
        rule: "manifest/stale",
        level: "error",
        message: text,
        remedy: "Run nexus-core build.",
      }),
    ),
    ...(existsSync(conformance) ? checkContracts(conformance, folder) : []),
  ].sort(compareFindings);
}
