/** Markdown for a pull request, a wiki or the summary page of a CI job. */

import type { CaseRecord, FailureRecord, Report } from "../report.js";
import { type ReporterFactory, reporterOf } from "./reporter.js";
import {
  baselineWords,
  comparedValues,
  implementationOf,
  isFinding,
  nameOf,
  printed,
  problemOf,
  requirementsIn,
  STATUSES,
  type Status,
  scopeOf,
  symptomWords,
  VERDICTS,
} from "./wording.js";

/** GitHub takes one megabyte for a summary page; beyond these the JSON report is the better reading. */
const VALUE_LIMIT = 2000;
const CASE_LIMIT = 50;

const MARKS: Readonly<Record<Report["verdict"], string>> = {
  conforms: "✅",
  "does-not-conform": "❌",
  "nothing-judged": "⚠️",
  "adapter-error": "⚠️",
};

export function markdown(report: Report): string {
  const findings = report.cases.filter(isFinding);
  return [
    `## ${MARKS[report.verdict]} ${plain(scopeOf(report))}: ${VERDICTS[report.verdict]}`,
    `${plain(implementationOf(report))}, adapter ${code(report.adapter)}: ${tally(report)}.`,
    ...baselineWords(report).map((sentence) => `> ${plain(sentence)}`),
    ...symptomWords(report).map((sentence) => `> ${plain(sentence)}`),
    requirementTable(report),
    ...requirementList(report, "violated", "Violated"),
    ...requirementList(report, "not_observed", "Not observed"),
    ...(findings.length === 0 ? [] : ["### What did not pass"]),
    ...findings.slice(0, CASE_LIMIT).map(caseSection),
    ...(findings.length > CASE_LIMIT ? [`… and ${findings.length - CASE_LIMIT} more, all in the JSON report.`] : []),
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}

export const markdownReporter: ReporterFactory = reporterOf(markdown);

function tally({ summary: { cases } }: Report): string {
  const parts = (Object.keys(STATUSES) as Status[]).filter((status) => cases[status] > 0);
  return [`${cases.total} cases`, ...parts.map((status) => `${cases[status]} ${STATUSES[status]}`)].join(", ");
}

function requirementTable({ summary: { requirements } }: Report): string {
  const rows = (["MUST", "SHOULD", "MAY"] as const)
    .filter((level) => requirements[level].total + requirements[level].untested > 0)
    .map((level) => {
      const { conforming, violated, not_observed, not_applicable, untested } = requirements[level];
      return `| ${[level, conforming, violated, not_observed, not_applicable, untested].join(" | ")} |`;
    });
  if (rows.length === 0) return "No requirement was judged.";
  const head = "| requirements | conforming | violated | not observed | not applicable | untested |";
  return [head, "|---|--:|--:|--:|--:|--:|", ...rows].join("\n");
}

function requirementList(report: Report, status: "violated" | "not_observed", title: string): readonly string[] {
  const found = requirementsIn(report, status);
  if (found.length === 0) return [];
  const items = found.map((requirement) => `- ${code(requirement)}`);
  return [`<details><summary>${title}: ${found.length}</summary>`, items.join("\n"), "</details>"];
}

function caseSection(record: CaseRecord): string {
  const { status, description = "", failures, file, repro } = record;
  return [
    `<details><summary><b>${STATUSES[status]}</b> ${html(nameOf(record))} – ${html(description)}</summary>`,
    ...(status === "unexpectedly_passing" ? ["The baseline says that it fails, and it passes."] : []),
    ...failures.map((failure) => failureItem(failure, record)),
    `At ${code(file)}. Alone:`,
    fenced(repro, "sh"),
    "</details>",
  ].join("\n\n");
}

function failureItem(failure: FailureRecord, record: CaseRecord): string {
  const violated = failure.requirement === undefined ? "" : `, violates ${code(failure.requirement)}`;
  const values = comparedValues(failure).map(([label, value]) => `${label.padEnd(8)}  ${printed(value, VALUE_LIMIT)}`);
  const text = `${plain(problemOf(failure, record))} (${code(failure.code)}${violated})`;
  return values.length === 0 ? text : `${text}\n\n${fenced(values.join("\n"), "text")}`;
}

/** Words of an implementation must not become markup, a mention of somebody or a link. */
function plain(text: string): string {
  return html(text.replaceAll(/\s+/g, " ")).replaceAll(/[\\`*_{}[\]()#|~@!]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function html(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function code(text: string): string {
  const fence = fenceFor(text, "`");
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${pad}${text.replaceAll("\n", " ")}${pad}${fence}`;
}

function fenced(text: string, language: string): string {
  const fence = fenceFor(text, "```");
  return `${fence}${language}\n${text}\n${fence}`;
}

/** A fence that the text cannot close. */
function fenceFor(text: string, shortest: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return "`".repeat(Math.max(shortest.length, longest + 1));
}
