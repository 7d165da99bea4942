import { existsSync } from "node:fs";
import { join } from "node:path";
import { checkContracts } from "../../conformance/check-contracts.js";
import { buildFolder } from "../../content/build.js";
import { countFindings, FINDING_FORMATS, type FindingFormat, formatFindings } from "../../content/format-findings.js";
import { MANIFEST_FILE } from "../../content/load-manifest.js";
import { compareFindings, type Finding } from "../../finding.js";
import { defineCommand } from "../command.js";
import { contentFolder } from "../content-folder.js";

export const command = defineCommand({
  summary: "Runs every authoring check on a content folder, and on the contracts in it.",
  usage: "[DIR] [OPTIONS]",
  positionals: ["DIR"],
  options: {
    format: { type: "text", value: "FORM", description: "how to print findings", choices: [...FINDING_FORMATS] },
  },
  run(options, [dir], context) {
    const folder = contentFolder(dir, context);
    const findings = validateFolder(folder);
    const format = (options.format ?? "text") as FindingFormat;
    context.stdout(formatFindings(findings, format));
    if (format === "text") context.stdout(`${countFindings(findings)} in ${folder}\n`);
    return findings.some(({ level }) => level === "error") ? 1 : 0;
  },
});

/** All findings of a folder: its content, its manifest where it has one, and its contracts where it has some. */
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
