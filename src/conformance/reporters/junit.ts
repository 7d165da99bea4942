/**
 * JUnit XML, with only the elements and attributes that all common readers know. A suite is a requirement. The last one is the verdict:
 * otherwise a run in which a requirement was not observed would look successful.
 */

import type { CaseRecord, Report } from "../run/report.js";
import { type ReporterFactory, reporterOf } from "./reporter.js";
import {
  baselineWords,
  comparedValues,
  groupOf,
  implementationOf,
  nameOf,
  outcomeOf,
  printed,
  problemOf,
  requirementsIn,
  STATUSES,
  scopeOf,
  verdictWords,
  violatedBy,
} from "./wording.js";
import { element, type XmlElement, xmlDocument } from "./xml.js";

/** Characters of a value. The JSON report has more. */
const VALUE_LIMIT = 4000;

export function junit(report: Report): string {
  const suites = [
    ...[...byRequirement(report)].map(([name, cases]) => {
      return { name, tests: cases.map((record) => caseTest(record, name)), time: secondsOf(cases) };
    }),
    { name: `${report.contract}/verdict`, tests: [verdictTest(report)], time: 0 },
  ];
  return xmlDocument(
    element(
      "testsuites",
      {
        name: `${scopeOf(report)}, ${implementationOf(report)}`,
        ...countsOf(suites.flatMap(({ tests }) => tests)),
        time: secondsOf(report.cases),
      },
      suites.map(({ name, tests, time }) => {
        const { tests: total, ...counts } = countsOf(tests);
        const skipped = tests.filter(({ outcome }) => outcome === "skipped").length;
        const children = [propertiesOf(report), ...tests.map(({ xml }) => xml)];
        return element("testsuite", { name, tests: total, ...counts, skipped, time }, children);
      }),
    ),
  );
}

export const junitReporter: ReporterFactory = reporterOf(junit);

/** A case belongs to the requirement that it violates, otherwise to the first that it verifies, or to its file. */
function byRequirement(report: Report): ReadonlyMap<string, readonly CaseRecord[]> {
  const suites = new Map<string, CaseRecord[]>(report.requirements.map(({ id }) => [id, []]));
  for (const record of report.cases) {
    const violated = record.failures.find(({ requirement }) => requirement !== undefined)?.requirement;
    const name = violated ?? record.verifies?.[0] ?? `${report.contract}/${groupOf(record)}`;
    suites.set(name, [...(suites.get(name) ?? []), record]);
  }
  return new Map([...suites].filter(([, cases]) => cases.length > 0));
}

interface Test {
  readonly outcome: "failure" | "error" | "skipped" | undefined;
  readonly xml: XmlElement;
}

function countsOf(tests: readonly Test[]) {
  const count = (wanted: Test["outcome"]) => tests.filter(({ outcome }) => outcome === wanted).length;
  return { tests: tests.length, failures: count("failure"), errors: count("error") };
}

function caseTest(record: CaseRecord, suite: string): Test {
  const { id, status, duration_ms, description } = record;
  const outcome = OUTCOMES[status];
  const about = [
    description ?? "",
    `at ${record.file}`,
    ...(record.verifies ?? []).map((requirement) => `verifies ${requirement}`),
    ...(record.notes ?? []).map((note) => `note: ${note}`),
    ...(record.workspace === undefined ? [] : [`kept in ${record.workspace}`]),
    `alone: ${record.repro}`,
  ];
  const attributes = { name: id, classname: suite.replaceAll("/", "."), time: duration_ms / 1000 };
  const children = [...outcomeElements(record, outcome), element("system-out", {}, about)];
  return { outcome, xml: element("testcase", attributes, children) };
}

const OUTCOMES: Readonly<Record<CaseRecord["status"], Test["outcome"]>> = {
  passed: undefined,
  failed: "failure",
  blocked: "skipped",
  errored: "error",
  skipped: "skipped",
  not_taken: "skipped",
  known_failing: "skipped",
  unexpectedly_passing: "failure",
};

function outcomeElements(record: CaseRecord, outcome: Test["outcome"]): readonly XmlElement[] {
  const [first] = record.failures;
  if (outcome === undefined) return [];
  if (outcome === "skipped") {
    const why = record.status === "skipped" ? "" : `${STATUSES[record.status]}: `;
    return [element("skipped", { message: `${why}${record.reason ?? first?.message ?? ""}` })];
  }
  if (first === undefined) {
    const message = "the baseline lists this case as failing, but it passes";
    return [element(outcome, { message, type: record.status }, [nameOf(record)])];
  }
  // All failures are in one element, because some readers show only the first.
  const lines = record.failures.flatMap((failure) => {
    const violated = violatedBy(failure, record);
    return [
      `${problemOf(failure, record)} [${failure.code}]`,
      ...(violated === undefined ? [] : [`  violates ${violated}`]),
      ...comparedValues(failure).map(([label, value]) => `  ${label.padEnd(8)}  ${printed(value, VALUE_LIMIT)}`),
    ];
  });
  return [element(outcome, { message: problemOf(first, record), type: first.code }, lines)];
}

function verdictTest(report: Report): Test {
  const outcome = ({ passed: undefined, excused: "skipped", failed: "failure", errored: "error" } as const)[
    outcomeOf(report)
  ];
  const open = (["violated", "not_observed"] as const).flatMap((status) =>
    requirementsIn(report, status).map((requirement) => `${status.replace("_", " ")}: ${requirement}`),
  );
  const message = [verdictWords(report), ...baselineWords(report)].join(" ");
  const attributes = { name: scopeOf(report), classname: `${report.contract}.verdict`, time: 0 };
  const type = outcome === "skipped" ? {} : { type: report.verdict };
  const children = outcome === undefined ? [] : [element(outcome, { message, ...type }, open)];
  return { outcome, xml: element("testcase", attributes, children) };
}

function propertiesOf(report: Report): XmlElement {
  const properties = {
    contract: `${report.contract} ${report.contract_version}`,
    profile: report.profile,
    implementation: implementationOf(report),
    adapter: report.adapter,
    verdict: report.verdict,
    kit: report.kit_version ?? "",
  };
  return element(
    "properties",
    {},
    Object.entries(properties).map(([name, value]) => element("property", { name, value })),
  );
}

function secondsOf(cases: readonly CaseRecord[]): number {
  return Math.round(cases.reduce((sum, { duration_ms }) => sum + duration_ms, 0)) / 1000;
}
