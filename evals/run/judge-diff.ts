import { parseReport } from "../../src/report/parse-report.js";
import { placesOf, type SeededDiff, type Variant } from "./seeded-diff.js";

/** How far from the fault a finding may point and still mean it. */
const NEAR_LINES = 6;

/**
 * What is wrong with how a conversation ended; undefined where the change with the fault was refused at its place, or
 * the clean one passed. Only structure is read: the verdict, and path, line and severity of findings.
 */
export function judgeDiff(last: string, diff: SeededDiff, variant: Variant): string | undefined {
  const { report, findings } = parseReport(last);
  if (report === undefined) return `its report cannot be read: ${findings[0]?.message ?? "there is none"}`;
  const critical = (report.findings ?? []).filter(({ severity }) => severity === "critical");
  if (variant === "clean") {
    if (critical.length > 0) return `a false alarm at ${critical.map(({ where }) => where).join(", ")}`;
    return report.verdict === "PASS" ? undefined : `the verdict is ${String(report.verdict)}`;
  }
  if (report.verdict !== "FAIL") return `the verdict is ${String(report.verdict)}`;
  const places = placesOf(diff);
  const isNear = (where: string) =>
    places.some(({ file, line }) => {
      const [, behind] = where.split(file);
      return [...(behind ?? "").matchAll(/\d+/g)].some(([number]) => Math.abs(Number(number) - line) <= NEAR_LINES);
    });
  return critical.some(({ where }) => isNear(where))
    ? undefined
    : `no critical finding is near ${places.map(({ file, line }) => `${file}:${line}`).join(" or ")}`;
}
