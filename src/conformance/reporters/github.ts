/** Writes annotations for a GitHub workflow, and a summary for the page of its job. */

import { visibleLine } from "../../base/visible-text.js";
import type { CaseRecord, Report } from "../run/report.js";
import { markdown } from "./markdown.js";
import type { ReporterFactory } from "./reporter.js";
import {
  baselineWords,
  comparedValues,
  conformingRequirements,
  isFinding,
  nameOf,
  outcomeOf,
  printed,
  problemOf,
  scopeOf,
  symptomWords,
  VERDICTS,
} from "./wording.js";

/** GitHub shows ten annotations of a kind per step and silently drops the rest. One is reserved for the verdict. */
const ANNOTATION_LIMIT = 9;

const VALUE_LIMIT = 400;

export const githubReporter: ReporterFactory = ({ write, summarize }) => {
  const replay = (report: Report) => {
    write(annotations(report));
    summarize?.(markdown(report));
  };
  return {
    handle: (event) => {
      if (event.type === "run-finished") replay(event.report);
    },
    replay,
  };
};

/** Workflow commands, one per line. */
export function annotations(report: Report): string {
  const found = report.cases.filter(isFinding).map((record) => annotation(record, report));
  const lines = (["error", "warning"] as const).flatMap((kind) => {
    const ofKind = found.filter((each) => each.kind === kind);
    const more = ofKind.length - ANNOTATION_LIMIT;
    return [
      ...ofKind.slice(0, ANNOTATION_LIMIT).map(({ line }) => line),
      ...(more > 0 ? [`${more} more of this kind are in the summary and in the JSON report.`] : []),
    ];
  });
  return `${[...lines, verdictLine(report)].join("\n")}\n`;
}

function annotation(record: CaseRecord, report: Report): { readonly kind: "error" | "warning"; readonly line: string } {
  const kind = isBinding(record, report) ? "error" : "warning";
  const [, file = record.file, line] = /^(.*):(\d+)$/.exec(record.file) ?? [];
  const lines = [
    ...(record.status === "unexpectedly_passing" ? ["The baseline lists it as failing, but it passes."] : []),
    ...record.failures.flatMap((failure) => [
      problemOf(failure, record),
      ...comparedValues(failure).map(([label, value]) => `${label.padEnd(8)}  ${printed(value, VALUE_LIMIT)}`),
    ]),
    `alone: ${record.repro}`,
  ];
  return { kind, line: command(kind, { title: nameOf(record), file, line }, lines) };
}

/** Whether the case is an error. A case that violates only SHOULD and MAY requirements is a warning. */
function isBinding({ verifies = [], failures }: CaseRecord, { requirements }: Report): boolean {
  const violated = failures.flatMap(({ requirement }) => requirement ?? []);
  const levels = (violated.length > 0 ? violated : verifies).map(
    (id) => requirements.find((requirement) => requirement.id === id)?.level,
  );
  return levels.length === 0 || levels.includes("MUST");
}

function verdictLine(report: Report): string {
  const conforming = conformingRequirements(report);
  const requirements = conforming === "" ? [] : [`Requirements: ${conforming}.`];
  const text = [VERDICTS[report.verdict], ...requirements, ...baselineWords(report), ...symptomWords(report)].join(" ");
  const kind = ({ passed: "notice", excused: "warning", failed: "error", errored: "error" } as const)[
    outcomeOf(report)
  ];
  return command(kind, { title: scopeOf(report) }, [text]);
}

/** Line breaks are encoded: GitHub prints the message to the log, where a line could be a command again. */
function command(
  kind: string,
  properties: Readonly<Record<string, string | undefined>>,
  message: readonly string[],
): string {
  const given = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${data(value).replaceAll(":", "%3A").replaceAll(",", "%2C")}`],
  );
  return `::${kind} ${given.join(",")}::${message.map(data).join("%0A")}`;
}

function data(text: string): string {
  return visibleLine(text).replaceAll("%", "%25");
}
