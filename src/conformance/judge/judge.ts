/** Compares what a step did with what its fixture expects. */

import { lookup } from "../../base/json-path.js";
import { shortened } from "../../base/json-schema.js";
import type { Answer, Refusal } from "../contract/envelope.js";
import type { ErrorExpectation, FileAssertion, Step, ValueAssertion } from "../fixture/case.js";
import { differences } from "../matchers/difference.js";
import { fillTokens, type Tokens } from "../notation/file-path.js";
import { pathOf } from "../notation/path-of.js";
import { type Failure, failure } from "../oracles/failure.js";
import { parseStateFile } from "../oracles/state-file.js";
import { callName, type Observation } from "../stage/observation.js";
import type { Snapshot } from "../workspace/snapshot.js";
import { judgeOutcomes } from "./judge-outcomes.js";

/** Characters of the parameters in the message about a missing refusal. The invalid part may be at the end. */
const ASKED_LIMIT = 300;

/** Returns a failure for each expectation that does not hold. */
export function judge(
  { step, answered, after, repository = null, index }: Observation,
  tokens: Tokens,
): readonly Failure[] {
  const failures =
    step.kind === "concurrent"
      ? judgeOutcomes(step, answered, index)
      : answered.flatMap(({ answer }) => judgeAnswer(step, answer, index));
  return [
    ...failures,
    ...step.expect.files.flatMap((assertion) => {
      const file = fillTokens(assertion.file, tokens);
      return judgeFile(assertion, file, textAt(file, after), index);
    }),
    ...judgeValues(step.expect.git, repository).map(({ problem, place, path, expected, actual }) =>
      failure("NXC_CASE_GIT", { problem, path: place }, { step: index, path, expected, actual }),
    ),
  ];
}

/** The value that paths of assertions and captures refer to: the answer, or the refusal in a fixed form. */
export function viewOf(answer: Answer): unknown {
  return answer.kind === "value" ? answer.value : errorView(answer.refusal);
}

function judgeAnswer(step: Step, answer: Answer, index: number): readonly Failure[] {
  const call = callName(step);
  const { error, either, returns } = step.expect;
  if (either !== undefined) return judgeConcealed(either.conceals, answer, call, index);
  if (answer.kind === "error" && error === undefined) {
    const reason = answer.refusal.message;
    return [
      failure("NXC_CASE_UNEXPECTED_ERROR", { call, reason }, { step: index, expected: "an answer", actual: reason }),
    ];
  }
  if (answer.kind === "value" && error !== undefined) {
    const expected = error.message ?? error.contains ?? error.code ?? "a refusal";
    const params = shortened(step.kind === "action" || step.kind === "event" ? step.params : {}, ASKED_LIMIT);
    return [failure("NXC_CASE_MISSING_ERROR", { call, params }, { step: index, expected, actual: answer.value })];
  }
  const refused =
    answer.kind === "error" && error !== undefined ? judgeRefusal(error, answer.refusal, call, index) : [];
  return [
    ...refused,
    ...judgeValues(returns, viewOf(answer)).map(({ problem, place, path, expected, actual }) =>
      failure("NXC_CASE_RETURN", { call, problem, path: place }, { step: index, path, expected, actual }),
    ),
  ];
}

function judgeConcealed(texts: readonly string[], answer: Answer, call: string, step: number): readonly Failure[] {
  const said = JSON.stringify(viewOf(answer)) ?? "";
  return texts
    .filter((text) => said.includes(text))
    .map((text) => failure("NXC_CASE_REVEALS", { call, text }, { step, actual: viewOf(answer) }));
}

/** The message of a refusal is always at `$.error`, regardless of the form it arrived in. */
function errorView(refusal: Refusal): unknown {
  const { message, ...rest } = refusal;
  return { error: message, ...rest };
}

function judgeRefusal(error: ErrorExpectation, refusal: Refusal, call: string, step: number): readonly Failure[] {
  const text = refusal.message.toLowerCase();
  const missing = error.mentions?.filter((word) => !text.includes(word.toLowerCase())) ?? [];
  const wrong = [
    ...(error.message !== undefined && error.message !== refusal.message ? [error.message] : []),
    ...(error.contains !== undefined && !refusal.message.includes(error.contains) ? [`… ${error.contains} …`] : []),
    ...(error.code !== undefined && error.code !== refusal.code ? [`code ${error.code}`] : []),
    ...(missing.length > 0 ? [`a text that mentions ${missing.join(", ")}`] : []),
  ];
  const actual = refusal.code === undefined || error.code === undefined ? refusal.message : refusal;
  return [
    ...wrong.map((expected) => failure("NXC_CASE_WRONG_ERROR", { call }, { step, expected, actual })),
    ...judgeValues(error.details ?? [], refusal.details).map(({ problem, place, path, expected, actual: found }) =>
      failure("NXC_CASE_ERROR_DETAILS", { call, problem, path: place }, { step, path, expected, actual: found }),
    ),
  ];
}

/** The text of a file. For a folder that is not empty, a placeholder that no assertion expects. */
function textAt(file: string, files: Snapshot): string | undefined {
  const isFolder = () => [...files.keys()].some((path) => path.startsWith(`${file}/`));
  return files.get(file) ?? (isFolder() ? "a folder" : undefined);
}

function judgeFile(assertion: FileAssertion, file: string, text: string | undefined, step: number): readonly Failure[] {
  const fail = (problem: string, expected: unknown, actual: unknown) => [
    failure("NXC_CASE_FILE", { file, problem }, { step, file, expected, actual }),
  ];
  if (assertion.kind === "absent") return text === undefined ? [] : fail("exists", "no such file", text);
  if (text === undefined) return fail("does not exist", "a file", null);
  if (assertion.kind === "exists") return [];
  if (assertion.kind === "text") {
    const problem = assertion.match({ found: true, value: text });
    return problem === undefined ? [] : fail(`has ${problem}`, assertion.expected, text);
  }
  const parsed = parseStateFile(file, text);
  if (parsed === undefined) return fail("is not valid JSON", "JSON", text);
  return judgeValues(assertion.values, parsed.value).map(({ problem, place, path, expected, actual }) =>
    failure("NXC_CASE_STATE", { file, problem, path: place }, { step, file, path, expected, actual }),
  );
}

function judgeValues(assertions: readonly ValueAssertion[], root: unknown) {
  return assertions.flatMap(({ path, match, expected }) => {
    const actual = lookup(path, root);
    const problem = match(actual);
    if (problem === undefined) return [];
    const value = actual.found ? actual.value : undefined;
    return [
      narrowed(expected, value, path.text) ?? { problem, place: path.text, path: path.text, expected, actual: value },
    ];
  });
}

/** Narrows a difference between large values to the first place that differs. */
function narrowed(expected: unknown, value: unknown, path: string) {
  const wanted = Array.isArray(expected) ? expected : (Object(expected) as { readonly equals?: unknown }).equals;
  const [first, ...rest] = wanted === undefined || value === undefined ? [] : differences(wanted, value);
  if (first === undefined || first.pointer === "") return undefined;
  const at = path + pathOf(first.pointer).slice(1);
  const more = rest.length === 0 ? "" : ` and in ${rest.length} more ${rest.length === 1 ? "place" : "places"}`;
  const isExtra = first.wanted === undefined;
  const problem = first.actual === undefined ? "nothing" : isExtra ? "a value" : "another value";
  return {
    problem,
    place: at + more,
    path: at,
    expected: isExtra ? { absent: true } : first.wanted,
    actual: first.actual,
  };
}
