/** The baseline: a file that lists cases that are known not to pass, with reasons. */

import { NexusError } from "../../base/errors.js";
import { placeOf } from "../../base/json-schema.js";
import { type LocatedDocument, parseYaml } from "../../base/located-document.js";
import { readText } from "../../base/read-text.js";
import { shippedSchema } from "../../base/shipped-schema.js";
import type { Baseline as BaselineFile } from "../../generated/baseline.js";
import type { BaselineEntry } from "../judge/result.js";

export interface Baseline {
  /** The path as the user wrote it. */
  readonly file: string;
  readonly entries: ReadonlyMap<string, BaselineEntry>;
}

/**
 * @param shown the path as the user wrote it
 * @param today `YYYY-MM-DD`; entries with an earlier `expires` date are expired
 * @throws NexusError NXC_FILE_NOT_FOUND, NXC_YAML_SYNTAX or NXC_BASELINE_INVALID with file and line
 */
export function readBaseline(path: string, shown: string, today: string): Baseline {
  return parseBaseline(readText(path, "baseline", shown), shown, today);
}

/** @throws NexusError NXC_YAML_SYNTAX or NXC_BASELINE_INVALID with file and line */
export function parseBaseline(text: string, shown: string, today: string): Baseline {
  const document = parseYaml(text, shown);
  const value = document.value ?? {};
  const [issue] = shippedSchema("baseline.schema.json")(value);
  if (issue !== undefined) throw invalid(document, placeOf(issue), issue.message);

  const entries = new Map<string, BaselineEntry>();
  for (const list of ["failing", "flaky"] as const) {
    for (const [index, data] of ((value as BaselineFile)[list] ?? []).entries()) {
      const pointer = `/${list}/${index}`;
      const { line } = document.at(pointer);
      const other = entries.get(data.case);
      // Two entries for one case could contradict each other, and one could hide that the other is stale.
      if (other !== undefined) {
        throw invalid(document, `${pointer}/case`, `case "${data.case}" is already listed in line ${other.line}`);
      }
      const expired = data.expires !== undefined && data.expires < today;
      entries.set(data.case, { ...data, list, place: `${shown}:${line}`, line, expired });
    }
  }
  return { file: shown, entries };
}

function invalid(document: LocatedDocument, pointer: string, reason: string): NexusError {
  return NexusError.of("NXC_BASELINE_INVALID", { reason }, `${document.file}:${document.at(pointer).line}#${pointer}`);
}

/** The date in the form of `expires`, in UTC. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
