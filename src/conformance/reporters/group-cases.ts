import type { CaseRecord } from "../run/report.js";
import { groupOf } from "./wording.js";

/** Groups the cases by fixture file, in the order of the report. */
export function groupCases(cases: readonly CaseRecord[]): ReadonlyMap<string, readonly CaseRecord[]> {
  const groups = new Map<string, CaseRecord[]>();
  for (const record of cases) {
    const group = groups.get(groupOf(record));
    if (group === undefined) groups.set(groupOf(record), [record]);
    else group.push(record);
  }
  return groups;
}
