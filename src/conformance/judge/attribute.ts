/** Decides which of the findings in a step violate a requirement, and which only follow from another finding. */

import { parsePath } from "../../base/json-path.js";
import { isOfType } from "../matchers/type.js";
import { isOutside } from "../notation/file-path.js";
import type { Failure } from "../oracles/failure.js";

/** An assertion or a finding that shows nothing, because of another finding. */
export interface Blocked {
  /** The requirement that it counts for. If absent, the one that the case is about. */
  readonly requirement?: string;
  readonly by: Failure;
}

export interface Attributed {
  readonly failures: readonly Failure[];
  readonly blocked: readonly Blocked[];
}

/**
 * Keeps the most precise of the findings at one place.
 * - A field that is missing from an answer has no value that could be wrong: the oracle explains the assertion.
 * - A value that its schema does not allow is wrong for the reason that the assertion names: that explains the oracle.
 * - An assertion about a file says more than the oracle that the file must not change.
 * - Where a file or a part of it is missing, everything in it is missing, too: the first assertion that asks for the whole
 *   explains the others.
 * - What a call does that had to be refused follows from its acceptance, as long as it stays in the workspace.
 * @param asserted the assertions that fail, those of the requirement that the case is about first
 * @param found the findings of the oracles
 */
export function attribute(asserted: readonly Failure[], found: readonly Failure[]): Attributed {
  const accepted = asserted.find(({ code }) => code === "NXC_CASE_MISSING_ERROR");
  const followsFrom = (finding: Failure) =>
    accepted !== undefined && !isOutside(finding.file ?? "")
      ? accepted
      : asserted.find((failure) => isAboutValueAt(failure, finding));
  const findings = split(found, (finding) => (finding.requirement === undefined ? undefined : followsFrom(finding)));
  const own = split(
    asserted,
    (failure, index) =>
      findings.kept.find((finding) => explains(finding, failure)) ??
      asserted.find((other, place) => lacksWhole(other, failure) && (place < index || !lacksWhole(failure, other))),
  );
  const changed = new Set(
    own.kept.flatMap(({ code, file }) => (OF_FILES.has(code) && file !== undefined ? [file] : [])),
  );
  return {
    failures: [
      ...own.kept,
      ...findings.kept.filter(
        ({ code, file }) => !(code === "NXC_ORACLE_TREE" && file !== undefined && changed.has(file)),
      ),
    ],
    blocked: [...own.blocked, ...findings.blocked],
  };
}

function split(
  failures: readonly Failure[],
  causeOf: (failure: Failure, index: number) => Failure | undefined,
): { readonly kept: readonly Failure[]; readonly blocked: readonly Blocked[] } {
  const judged = failures.map((failure, index) => ({ failure, by: causeOf(failure, index) }));
  return {
    kept: judged.flatMap(({ failure, by }) => (by === undefined ? [failure] : [])),
    blocked: judged.flatMap(({ failure: { requirement }, by }) =>
      by === undefined ? [] : [{ ...(requirement === undefined ? {} : { requirement }), by }],
    ),
  };
}

export const OF_FILES: ReadonlySet<string> = new Set(["NXC_CASE_STATE", "NXC_CASE_NO_STATE", "NXC_CASE_FILE"]);
const PLACED: ReadonlySet<string> = new Set([...OF_FILES, "NXC_CASE_RETURN"]);

/** The codes of assertions that a finding of an oracle explains, by the code of the oracle. */
const EXPLAINED: Readonly<Record<string, ReadonlySet<string>>> = {
  NXC_ORACLE_OUTPUT: new Set(["NXC_CASE_RETURN", "NXC_CASE_CAPTURE", "NXC_CASE_OUTCOMES"]),
  NXC_ORACLE_STATE: OF_FILES,
  NXC_ORACLE_INVARIANT: OF_FILES,
};

const OF_SCHEMAS: ReadonlySet<string> = new Set(["NXC_ORACLE_OUTPUT", "NXC_ORACLE_STATE"]);

/** Whether an oracle complains about a value by its schema, and not about a value that is missing. */
export function isAboutValue({ code, actual }: Failure): boolean {
  return OF_SCHEMAS.has(code) && actual !== undefined;
}

/**
 * Whether an assertion says why a value breaks its schema. That a value is of another type, the schema says best, unless it
 * allows other values of that type.
 */
export function saysWhy({ expected }: Failure, { actual, allowsType }: Failure): boolean {
  const wanted = typeWanted(expected);
  return allowsType === true || wanted === undefined || isOfType(wanted, actual);
}

/** The type that a value or a matcher asks for, if it asks for one. No value has the type of one that must be absent. */
function typeWanted(expected: unknown): string | undefined {
  if (isOfType("null", expected)) return "null";
  if (Array.isArray(expected)) return "array";
  if (typeof expected !== "object") return expected === undefined ? undefined : typeof expected;
  const { equals, type, one_of: choices, ...others } = expected as Readonly<Record<string, unknown>>;
  if (equals !== undefined) return isOfType("object", equals) ? "object" : typeWanted(equals);
  if (Array.isArray(choices)) return typeWanted(choices[0]);
  if (type !== undefined) return String(type);
  return Object.keys(others).flatMap((name) => TYPES_OF_MATCHERS[name] ?? [])[0];
}

const TYPES_OF_MATCHERS: Readonly<Record<string, string>> = {
  absent: "absent",
  length: "array",
  max: "number",
  min: "number",
  pattern: "string",
  recent: "iso8601",
  seconds_after: "iso8601",
};

function isAboutValueAt(failure: Failure, finding: Failure): boolean {
  if (!isAboutValue(finding) || !saysWhy(failure, finding) || !isSamePlace(finding, failure)) return false;
  const [one, other] = [finding, failure].map(({ path = "$" }) => parsePath(path, path).segments.length);
  return one === other;
}

/** A finding without a requirement counts for the one that the case is about, so it takes nothing away from that. */
function explains(finding: Failure, failure: Failure): boolean {
  if (finding.requirement === undefined || finding.requirement === failure.requirement) return false;
  return isSamePlace(finding, failure);
}

function isSamePlace(finding: Failure, failure: Failure): boolean {
  if (EXPLAINED[finding.code]?.has(failure.code) !== true || finding.file !== failure.file) return false;
  // What calls answer does not explain how many of them are accepted.
  if (failure.code === "NXC_CASE_OUTCOMES" && failure.path === undefined) return false;
  return overlap(finding.path ?? "$", failure.path ?? "$");
}

/** Whether an assertion of another requirement asks for the whole of which the other misses a part. */
function lacksWhole(whole: Failure, part: Failure): boolean {
  const isMissing = part.actual === undefined || (part.code === "NXC_CASE_FILE" && part.actual === null);
  if (!isMissing || whole.requirement === part.requirement || !PLACED.has(whole.code)) return false;
  if (OF_FILES.has(whole.code) !== OF_FILES.has(part.code) || whole.file !== part.file) return false;
  if (whole.path === undefined) return true;
  if (part.path === undefined) return false;
  const [outer = [], inner = []] = [whole.path, part.path].map((path) => parsePath(path, path).segments);
  const names = outer.at(-1) === "length" ? outer.slice(0, -1) : outer;
  return names.length < inner.length && names.every((name, index) => name === inner[index]);
}

/** Whether one path leads through the other. A negative index may be any item. */
export function overlap(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => parsePath(path, path).segments);
  const shorter = Math.min(a?.length ?? 0, b?.length ?? 0);
  return Array.from({ length: shorter }).every((_, index) => {
    const [left, right] = [a?.[index], b?.[index]];
    return left === right || isAnyItem(left, right) || isAnyItem(right, left);
  });
}

function isAnyItem(index: unknown, other: unknown): boolean {
  return typeof index === "number" && index < 0 && typeof other === "number";
}
