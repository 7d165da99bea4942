/** Checks the claims of fixtures in `covers` against their assertions. */

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
  /** Claims of cases that did not pass. */
  readonly unchecked: number;
  readonly findings: readonly NexusError[];
}

/** A claim holds if an assertion of its case concerns the field or a part of it, however weakly. */
export function checkClaims(results: readonly CaseResult[], contract: Contract): CheckedClaims {
  const claimed = results.filter(({ case: { claims } }) => claims.length > 0);
  const checked = claimed.filter((result) => judgementOf(result) === "passed" && result.recorded !== undefined);
  const findings = checked.flatMap(({ case: testCase, recorded = [] }) => findingsOf(testCase, recorded, contract));
  const count = (list: readonly CaseResult[]) => list.reduce((sum, { case: { claims } }) => sum + claims.length, 0);
  const [total, judged] = [count(claimed), count(checked)];
  return { total, held: judged - findings.length, unchecked: total - judged, findings };
}

function findingsOf(testCase: Case, steps: readonly RecordedStep[], contract: Contract): readonly NexusError[] {
  const asserted = assertedPaths(steps, contract);
  return testCase.claims.flatMap((claim) => {
    const known = claim.kind === "answers" ? operationsOf(contract) : stateFiles(contract).map(({ of }) => of);
    const of = claim.kind === "answers" ? claim.of : basename(claim.of);
    const name = [of, `event ${of}`].find((each) => known.includes(each));
    if (name === undefined) {
      const params = { kind: claim.kind === "answers" ? "tool" : "state schema", name: of, contract: contract.id };
      return [NexusError.of("NXC_COVERAGE_CLAIM_UNKNOWN", { ...params, hint: didYouMean(of, known) }, claim.place)];
    }
    if (isAsserted(partsOf(claim.path), asserted.get(`${claim.kind} ${name}`) ?? [])) return [];
    return [NexusError.of("NXC_COVERAGE_CLAIM", { id: testCase.id, field: claim.path, of }, claim.place)];
  });
}

/** Named as in messages. A claim may leave out the word `event` if no tool has the name. */
function operationsOf({ tools, events }: Contract): readonly string[] {
  return [...tools.keys(), ...[...events.keys()].map((name) => `event ${name}`)];
}

/** A path as names of members, with `[]` for any item of a list. */
type Parts = readonly string[];

const ITEMS = "[]";

interface AssertedPath {
  readonly parts: Parts;
  /** The value, if it was compared as a whole. */
  readonly whole: unknown;
}

function assertedPaths(
  steps: readonly RecordedStep[],
  contract: Contract,
): ReadonlyMap<string, readonly AssertedPath[]> {
  const state = stateFiles(contract);
  const paths = new Map<string, AssertedPath[]>();
  const add = (key: string, held: CheckedValue) => paths.set(key, [...(paths.get(key) ?? []), assertedPath(held)]);
  for (const { calls, returns, files } of steps) {
    for (const held of returns) add(`answers ${calls[0]?.operation ?? ""}`, held);
    for (const { file, values } of files) {
      const of = state.find(({ matches }) => matches(file))?.of;
      for (const held of values) if (of !== undefined) add(`state ${of}`, held);
    }
  }
  return paths;
}

/** Turns `$.issues[0].status` and `$.issues.length` into the form of claims: `issues[].status` and `issues`. */
function assertedPath({ path, expected, actual, root }: CheckedValue): AssertedPath {
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

/** Splits `issues[].status`, with or without `$.` in front. */
function partsOf(claim: string): Parts {
  return fromTop(split(claim.replace(/^\$(?=[.[]|$)/u, "")));
}

/** A claim cannot quote a name that contains dots, so such a name is split into several parts on both sides. */
function split(text: string): Parts {
  return text.match(/\[\]|[^.[\]]+/gu) ?? [];
}

/** Items of a list at the top have no prefix in claims. */
function fromTop(parts: Parts): Parts {
  return parts[0] === ITEMS ? parts.slice(1) : parts;
}

function isAsserted(claim: Parts, asserted: readonly AssertedPath[]): boolean {
  return asserted.some(({ parts, whole }) => {
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
