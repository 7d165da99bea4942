import { visibleJson, visibleLine } from "../../base/visible-text.js";
import type { Report } from "../run/report.js";
import { type ReporterFactory, reporterOf } from "./reporter.js";

const COLORS: Readonly<Record<Report["verdict"], string>> = {
  conforms: "brightgreen",
  "conforms-as-judged": "green",
  "does-not-conform": "red",
  "nothing-judged": "lightgrey",
  "adapter-error": "orange",
};

/** The JSON of https://shields.io/badges/endpoint-badge, with label, message and colour. */
export function badge(report: Report): string {
  const { contract, contract_version, profile, verdict } = report;
  const { total, conforming } = report.summary.requirements.MUST;
  const words: Readonly<Record<Report["verdict"], string>> = {
    conforms: `conforms (${profile})`,
    "conforms-as-judged": `conforms, as far as judged: ${conforming} of ${total} MUST (${profile})`,
    "does-not-conform": `${conforming} of ${total} MUST (${profile})`,
    "nothing-judged": "nothing judged",
    "adapter-error": "adapter error",
  };
  const shown = {
    schemaVersion: 1,
    label: visibleLine(`${contract} ${contract_version}`),
    message: visibleLine(words[verdict]),
    color: COLORS[verdict],
    ...(verdict === "adapter-error" ? { isError: true } : {}),
  };
  return `${visibleJson(shown, 2)}\n`;
}

export const badgeReporter: ReporterFactory = reporterOf(badge);
