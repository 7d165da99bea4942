import type { Finding } from "../finding.js";
import { sentence } from "../sentence.js";
import { CONTENT_RULES } from "./all-rules.js";
import type { Sizes } from "./bodies/budgets.js";
import { BASELINE_RULES, LINT_BASELINE } from "./lint-baseline.js";
import { REPORT_INVARIANTS } from "./report/all-invariants.js";
import { reportRuleOf } from "./report/report-finding.js";
import { VERIFY_RULES } from "./verify-rules.js";

export const FINDING_FORMATS = ["text", "json", "sarif", "github"] as const;
export type FindingFormat = (typeof FINDING_FORMATS)[number];

/**
 * Findings in one of the forms that people and tools read. Ends in a line end, or is empty where there is nothing to say.
 * Text and annotations leave out what a baseline counts, so that what is new stands alone; the other two mark it.
 * @param sizes words against budgets, for JSON
 */
export function formatFindings(findings: readonly Finding[], format: FindingFormat, sizes?: Sizes): string {
  const fresh = findings.filter(({ known }) => known !== true);
  switch (format) {
    case "text":
      return fresh.map((finding) => `${findingLine(finding)}\n`).join("");
    case "json":
      return findingsJson(findings, sizes);
    case "sarif":
      return findingsSarif(findings);
    case "github":
      return fresh.map((finding) => `${githubAnnotation(finding)}\n`).join("");
  }
}

/** `file:line  rule  message. remedy`, and `(warning)` behind the rule of one. */
export function findingLine({ file, line, rule, level, message, remedy }: Finding): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return `${place}  ${rule}${level === "warning" ? " (warning)" : ""}  ${sentence(message)} ${remedy}`;
}

/** `2 errors, 1 warning, 3 known`; `no findings` for none. */
export function countFindings(findings: readonly Finding[]): string {
  const count = (level: Finding["level"]) => {
    const number = findings.filter((finding) => finding.level === level && finding.known !== true).length;
    return number === 0 ? [] : [`${number} ${level}${number === 1 ? "" : "s"}`];
  };
  const fresh = [...count("error"), ...count("warning")];
  const known = findings.filter((finding) => finding.known === true).length;
  return [...(fresh.length === 0 ? ["no findings"] : fresh), ...(known === 0 ? [] : [`${known} known`])].join(", ");
}

function findingsJson(findings: readonly Finding[], sizes: Sizes | undefined): string {
  const fresh = findings.filter(({ known }) => known !== true);
  const errors = fresh.filter(({ level }) => level === "error").length;
  const known = findings.length - fresh.length;
  const summary = { errors, warnings: fresh.length - errors, ...(known === 0 ? {} : { known }) };
  return `${JSON.stringify({ summary, ...(sizes === undefined ? {} : { sizes }), findings }, null, 2)}\n`;
}

/** An annotation of a workflow run; its grammar reserves line ends everywhere, and colons and commas in properties. */
function githubAnnotation({ file, line, rule, level, message, remedy }: Finding): string {
  const data = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const property = (text: string) => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
  const place = [`file=${property(file)}`, ...(line === undefined ? [] : [`line=${line}`]), `title=${property(rule)}`];
  return `::${level} ${place.join(",")}::${data(`${sentence(message)} ${remedy}`)}`;
}

/** SARIF 2.1.0 with the rules that were broken. */
function findingsSarif(findings: readonly Finding[]): string {
  const broken = new Set(findings.map(({ rule }) => rule));
  const rules = [
    ...CONTENT_RULES.map(({ id, title, reason, remedy, level }) => ({
      id,
      shortDescription: { text: title },
      fullDescription: { text: reason },
      help: { text: remedy },
      defaultConfiguration: { level },
    })),
    ...REPORT_INVARIANTS.map(({ id, title, reason, remedy }) => ({
      id: reportRuleOf(id),
      shortDescription: { text: title },
      fullDescription: { text: reason },
      help: { text: remedy },
      defaultConfiguration: { level: "error" },
    })),
    ...[...VERIFY_RULES, ...BASELINE_RULES].map(({ id, title }) => ({ id, shortDescription: { text: title } })),
  ].filter(({ id }) => broken.has(id));
  const results = findings.map((finding) => {
    const ruleIndex = rules.findIndex(({ id }) => id === finding.rule);
    return {
      ruleId: finding.rule,
      ...(ruleIndex === -1 ? {} : { ruleIndex }),
      level: finding.level,
      message: { text: `${sentence(finding.message)} ${finding.remedy}` },
      ...(finding.known === true
        ? { suppressions: [{ kind: "external", justification: `Counted in ${LINT_BASELINE}.` }] }
        : {}),
      locations: [
        {
          physicalLocation: {
            artifactLocation: {
              uri: finding.file.split("/").map(encodeURIComponent).join("/"),
              uriBaseId: "%SRCROOT%",
            },
            ...(finding.line === undefined ? {} : { region: { startLine: finding.line } }),
          },
        },
      ],
    };
  });
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver: { name: "nexus-core", rules } }, columnKind: "utf16CodeUnits", results }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
