/**
 * Groups the failures of a run by cause: the same requirement, at the same place of an answer or a file, in the same way. A
 * report lists causes, because one fault can fail a hundred cases.
 */

import type { Cause } from "../../generated/report.js";
import type { Contract, Level } from "../contract/contract.js";
import { callsOf } from "../fixture/case.js";
import type { CaseResult } from "../judge/result.js";
import { isOutside } from "../notation/file-path.js";
import type { Failure } from "../oracles/failure.js";
import { callName } from "../stage/observation.js";
import { bySimplicity } from "./effort.js";

/** Failures whose file is named in the message, and differs from case to case. */
const OF_ANY_FILE: ReadonlySet<string> = new Set(["NXC_ORACLE_TREE", "NXC_CASE_WAITED"]);

const WEIGHTS: Readonly<Record<Level, number>> = { MUST: 1, SHOULD: 2, MAY: 3, INFO: 4 };

interface Group {
  readonly failure: Failure;
  readonly place: string;
  readonly results: CaseResult[];
}

/** What the implementation does not answer comes first, then what is violated: by level, and by what it blocks and fails. */
export function groupedCauses(
  results: readonly CaseResult[],
  { requirements }: Pick<Contract, "requirements">,
): readonly Cause[] {
  const groups = new Map<string, Group>();
  for (const result of results.filter(({ status }) => status === "failed" || status === "errored")) {
    for (const failure of result.failures) {
      const place = placeOf(failure, result);
      const said = failure.requirement === undefined ? failure.message : "";
      const key = JSON.stringify([failure.requirement, failure.code, place, said]);
      const group = groups.get(key) ?? { failure, place, results: [] };
      groups.set(key, group);
      if (group.results.at(-1) !== result) group.results.push(result);
    }
  }
  const blocked = blockedBy(results);
  const causes = [...groups.values()].sort((a, b) => b.results.length - a.results.length).map(causeOf);
  return causes.sort((a, b) => weight(a) - weight(b) || b.blocks - a.blocks || b.cases.length - a.cases.length);

  function causeOf({ failure, place, results: shown }: Group): Cause {
    const { code, requirement, message, expected, actual } = failure;
    const level = requirements.get(requirement ?? "")?.level;
    const [simplest] = bySimplicity(shown.map((result) => result.case));
    const example = shown.find((result) => result.case === simplest);
    const own = example?.failures.find((each) => placeOf(each, example) === place && each.code === code) ?? failure;
    const blocks = blocked.get(requirement ?? "") ?? 0;
    // Cases name only the requirement that blocks them, so count them once, for its most frequent cause.
    blocked.delete(requirement ?? "");
    return {
      ...(requirement === undefined ? {} : { requirement }),
      ...(level === undefined ? {} : { level }),
      code,
      place,
      message: own.message ?? message,
      ...("expected" in own ? { expected: own.expected ?? expected } : {}),
      ...("actual" in own ? { actual: own.actual ?? actual } : {}),
      cases: shown.map((result) => result.case.id),
      blocks,
      example: example?.case.id ?? "",
    };
  }
}

function weight({ level }: Cause): number {
  return level === undefined ? 0 : WEIGHTS[level];
}

/** By requirement, the number of cases that show nothing because it is violated. */
function blockedBy(results: readonly CaseResult[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { status, blocked } of results) {
    if (status !== "blocked") continue;
    for (const by of new Set(blocked.flatMap(({ by }) => by ?? []))) counts.set(by, (counts.get(by) ?? 0) + 1);
  }
  return counts;
}

/** `answer of add $.total`, `.state/log.json $.entries[].id`, or the operation. Indices are left out. */
function placeOf({ code, file, path, step }: Failure, { case: testCase }: CaseResult): string {
  const last = testCase.steps
    .slice(0, step + 1)
    .flatMap(callsOf)
    .at(-1);
  const operation = last === undefined ? "" : callName(last);
  if (file !== undefined && isOutside(file)) return `${operation} outside of the workspace`;
  if (file === undefined || OF_ANY_FILE.has(code)) {
    return path === undefined ? operation : `answer of ${operation} ${folded(path)}`;
  }
  return path === undefined ? file : `${file} ${folded(path)}`;
}

function folded(path: string): string {
  return path.replace(/\[\d+\]/gu, "[]");
}
