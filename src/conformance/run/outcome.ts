/** The exit code for a report. */

import type { ExitCode } from "../../base/errors.js";
import type { Report, Verdict } from "./report.js";

const BY_VERDICT: Readonly<Record<Verdict, ExitCode>> = {
  conforms: 0,
  "does-not-conform": 1,
  "nothing-judged": 2,
  "adapter-error": 3,
};

/** A baseline that holds makes the run succeed. A baseline that does not hold fails even a conforming implementation. */
export function exitCodeOf({ verdict, baseline }: Pick<Report, "verdict" | "baseline">): ExitCode {
  const code = BY_VERDICT[verdict];
  if (baseline === undefined || code > 1) return code;
  return baseline.holds ? 0 : 1;
}
