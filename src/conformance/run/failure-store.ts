/** Stores a record of each failing case in a folder, so that a later run can repeat the case. */

import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { NexusError } from "../../base/errors.js";
import { parseJson } from "../../base/located-document.js";
import { didYouMean } from "../../base/nearest.js";
import { readText } from "../../base/read-text.js";
import { unwritable } from "../../base/write-text.js";
import { type CaseResult, judgementOf } from "../judge/result.js";
import type { Failure } from "../oracles/failure.js";
import type { RunPlan } from "./plan.js";

export interface FailureRecord {
  readonly case: string;
  readonly adapter: string;
  readonly contract?: string;
  readonly fixtures: readonly string[];
  readonly seed?: number;
  readonly timeout: number;
  readonly strict: boolean;
  /** The folder that paths in this record start from, relative to the store. */
  readonly folder: string;
  readonly failures: readonly Failure[];
}

const fileOf = (id: string) => `${encodeURIComponent(id)}.json`;

/**
 * Writes a record of each case that did not pass, and removes the records of cases that pass now. A case that did not run
 * keeps its record.
 * @throws NexusError NXC_FILE_UNWRITABLE
 */
export function storeFailures(store: string, plan: RunPlan, results: readonly CaseResult[], cwd: string): void {
  const { contractForm: contract, adapterForm: adapter, fixtures, seed, timeout, strict } = plan;
  const folder = relative(store, cwd).split(sep).join("/") || ".";
  try {
    for (const result of results) {
      const { id } = result.case;
      const judgement = judgementOf(result);
      const file = join(store, fileOf(id));
      if (judgement === "passed" || judgement === "not_taken") rmSync(file, { force: true });
      if (judgement !== "failed" && judgement !== "errored") continue;
      const record: FailureRecord = {
        case: id,
        adapter,
        ...(contract === undefined ? {} : { contract }),
        fixtures,
        ...(seed === undefined ? {} : { seed }),
        timeout,
        strict,
        folder,
        failures: result.failures,
      };
      mkdirSync(store, { recursive: true });
      writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
    }
  } catch (thrown) {
    throw unwritable("record", store, thrown);
  }
}

/**
 * @returns the record, with `folder` as an absolute path
 * @throws NexusError NXC_STORE_UNKNOWN or NXC_STORE_INVALID
 */
export function readFailure(store: string, shown: string, id: string): FailureRecord {
  const path = join(store, fileOf(id));
  if (!existsSync(path)) {
    const known = storedIds(store);
    const hint = didYouMean(id, known) || (known.length > 0 ? `Stored cases: ${known.join(", ")}. ` : "");
    throw NexusError.of("NXC_STORE_UNKNOWN", { id, hint }, shown);
  }
  const file = `${shown}/${fileOf(id)}`;
  const { value } = parseJson(readText(path, "record", file), file);
  if (!isRecord(value)) throw NexusError.of("NXC_STORE_INVALID", {}, file);
  return { ...value, folder: resolve(store, value.folder) };
}

function storedIds(store: string): readonly string[] {
  if (!existsSync(store)) return [];
  return readdirSync(store)
    .filter((name) => name.endsWith(".json"))
    .map((name) => decodeURIComponent(name.slice(0, -".json".length)))
    .sort();
}

function isRecord(value: unknown): value is FailureRecord {
  if (typeof value !== "object" || value === null) return false;
  const { case: id, adapter, contract, fixtures, seed = 0, timeout, strict, folder } = value as Record<string, unknown>;
  const texts = [id, adapter, folder, contract ?? ""];
  return (
    texts.every((text) => typeof text === "string") &&
    Array.isArray(fixtures) &&
    typeof timeout === "number" &&
    typeof seed === "number" &&
    typeof strict === "boolean"
  );
}
