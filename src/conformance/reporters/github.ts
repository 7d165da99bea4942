/** Writes annotations for a GitHub workflow, and a summary for the page of its job. */

import { visibleLine } from "../../base/visible-text.js";
import type { Report } from "../run/report.js";
import { markdown } from "./markdown.js";
import type { ReporterFactory } from "./reporter.js";
import {
  baselineWords,
  comparedValues,
  conformingRequirements,
  nameOf,
  outcomeOf,
  printed,
  scopeOf,
  symptomWords,
  verdictWords,
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

/** Workflow commands, one per line: one for each cause. */
export function annotations(report: Report): string {
  const stale = report.cases.filter(({ status }) => status === "unexpectedly_passing");
  const found = [
    ...report.causes.map((cause) => annotation(cause, report)),
    ...stale.map((record) => {
      const text = `${nameOf(record)} passes, although the baseline lists it as failing.`;
      return { kind: "error" as const, line: command("error", { title: nameOf(record), ...placeOf(report) }, [text]) };
    }),
  ];
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

type Cause = Report["causes"][number];

/** What cannot be judged and what violates a MUST is an error, the rest a warning. */
function annotation(cause: Cause, report: Report): { readonly kind: "error" | "warning"; readonly line: string } {
  const { level, requirement = "could not be judged", message, cases, example } = cause;
  const kind = level === undefined || level === "MUST" ? "error" : "warning";
  const repro = report.cases.find(({ id }) => id === example)?.repro;
  const lines = [
    message,
    ...comparedValues(cause).map(([label, value]) => `${label.padEnd(8)}  ${printed(value, VALUE_LIMIT)}`),
    ...(cases.length > 1 ? [`in ${cases.length} cases`] : []),
    ...(repro === undefined ? [] : [`alone: ${repro}`]),
  ];
  return { kind, line: command(kind, { title: requirement, ...placeOf(report) }, lines) };
}

/** The file of the user in which the implementation is reached. A fixture is no file of the repository that is checked. */
function placeOf({ adapter, config }: Report): { readonly file?: string } {
  const module = /^module:(\.{0,2}\/?[^ ]+\.[cm]?[jt]s)(?: |$)/u.exec(adapter)?.[1];
  const file = module ?? config;
  return file === undefined ? {} : { file: file.replace(/^\.\//u, "") };
}

function verdictLine(report: Report): string {
  const conforming = conformingRequirements(report);
  const requirements = conforming === "" ? [] : [`Requirements: ${conforming}.`];
  const text = [verdictWords(report), ...requirements, ...baselineWords(report), ...symptomWords(report)].join(" ");
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
