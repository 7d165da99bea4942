import type { Finding } from "../finding.js";
import { sentence } from "../sentence.js";
import { CONTENT_RULES } from "./all-rules.js";
import { REPORT_INVARIANTS } from "./report/all-invariants.js";
import { reportRuleOf } from "./report/report-finding.js";
import { VERIFY_RULES } from "./verify-rules.js";

export const FINDING_FORMATS = ["text", "json", "sarif", "github"] as const;
export type FindingFormat = (typeof FINDING_FORMATS)[number];

/** Findings in one of the forms that people and tools read. Ends in a line end, or is empty where there is nothing to say. */
export function formatFindings(findings: readonly Finding[], format: FindingFormat): string {
  switch (format) {
    case "text":
      return findings.map((finding) => `${findingLine(finding)}\n`).join("");
    case "json":
      return findingsJson(findings);
    case "sarif":
      return findingsSarif(findings);
    case "github":
      return findings.map((finding) => `${githubAnnotation(finding)}\n`).join("");
  }
}

/** `file:line  rule  message. remedy`, and `(warning)` behind the rule of one. */
export function findingLine({ file, line, rule, level, message, remedy }: Finding): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return `${place}  ${rule}${level === "warning" ? " (warning)" : ""}  ${sentence(message)} ${remedy}`;
}

/** `2 errors, 1 warning`; `no findings` for none. */
export function countFindings(findings: readonly Finding[]): string {
  const count = (level: Finding["level"]) => {
    const number = findings.filter((finding) => finding.level === level).length;
    return number === 0 ? [] : [`${number} ${level}${number === 1 ? "" : "s"}`];
  };
  return [...count("error"), ...count("warning")].join(", ") || "no findings";
}

function findingsJson(findings: readonly Finding[]): string {
  const errors = findings.filter(({ level }) => level === "error").length;
  return `${JSON.stringify({ summary: { errors, warnings: findings.length - errors }, findings }, null, 2)}\n`;
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
    ...VERIFY_RULES.map(({ id, title }) => ({ id, shortDescription: { text: title } })),
  ].filter(({ id }) => broken.has(id));
  const results = findings.map((finding) => {
    const ruleIndex = rules.findIndex(({ id }) => id === finding.rule);
    return {
      ruleId: finding.rule,
      ...(ruleIndex === -1 ? {} : { ruleIndex }),
      level: finding.level,
      message: { text: `${sentence(finding.message)} ${finding.remedy}` },
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
