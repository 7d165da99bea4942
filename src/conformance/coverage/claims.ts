/** What fixtures say in `covers`, held against what their assertions touched. */

import { basename } from "node:path";
import { NexusError } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";
import type { Contract } from "../contract/contract.js";
import type { Case } from "../fixture/case.js";
import type { CheckedValue, RecordedStep } from "../judge/recorded.js";
import { type CaseResult, judgementOf } from "../judge/result.js";
import { onlyValue } from "./beyond-schema.js";
import { stateFiles } from "./state-files.js";

export interface CheckedClaims {
  readonly total: number;
  readonly held: number;
  /** Those of cases that did not pass. */
  readonly unchecked: number;
  readonly findings: readonly NexusError[];
}

/** A claim holds when an assertion of its case touched the field, or a part of it, however weakly. */
export function checkClaims(results: readonly CaseResult[], contract: Contract): CheckedClaims {
  const claimed = results.filter(({ case: { claims } }) => claims.length > 0);
  const checked = claimed.filter((result) => judgementOf(result) === "passed" && result.recorded !== undefined);
  const findings = checked.flatMap(({ case: testCase, recorded = [] }) => findingsOf(testCase, recorded, contract));
  const count = (list: readonly CaseResult[]) => list.reduce((sum, { case: { claims } }) => sum + claims.length, 0);
  const [total, judged] = [count(claimed), count(checked)];
  return { total, held: judged - findings.length, unchecked: total - judged, findings };
}

function findingsOf(testCase: Case, steps: readonly RecordedStep[], contract: Contract): readonly NexusError[] {
  const touched = touchedPaths(steps, contract);
  return testCase.claims.flatMap((claim) => {
    const known = claim.kind === "answers" ? operationsOf(contract) : stateFiles(contract).map(({ of }) => of);
    const of = claim.kind === "answers" ? claim.of : basename(claim.of);
    const name = [of, `event ${of}`].find((each) => known.includes(each));
    if (name === undefined) {
      const params = { kind: claim.kind === "answers" ? "tool" : "state schema", name: of, contract: contract.id };
      return [NexusError.of("NXC_COVERAGE_CLAIM_UNKNOWN", { ...params, hint: didYouMean(of, known) }, claim.place)];
    }
    if (isTouched(partsOf(claim.path), touched.get(`${claim.kind} ${name}`) ?? [])) return [];
    return [NexusError.of("NXC_COVERAGE_CLAIM", { id: testCase.id, field: claim.path, of }, claim.place)];
  });
}

/** As messages name them; a claim may leave out the word event where no tool has the name. */
function operationsOf({ tools, events }: Contract): readonly string[] {
  return [...tools.keys(), ...[...events.keys()].map((name) => `event ${name}`)];
}

/** A path as names of members, and `[]` for the items of a list, whichever of them. */
type Parts = readonly string[];

const ITEMS = "[]";

interface TouchedPath {
  readonly parts: Parts;
  /** The whole value was compared, with all that is in it. */
  readonly whole: unknown;
}

function touchedPaths(steps: readonly RecordedStep[], contract: Contract): ReadonlyMap<string, readonly TouchedPath[]> {
  const state = stateFiles(contract);
  const paths = new Map<string, TouchedPath[]>();
  const add = (key: string, held: CheckedValue) => paths.set(key, [...(paths.get(key) ?? []), touchedPath(held)]);
  for (const { calls, returns, files } of steps) {
    for (const held of returns) add(`answers ${calls[0]?.operation ?? ""}`, held);
    for (const { file, values } of files) {
      const of = state.find(({ matches }) => matches(file))?.of;
      for (const held of values) if (of !== undefined) add(`state ${of}`, held);
    }
  }
  return paths;
}

/** `$.issues[0].status` and `$.issues.length` as claims mean them: `issues[].status` and `issues`. */
function touchedPath({ path, expected, actual, root }: CheckedValue): TouchedPath {
  let value = root;
  const parts: string[] = [];
  for (const segment of path.segments) {
    if (Array.isArray(value) && segment === "length") break;
    parts.push(...(typeof segment === "number" ? [ITEMS] : split(segment)));
    value = typeof segment === "number" && Array.isArray(value) ? value.at(segment) : Object(value)[segment];
  }
  const isWhole = actual.found && onlyValue(expected) !== undefined && typeof actual.value === "object";
  return { parts: fromTop(parts), whole: isWhole ? actual.value : undefined };
}

/** `issues[].status`, with or without the `$` that stands for the top. */
function partsOf(claim: string): Parts {
  return fromTop(split(claim.replace(/^\$(?=[.[]|$)/u, "")));
}

/** A claim has no way to quote a name that has dots in it, so such a name is more than one part on both sides. */
function split(text: string): Parts {
  return text.match(/\[\]|[^.[\]]+/gu) ?? [];
}

/** The items of a list at the top have no prefix. */
function fromTop(parts: Parts): Parts {
  return parts[0] === ITEMS ? parts.slice(1) : parts;
}

function isTouched(claim: Parts, touched: readonly TouchedPath[]): boolean {
  return touched.some(({ parts, whole }) => {
    if (startsWith(parts, claim)) return true;
    return whole !== undefined && startsWith(claim, parts) && hasPath(whole, claim.slice(parts.length));
  });
}

function startsWith(parts: Parts, first: Parts): boolean {
  return first.every((part, index) => parts[index] === part);
}

function hasPath(value: unknown, [part, ...rest]: Parts): boolean {
  if (part === undefined) return true;
  if (Array.isArray(value)) return value.some((item) => hasPath(item, part === ITEMS ? rest : [part, ...rest]));
  const members = Object(value) as Readonly<Record<string, unknown>>;
  return Object.hasOwn(members, part) && hasPath(members[part], rest);
}
