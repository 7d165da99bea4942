/** Compares what a step did with what its fixture expects. */

import { compareText } from "../../base/finding.js";
import { compileGlob } from "../../base/glob.js";
import { lookup } from "../../base/json-path.js";
import { shortened } from "../../base/json-schema.js";
import { once } from "../../base/once.js";
import type { Answer, Refusal } from "../contract/envelope.js";
import type { ErrorExpectation, Expectations, FileAssertion, Step, ValueAssertion } from "../fixture/case.js";
import { differences } from "../matchers/difference.js";
import { fillTokens, type Tokens } from "../notation/file-path.js";
import { pathOf } from "../notation/path-of.js";
import { type Failure, failure } from "../oracles/failure.js";
import { parseStateFile } from "../oracles/state-file.js";
import { PROGRAM_ENDED } from "../stage/call.js";
import { type AnsweredCall, callName, type Observation } from "../stage/observation.js";
import type { Snapshot } from "../workspace/snapshot.js";
import type { Blocked } from "./attribute.js";
import { judgeOutcomes } from "./judge-outcomes.js";
import { judgeUnchanged } from "./judge-unchanged.js";
import { holdsOf, type KnownParts } from "./known-part.js";
import { ownerOf, violatedByRefusal } from "./owners.js";
import { isRawError } from "./raw-error.js";
import { unexpectedRefusal } from "./unexpected-refusal.js";
import { whereItEnds } from "./where-it-ends.js";

/** Characters of the parameters in the message about a missing refusal. The invalid part may be at the end. */
const ASKED_LIMIT = 300;

/** What a step shows about its assertions. */
export interface Judgements {
  /** The assertions that do not hold, each with the requirement that it violates, if it names one. */
  readonly failures: readonly Failure[];
  /** The assertions that show nothing. */
  readonly blocked: readonly Blocked[];
  /** Why the step shows nothing about all other assertions: a call that had to be accepted was refused. */
  readonly refused?: Failure;
}

/**
 * Judges every assertion of a step that can be judged.
 * @param known what the contract knows of the answers and the files of this step
 */
export function judge(observation: Observation, tokens: Tokens, known: KnownParts): Judgements {
  const { step, answered, repository = null, index } = observation;
  const refused = unexpectedRefusal(observation);
  if (refused !== undefined) return { failures: violatedByRefusal(step, refused), blocked: [], refused };
  const raw = rawError(observation);
  const isBlocked = ({ code }: Failure) => raw !== undefined && OF_REFUSALS.has(code);
  const failures =
    step.kind === "concurrent"
      ? judgeOutcomes(step, answered, index)
      : answered.flatMap((each) => judgeAnswer(step, each, index, known));
  // A call that is accepted says nothing about what its refusal holds.
  const accepted = failures.find(({ code }) => code === "NXC_CASE_MISSING_ERROR");
  const unsaid = raw ?? accepted;
  const outcomes = step.kind === "concurrent" && step.outcomes.isAsserted ? [step.outcomes] : [];
  const open = [...step.expect.errors, ...step.expect.returns, ...outcomes];
  const ofStep = step.expect.files.filter(({ ifAccepted }) => ifAccepted === undefined);
  return {
    blocked: unsaid === undefined ? [] : open.map((each) => ({ ...ownerOf(each), by: unsaid })),
    failures: [
      ...failures.filter((found) => !isBlocked(found)),
      ...ofStep.flatMap((assertion) =>
        judgeFiles(assertion, observation, tokens, known).map((found) => ({ ...found, ...ownerOf(assertion) })),
      ),
      ...judgeAccepted(observation, tokens, known),
      ...judgeValues(step.expect.git, repository).map(({ problem, place, path, expected, actual, owner }) =>
        failure("NXC_CASE_GIT", { problem, path: place }, { step: index, path, expected, actual, ...owner }),
      ),
    ],
  };
}

/** Assertions about a refusal, and about its text as the answer. */
const OF_REFUSALS: ReadonlySet<string> = new Set(["NXC_CASE_WRONG_ERROR", "NXC_CASE_ERROR_DETAILS", "NXC_CASE_RETURN"]);

/** A raw error, or the end of the program, in place of a refusal that the step expects or allows, if there is one. */
function rawError({ step, answered, index }: Observation): Failure | undefined {
  if (step.expect.errors.length === 0 && step.kind !== "concurrent") return undefined;
  for (const { call, answer } of answered) {
    if (answer.kind !== "error") continue;
    const { message: reason, code } = answer.refusal;
    if (code !== PROGRAM_ENDED && !isRawError(reason)) continue;
    return failure("NXC_CASE_RAW_ERROR", { call: callName(call), reason }, { step: index, actual: reason });
  }
  return undefined;
}

/** The value that paths of assertions and captures refer to: the answer, or the refusal in a fixed form. */
export function viewOf(answer: Answer): unknown {
  return answer.kind === "value" ? answer.value : errorView(answer.refusal);
}

function judgeAnswer(step: Step, answered: AnsweredCall, index: number, known: KnownParts): readonly Failure[] {
  const { answer } = answered;
  const call = callName(step);
  const { errors, either, returns } = step.expect;
  if (either !== undefined) return judgeConcealed(either, answer, call, index);
  const [error] = errors;
  if (answer.kind === "value" && error !== undefined) {
    const expected = error.message ?? error.contains ?? error.code ?? "a refusal";
    const params = shortened(step.kind === "action" || step.kind === "event" ? step.params : {}, ASKED_LIMIT);
    const details = { step: index, expected, actual: answer.value, ...ownerOf(error) };
    return [failure("NXC_CASE_MISSING_ERROR", { call, params }, details)];
  }
  const refused =
    answer.kind === "error" ? errors.flatMap((each) => judgeRefusal(each, answer.refusal, call, index)) : [];
  return [
    ...refused,
    ...judgeValues(returns, viewOf(answer), () => known.ofAnswer(answered)).map(
      ({ problem, place, path, expected, actual, owner }) =>
        failure("NXC_CASE_RETURN", { call, problem, path: place }, { step: index, path, expected, actual, ...owner }),
    ),
  ];
}

function judgeConcealed(
  { conceals, ...owned }: NonNullable<Expectations["either"]>,
  answer: Answer,
  call: string,
  step: number,
): readonly Failure[] {
  const said = JSON.stringify(viewOf(answer)) ?? "";
  return conceals
    .filter((text) => said.includes(text))
    .map((text) => failure("NXC_CASE_REVEALS", { call, text }, { step, actual: viewOf(answer), ...ownerOf(owned) }));
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
  const owner = ownerOf(error);
  const actual = refusal.code === undefined || error.code === undefined ? refusal.message : refusal;
  return [
    ...wrong.map((expected) => failure("NXC_CASE_WRONG_ERROR", { call }, { step, expected, actual, ...owner })),
    ...judgeValues(error.details ?? [], refusal.details).map(({ problem, place, path, expected, actual: found }) =>
      failure(
        "NXC_CASE_ERROR_DETAILS",
        { call, problem, path: place },
        { step, path, expected, actual: found, refusals: [refusal.message], ...owner },
      ),
    ),
  ];
}

/** The text of a file. For a folder that is not empty, a placeholder that no assertion expects. */
function textAt(file: string, files: Snapshot): string | undefined {
  const isFolder = () => [...files.keys()].some((path) => path.startsWith(`${file}/`));
  return files.get(file) ?? (isFolder() ? "a folder" : undefined);
}

/** The file, or all files that fit the glob before or after the step. */
function filesOf(file: string, before: Snapshot, after: Snapshot): readonly string[] {
  if (!file.includes("*")) return [file];
  return [...new Set([...before.keys(), ...after.keys()])].filter(compileGlob(file)).sort(compareText);
}

/** What accepted concurrent calls say about files. All that are lost are one failure, which shows the first. */
function judgeAccepted(observation: Observation, tokens: Tokens, known: KnownParts): readonly Failure[] {
  const { step, answered } = observation;
  const lost = new Map<number, Failure>();
  for (const assertion of step.expect.files) {
    const { ifAccepted: call } = assertion;
    if (call === undefined || lost.has(call) || answered[call]?.answer.kind !== "value") continue;
    const [found] = judgeFiles(assertion, observation, tokens, known);
    if (found !== undefined) lost.set(call, found);
  }
  const [first] = lost;
  if (first === undefined) return [];
  const [call, found] = first;
  const more = lost.size === 1 ? "" : ` (and likewise for ${lost.size - 1} more)`;
  return [{ ...found, message: `${found.message}, though call ${call + 1} was accepted${more}` }];
}

function judgeFiles(
  assertion: FileAssertion,
  observation: Observation,
  tokens: Tokens,
  known: KnownParts,
): readonly Failure[] {
  const { before, after: files, index: step } = observation;
  const file = fillTokens(assertion.file, tokens);
  if (assertion.kind === "unchanged") {
    return filesOf(file, before, files).flatMap((each) =>
      judgeUnchanged(assertion, each, { before: before.get(each), after: files.get(each) }, step),
    );
  }
  if (assertion.kind !== "either") return judgeFile(assertion, file, textAt(file, files), step, known);
  const failures = assertion.sets.map((set) => set.flatMap((each) => judgeFiles(each, observation, tokens, known)));
  if (failures.some((found) => found.length === 0)) return [];
  const problems = failures.map(([first]) => first?.message).join("; ");
  const actual = Object.fromEntries(failures.flat().map(({ file: name = "" }) => [name, files.get(name) ?? null]));
  return [failure("NXC_CASE_NO_STATE", { problems }, { step, file, expected: assertion.expected, actual })];
}

type SingleFile = Exclude<FileAssertion, { readonly kind: "either" | "unchanged" }>;

function judgeFile(
  assertion: SingleFile,
  file: string,
  text: string | undefined,
  step: number,
  known: KnownParts,
): readonly Failure[] {
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
  const knownPart = () => known.ofFile(file, text, parsed.value);
  return judgeValues(assertion.values, parsed.value, knownPart).map(({ problem, place, path, expected, actual }) =>
    failure("NXC_CASE_STATE", { file, problem, path: place }, { step, file, path, expected, actual }),
  );
}

/** @param knownPart what the contract knows of the whole; default: all of it */
function judgeValues(assertions: readonly ValueAssertion[], root: unknown, knownPart: () => unknown = () => root) {
  const known = once(knownPart);
  return assertions.flatMap((assertion) => {
    const { path, match, expected } = assertion;
    const owner = ownerOf(assertion);
    const actual = lookup(path, root);
    const problem = match(actual);
    if (problem === undefined || holdsOf(known(), assertion)) return [];
    const value = actual.found ? actual.value : undefined;
    const ends = actual.found ? undefined : whereItEnds(path, root);
    const place = ends === undefined ? path.text : `${path.text} (${ends})`;
    const whole = { problem, place, path: path.text, expected, actual: value };
    return [{ ...(narrowed(expected, value, path.text) ?? whole), owner }];
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
