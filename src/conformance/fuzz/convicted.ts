/** Names the requirement that a difference violates. */

import { isDeepStrictEqual } from "node:util";
import { definedOnly } from "../../base/defined-only.js";
import type { ErrorCode } from "../../base/errors.js";
import { parsePath } from "../../base/json-path.js";
import { type Failure, isOfOracle } from "../oracles/failure.js";
import type { Model, Shown } from "./model.js";
import { callsIn } from "./move.js";
import { onlyOne } from "./only-one.js";
import type { Difference } from "./perform-sequence.js";

/** What each failure shows. A wrong outcome explains wrong values, and a wrong file explains a wrong answer. */
const KINDS: readonly (readonly [Shown["kind"], readonly ErrorCode[]])[] = [
  ["accepted", ["NXC_CASE_MISSING_ERROR"]],
  ["refused", ["NXC_CASE_UNEXPECTED_ERROR"]],
  ["wording", ["NXC_CASE_WRONG_ERROR", "NXC_CASE_ERROR_DETAILS"]],
  ["file", ["NXC_CASE_STATE", "NXC_CASE_FILE"]],
  ["answer", ["NXC_CASE_RETURN", "NXC_CASE_CAPTURE"]],
];

/**
 * The only requirement that explains a difference, or undefined if there is none or several could.
 * @throws NexusError NXC_MODEL_FAILED
 */
export function convictedBy({ moves, failures, before, thrown }: Difference, model: Model): string | undefined {
  const last = moves.at(-1);
  if (thrown !== undefined || last === undefined) return undefined;
  const [kind, shown] = mostTelling(failures);
  if (kind === undefined) return onlyOne(failures.map(({ requirement }) => requirement));
  const [call] = callsIn(last);
  if (call === undefined || model.requirementOf === undefined) return undefined;
  const edits = moves.flatMap((move) => (move.kind === "edit" ? [move.edit] : []));
  const ask = (found: Omit<Shown, "edits">) => model.requirementOf?.(before, call, { ...found, edits });
  if (last.kind === "concurrent") return ask({ kind: "at-once", place: [] });
  if (last.kind === "restart") return ask({ kind: "interrupted", place: [] });
  return onlyOne(shown.flatMap((failure) => differences(failure).map((found) => ask({ kind, ...found }))));
}

/** What the oracles find is told by the requirements behind them, unless an assertion explains it. */
function mostTelling(failures: readonly Failure[]): readonly [Shown["kind"] | undefined, readonly Failure[]] {
  for (const [kind, codes] of KINDS) {
    const shown = failures.filter((failure) => codes.includes(failure.code) && !isOfOracle(failure));
    if (shown.length > 0) return [kind, shown];
  }
  return [undefined, failures];
}

type Found = Omit<Shown, "kind" | "edits">;

/** The innermost values that differ. */
function differences({ file, path, expected, actual }: Failure): readonly Found[] {
  const place = path === undefined ? [] : parsePath(path, path).segments;
  return innermost({ ...definedOnly({ file }), place, expected, actual });
}

function innermost(found: Found): readonly Found[] {
  const { place, expected, actual } = found;
  const isList = Array.isArray(expected) && Array.isArray(actual);
  if (!isList && !(isRecord(expected) && isRecord(actual))) return [found];
  const names = new Set([...Object.keys(expected as object), ...Object.keys(actual as object)]);
  return [...names].flatMap((name) => {
    const [wanted, given] = [expected, actual].map((each) => (each as Readonly<Record<string, unknown>>)[name]);
    const isKnown = isList || Object.hasOwn(expected as object, name);
    if (!isKnown || isDeepStrictEqual(wanted, given)) return [];
    return innermost({ ...found, place: [...place, isList ? Number(name) : name], expected: wanted, actual: given });
  });
}

function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
