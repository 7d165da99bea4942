/** Compares a file with what it was before a step. */

import { changedAt, type Path } from "../../base/json-path.js";
import type { FileAssertion } from "../fixture/case.js";
import { differences } from "../matchers/difference.js";
import { pathOf } from "../notation/path-of.js";
import { type Failure, failure } from "../oracles/failure.js";
import { parseStateFile } from "../oracles/state-file.js";

type Unchanged = Extract<FileAssertion, { readonly kind: "unchanged" }>;
type Texts = Readonly<Record<"before" | "after", string | undefined>>;

/** JSON may be written in another form, and may differ at the paths that the assertion excepts. */
export function judgeUnchanged(
  { except }: Unchanged,
  file: string,
  { before, after }: Texts,
  step: number,
): readonly Failure[] {
  if (before === after) return [];
  const [old, now] = [before, after].map((text) => (text === undefined ? undefined : parseStateFile(file, text)));
  if (old === undefined || now === undefined) {
    const problem = after === undefined ? "is gone" : before === undefined ? "is new" : "has changed";
    return [
      failure("NXC_CASE_FILE", { file, problem }, { step, file, expected: before ?? null, actual: after ?? null }),
    ];
  }
  const [wanted, actual] = [old.value, now.value].map((value) => except.toReversed().reduce(withoutPath, value));
  const [first] = differences(wanted, actual);
  if (first === undefined) return [];
  const path = pathOf(first.pointer);
  const details = { step, file, path, expected: first.wanted ?? { absent: true }, actual: first.actual };
  return [failure("NXC_CASE_STATE", { file, problem: "a change", path }, details)];
}

/** A copy without what is at a path. */
export function withoutPath(whole: unknown, path: Pick<Path, "segments">): unknown {
  const changed = changedAt(whole, path, undefined);
  return changed === undefined ? whole : changed.value;
}
