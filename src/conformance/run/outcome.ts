/** The exit code for a report. */

import type { ExitCode } from "../../base/errors.js";
import type { Report, Verdict } from "./report.js";

const BY_VERDICT: Readonly<Record<Verdict, ExitCode>> = {
  conforms: 0,
  "conforms-as-judged": 0,
  "does-not-conform": 1,
  "nothing-judged": 2,
  "adapter-error": 3,
};

/**
 * With `--strict`, as judged is not enough. A baseline that holds makes the run succeed, and one that does not hold fails
 * even a conforming implementation.
 */
export function exitCodeOf({ verdict, baseline, strict }: Pick<Report, "verdict" | "baseline" | "strict">): ExitCode {
  const code = strict === true && verdict === "conforms-as-judged" ? 1 : BY_VERDICT[verdict];
  if (baseline === undefined || code > 1) return code;
  return baseline.holds ? 0 : 1;
}
