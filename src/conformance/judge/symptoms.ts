/**
 * Recognizes faults of an adapter. One wrong line in an adapter can fail a hundred cases and look like a hundred faults of
 * the implementation, so a report names what the failures have in common.
 */

import type { Report } from "../../generated/report.js";
import type { Contract } from "../contract/contract.js";
import type { Failure } from "../oracles/failure.js";
import { operationOf } from "../oracles/operation-of.js";
import { type AnsweredCall, callName, type Observation } from "../stage/observation.js";
import { changesBetween } from "../workspace/snapshot.js";
import type { CaseResult, Symptom } from "./result.js";

/** Fewer occurrences may be a coincidence. */
const MIN_OCCURRENCES = 3;

/** What each kind means, and its probable cause. */
const MEANINGS: Readonly<Record<Symptom["kind"], (detail: string) => string>> = {
  "dropped-calls": (stray) =>
    stray === ""
      ? "calls were answered correctly, but no file changed: they may not have reached the implementation, or reached it in another folder"
      : `calls were answered correctly, but no file changed in the workspace, while ${stray} changed in the current folder: if the implementation wrote it, it works there, and not in the folder that it is given as its workspace; if not, the calls may not have reached it`,
  "swallowed-refusals": () =>
    "calls that must be refused were answered as if they had succeeded, but no file changed: the adapter may pass on refusals as answers",
  "swapped-answers": () =>
    "answers have the form of another tool or event: the adapter may return answers to the wrong call",
  "invented-fields": (field) =>
    `answers of several tools have a field "${field}" that the contract does not have: the adapter may add it`,
};

/** Failures in files and repositories, in contrast to answers. */
const OF_EFFECTS: ReadonlySet<string> = new Set([
  "NXC_CASE_STATE",
  "NXC_CASE_NO_STATE",
  "NXC_CASE_FILE",
  "NXC_CASE_GIT",
]);

/** The symptoms in a step that failed or has notes. */
export function symptomsIn(
  { answered, before, after }: Observation,
  failures: readonly Failure[],
  hasNotes: boolean,
  contract: Contract,
): readonly Symptom[] {
  const [only, ...others] = answered;
  if (only === undefined || others.length > 0 || only.answer.kind !== "value") return [];
  const operation = callName(only.call);
  const codes = new Set<string>(failures.map(({ code }) => code));
  // In an answer to another call, unknown fields are expected, not invented.
  if (codes.has("NXC_ORACLE_OUTPUT")) {
    return isAnswerOfAnother(only, contract) ? [{ kind: "swapped-answers", operation }] : [];
  }
  const invented = hasNotes ? inventedFields(only, contract) : [];
  const found = invented.map((detail): Symptom => ({ kind: "invented-fields", operation, detail }));
  const isIdle = codes.size > 0 && writes(only, contract) && changesBetween(before, after).length === 0;
  if (!isIdle) return found;
  if (codes.has("NXC_CASE_MISSING_ERROR")) return [...found, { kind: "swallowed-refusals", operation }];
  return [...codes].every((code) => OF_EFFECTS.has(code)) ? [...found, { kind: "dropped-calls", operation }] : found;
}

/**
 * The symptoms of a run, each with the cases that show it.
 * @param strays state files that have changed in the folder of the command, where no case runs
 */
export function symptomsOf(
  results: readonly CaseResult[],
  strays: readonly string[] = [],
): NonNullable<Report["symptoms"]> {
  const groups = new Map<string, { readonly symptom: Symptom; cases: string[]; operations: Set<string> }>();
  for (const { case: testCase, symptoms = [] } of results) {
    for (const symptom of symptoms) {
      const key = `${symptom.kind} ${symptom.detail ?? ""}`;
      const group = groups.get(key) ?? { symptom, cases: [], operations: new Set() };
      groups.set(key, group);
      if (group.cases.at(-1) !== testCase.id) group.cases.push(testCase.id);
      group.operations.add(symptom.operation);
    }
  }
  return [...groups.values()]
    .filter(({ symptom, cases, operations }) =>
      // A harness may add a field to one tool. The same field in several tools is suspicious.
      symptom.kind === "invented-fields" ? operations.size >= MIN_OCCURRENCES : cases.length >= MIN_OCCURRENCES,
    )
    .map(({ symptom: { kind, detail }, cases }) => {
      const seen = kind === "dropped-calls" ? strays[0] : detail;
      return { kind, text: MEANINGS[kind](seen ?? ""), cases };
    });
}

function writes(answered: AnsweredCall, contract: Contract): boolean {
  return (operationOf(answered.call, contract)?.writes?.length ?? 0) > 0;
}

function inventedFields(answered: AnsweredCall, contract: Contract): readonly string[] {
  const { answer } = answered;
  const issues =
    answer.kind === "value" ? operationOf(answered.call, contract)?.checkOutput?.(answer.value) : undefined;
  return (issues ?? []).flatMap(({ unknownProperty, pointer }) =>
    unknownProperty === undefined || pointer !== "" ? [] : [unknownProperty],
  );
}

function isAnswerOfAnother(answered: AnsweredCall, contract: Contract): boolean {
  const { answer } = answered;
  if (answer.kind !== "value") return false;
  const own = operationOf(answered.call, contract);
  return [...contract.tools.values(), ...contract.events.values()].some(
    (other) => other !== own && other.checkOutput?.accepts(answer.value) === true,
  );
}
