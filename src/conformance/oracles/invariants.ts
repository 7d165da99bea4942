import { isDeepStrictEqual } from "node:util";
import { lookup } from "../../base/json-path.js";
import { show } from "../../base/json-schema.js";
import type { Invariant } from "../contract/contract.js";
import { fillTokens } from "../notation/file-path.js";
import { callName } from "../stage/observation.js";
import type { Snapshot } from "../workspace/snapshot.js";
import { failure } from "./failure.js";
import { NOTHING_FOUND, type Oracle } from "./oracle.js";
import { parseStateFile } from "./state-file.js";

/**
 * Checks the invariants of a list after every call that wrote its file, including an interrupted call. The call is not
 * blamed for a breach that existed before.
 */
export const invariantsOracle: Oracle = ({ step, index, answered, interrupted, before, after }, contract, tokens) => {
  if (answered.length === 0 && !interrupted) return NOTHING_FOUND;
  const failures = contract.invariants.flatMap((invariant) => {
    const file = fillTokens(invariant.file, tokens);
    if (before.get(file) === after.get(file)) return [];
    const [old, now] = [listAt(invariant, file, before), listAt(invariant, file, after)];
    // The state oracle reports a file that is not JSON or has no list here.
    if (old === undefined || now === undefined) return [];
    const problem = breach(invariant, old, now);
    if (problem === undefined) return [];
    const { id, requirement } = invariant;
    const details = { step: index, file, path: invariant.list.text, requirement, expected: old, actual: now };
    return [failure("NXC_ORACLE_INVARIANT", { call: callName(step), file, invariant: id, problem }, details)];
  });
  return { failures, notes: [] };
};

/** A missing file counts as an empty list. */
function listAt(invariant: Invariant, file: string, files: Snapshot): readonly unknown[] | undefined {
  const text = files.get(file);
  if (text === undefined) return [];
  const parsed = parseStateFile(file, text);
  const list = parsed === undefined ? undefined : lookup(invariant.list, parsed.value);
  return list?.found === true && Array.isArray(list.value) ? list.value : undefined;
}

function breach(invariant: Invariant, old: readonly unknown[], now: readonly unknown[]): string | undefined {
  if (invariant.rule === "grows") return changedItem(old, now);
  const find = invariant.rule === "unique" ? repeatedKey : fallingKey;
  return find(old, invariant.key) === undefined ? find(now, invariant.key) : undefined;
}

function changedItem(old: readonly unknown[], now: readonly unknown[]): string | undefined {
  const index = old.findIndex((item, at) => !isDeepStrictEqual(item, now[at]));
  if (index === -1) return undefined;
  return `item ${index} ${index < now.length ? "has changed" : "is gone"}`;
}

function repeatedKey(list: readonly unknown[], key: string): string | undefined {
  const keys = keysOf(list, key);
  const repeated = keys.find((value, index) => keys.indexOf(value) !== index);
  return repeated === undefined ? undefined : `${key} ${show(repeated)} occurs twice`;
}

function fallingKey(list: readonly unknown[], key: string): string | undefined {
  const keys = keysOf(list, key);
  const index = keys.findIndex((value, at) => at > 0 && !isAbove(value, keys[at - 1]));
  return index === -1 ? undefined : `${key} ${show(keys[index])} follows ${show(keys[index - 1])}`;
}

function isAbove(value: unknown, other: unknown): boolean {
  if (typeof value === "number" && typeof other === "number") return value > other;
  return typeof value === "string" && typeof other === "string" && value > other;
}

/** Leaves out items without the key. */
function keysOf(list: readonly unknown[], key: string): readonly unknown[] {
  return list
    .map((item) => (typeof item === "object" && item !== null ? (item as Record<string, unknown>)[key] : undefined))
    .filter((value) => value !== undefined);
}
