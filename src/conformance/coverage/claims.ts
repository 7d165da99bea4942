/** What fixtures say in `covers`, held against what their assertions touched. */

import { basename } from "node:path";
import { NexusError } from "../../errors.js";
import { compileGlob } from "../../glob.js";
import { didYouMean } from "../../nearest.js";
import type { Case, Claim } from "../case.js";
import type { Contract } from "../contract.js";
import { type CaseResult, judgementOf } from "../result.js";
import { fillTokens } from "../tokens.js";
import type { HeldValue, RecordedStep } from "./recorded.js";
import { onlyValue } from "./says-more.js";

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
    const known =
      claim.kind === "answers" ? operationsOf(contract) : contract.state.map(({ schema }) => basename(schema));
    const of = claim.kind === "answers" ? claim.of : basename(claim.of);
    if (!known.includes(of)) {
      const params = { kind: claim.kind === "answers" ? "tool" : "state schema", name: of, contract: contract.id };
      return [NexusError.of("NXC_COVERAGE_CLAIM_UNKNOWN", { ...params, hint: didYouMean(of, known) }, claim.place)];
    }
    if (isTouched(claim, touched.get(`${claim.kind} ${of}`) ?? [])) return [];
    return [NexusError.of("NXC_COVERAGE_CLAIM", { id: testCase.id, field: claim.path, of }, claim.place)];
  });
}

function operationsOf({ tools, events }: Contract): readonly string[] {
  return [...tools.keys(), ...events.keys()];
}

interface TouchedPath {
  readonly path: string;
  /** The whole value was compared, with all that is in it. */
  readonly whole: unknown;
}

function touchedPaths(steps: readonly RecordedStep[], contract: Contract): ReadonlyMap<string, readonly TouchedPath[]> {
  const fill = (glob: string) => fillTokens(glob, { STATE_ROOT: contract.stateRoot, HARNESS_ID: "*" });
  const paths = new Map<string, TouchedPath[]>();
  const add = (key: string, held: HeldValue) => paths.set(key, [...(paths.get(key) ?? []), touchedPath(held)]);
  for (const { calls, returns, files } of steps) {
    const operation = calls[0]?.operation.replace(/^event /u, "") ?? "";
    for (const held of returns) add(`answers ${operation}`, held);
    for (const { file, values } of files) {
      const state = contract.state.find(({ path }) => compileGlob(fill(path))(file));
      for (const held of values) if (state !== undefined) add(`state ${basename(state.schema)}`, held);
    }
  }
  return paths;
}

/** `$.issues[0].status` and `$.issues.length` as claims write them: `issues[].status` and `issues`. */
function touchedPath({ path, expected, actual, root }: HeldValue): TouchedPath {
  let value = root;
  const parts: string[] = [];
  for (const segment of path.segments) {
    if (Array.isArray(value) && segment === "length") break;
    parts.push(typeof segment === "number" ? "[]" : `.${segment}`);
    value = typeof segment === "number" && Array.isArray(value) ? value.at(segment) : Object(value)[segment];
  }
  const isWhole = actual.found && onlyValue(expected) !== undefined && typeof actual.value === "object";
  return { path: plain(parts.join("")), whole: isWhole ? actual.value : undefined };
}

/** Without what stands for the top: `$.`, and the items of a list at the top. */
function plain(path: string): string {
  return path.replace(/^\$/u, "").replace(/^\[\]/u, "").replace(/^\./u, "");
}

function isTouched({ path }: Claim, touched: readonly TouchedPath[]): boolean {
  const claim = plain(path);
  return touched.some(({ path: asserted, whole }) => {
    if (asserted === claim || asserted.startsWith(`${claim}.`) || asserted.startsWith(`${claim}[]`)) return true;
    if (whole === undefined || !(asserted === "" || claim.startsWith(asserted))) return false;
    return hasPath(whole, claim.slice(asserted.length).match(/\[\]|[^.[\]]+/gu) ?? []);
  });
}

function hasPath(value: unknown, [part, ...rest]: readonly string[]): boolean {
  if (part === undefined) return true;
  if (Array.isArray(value)) return value.some((item) => hasPath(item, part === "[]" ? rest : [part, ...rest]));
  const members = Object(value) as Readonly<Record<string, unknown>>;
  return Object.hasOwn(members, part) && hasPath(members[part], rest);
}
