/**
 * Markdown for a pull request, a wiki or the summary page of a CI job. All untrusted text is in code. Backslashes and
 * entities are not enough: a code host finds mentions, references and addresses in the rendered page, except in code.
 */

import { visibleLine } from "../../base/visible-text.js";
import type { Report } from "../run/report.js";
import { escapingTemplate, type Markup } from "./escaping-template.js";
import { html, rendered as renderedHtml } from "./html-template.js";
import { type ReporterFactory, reporterOf } from "./reporter.js";
import {
  baselineWords,
  COUNT_COLUMNS,
  comparedValues,
  countRows,
  implementationOf,
  nameOf,
  optionLines,
  printed,
  requirementsIn,
  STATUSES,
  type Status,
  scopeOf,
  symptomWords,
  verdictWords,
} from "./wording.js";

/** GitHub limits a summary page to one megabyte. The JSON report has more. */
const VALUE_LIMIT = 2000;
const CAUSE_LIMIT = 50;

const MARKS: Readonly<Record<Report["verdict"], string>> = {
  conforms: "✅",
  "conforms-as-judged": "☑️",
  "does-not-conform": "❌",
  "nothing-judged": "⚠️",
  "adapter-error": "⚠️",
};

type Markdown = Markup<"markdown">;

const { template: md, raw, join, rendered } = escapingTemplate("markdown", code);

export function markdown(report: Report): string {
  const stale = report.cases.filter(({ status }) => status === "unexpectedly_passing");
  const blocks = [
    md`## ${raw(MARKS[report.verdict])} ${scopeOf(report)}: ${raw(verdictWords(report))}`,
    md`${implementationOf(report)}, adapter ${report.adapter}: ${raw(tally(report))}.`,
    ...[...baselineWords(report), ...symptomWords(report)].map((sentence) => md`> ${sentence}`),
    raw(requirementTable(report)),
    ...optionLines(report).map((text) => raw(text)),
    ...(report.causes.length === 0 ? [] : [md`### Fix first`]),
    ...report.causes.slice(0, CAUSE_LIMIT).map((cause) => causeSection(cause, report)),
    ...(report.causes.length > CAUSE_LIMIT
      ? [md`… and ${raw(String(report.causes.length - CAUSE_LIMIT))} more, all in the JSON report.`]
      : []),
    ...stale.map((record) => md`${nameOf(record)} passes, although the baseline lists it as failing.`),
    ...requirementList(report, "violated", "Violated"),
    ...requirementList(report, "not_observed", "Not observed"),
    ...requirementList(report, "not_taken", "Options not taken"),
    ...requirementList(report, "untested", "Untested, and not counted"),
  ];
  return `${rendered(join(blocks, "\n\n"))}\n`;
}

export const markdownReporter: ReporterFactory = reporterOf(markdown);

function tally({ summary: { cases } }: Report): string {
  const parts = (Object.keys(STATUSES) as Status[]).filter((status) => (cases[status] ?? 0) > 0);
  return [`${cases.total} cases`, ...parts.map((status) => `${cases[status]} ${STATUSES[status]}`)].join(", ");
}

function requirementTable({ summary }: Report): string {
  const rows = countRows(summary).map(([title, counts]) => `| ${[title, ...counts].join(" | ")} |`);
  if (rows.length === 0) return "No requirement was judged.";
  const columns = ["requirements", ...COUNT_COLUMNS];
  return [`| ${columns.join(" | ")} |`, "|---|--:|--:|--:|--:|--:|", ...rows].join("\n");
}

function requirementList(
  report: Report,
  status: "violated" | "not_observed" | "not_taken" | "untested",
  title: string,
): readonly Markdown[] {
  const found = requirementsIn(report, status);
  if (found.length === 0) return [];
  return [
    raw(renderedHtml(html`<details><summary>${title}: ${found.length}</summary>`)),
    join(found.map((requirement) => md`- ${requirement}`)),
    md`</details>`,
  ];
}

function causeSection(cause: Report["causes"][number], report: Report): Markdown {
  const { level = "Not judged", requirement, message, cases, blocks, example } = cause;
  const record = report.cases.find(({ id }) => id === example);
  const counts = cases.length === 1 ? "1 case" : `${cases.length} cases`;
  const about = blocks === 0 ? counts : `${counts}, blocks ${blocks}`;
  const summary = html`<details><summary><b>${level}</b> <code>${message}</code> (${about})</summary>`;
  const values = comparedValues(cause).map(([label, value]) => `${label.padEnd(8)}  ${printed(value, VALUE_LIMIT)}`);
  return join(
    [
      raw(renderedHtml(summary)),
      ...(requirement === undefined ? [] : [md`Violates ${requirement}.`]),
      ...(values.length === 0 ? [] : [fenced(values, "text")]),
      ...(record === undefined ? [] : [md`At ${record.file}. Alone:`, fenced([record.repro], "sh")]),
      md`</details>`,
    ],
    "\n\n",
  );
}

/** Puts text into a code span. An empty text becomes a blank, because an empty code span is not possible. */
function code(text: string): string {
  const shown = visibleLine(text) || " ";
  const fence = fenceFor(shown, "`");
  const pad = /^[` ]|[` ]$/u.test(shown) ? " " : "";
  return `${fence}${pad}${shown}${pad}${fence}`;
}

function fenced(lines: readonly string[], language: string): Markdown {
  const text = lines.map(visibleLine).join("\n");
  const fence = fenceFor(text, "```");
  return raw(`${fence}${language}\n${text}\n${fence}`);
}

/** A fence that the text cannot close. */
function fenceFor(text: string, shortest: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  return "`".repeat(Math.max(shortest.length, longest + 1));
}
