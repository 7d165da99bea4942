import type { Report } from "../run/report.js";

/** Describes the baseline for people: known failures with reasons, then entries that are out of date. */
export function baselineLines({ baseline, cases, requirements }: Report): readonly string[] {
  if (baseline === undefined) return [];
  const known = cases.flatMap(({ id, status, known: entry }) =>
    status === "known_failing" && entry !== undefined
      ? [`  ${id}  ${entry.reason}${entry.issue === undefined ? "" : ` (${entry.issue})`}  ${entry.place}`]
      : [],
  );
  const violated = requirements.filter((requirement) => requirement.known === true);
  const title = `Baseline ${baseline.file}: ${counted(baseline.failing, "failing")}, ${counted(baseline.flaky, "flaky")}`;
  const summary =
    violated.length === 0
      ? []
      : [`  known to be violated: ${violated.map(({ level, id }) => `${level} ${id}`).join(", ")}`];
  const findings = baseline.findings.map(
    ({ code, place, message, remedy }) => `  ✗ ${place}: ${message}. ${remedy}  ${code}`,
  );
  return ["", title, ...known, ...summary, ...findings];
}

function counted(count: number, list: string): string {
  return `${count} ${list} ${count === 1 ? "entry" : "entries"}`;
}
