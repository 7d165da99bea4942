/** Reads one step of a fixture. */

import type { FixtureCase, FixtureStep, Restart } from "../generated/fixture.js";
import { escapePointer } from "../json-pointer.js";
import { type Bindings, CASE, NUMBER } from "./bindings.js";
import type { Capture, ErrorExpectation, Expectations, Step } from "./case.js";
import { parsePath } from "./path.js";
import { ANY_REFUSAL, AssertionReader, asksForError } from "./read-assertions.js";
import { readCall } from "./read-call.js";
import { readConcurrent } from "./read-concurrent.js";
import { readFileName, readGivenFiles } from "./read-files.js";
import type { Source } from "./source.js";

/** The data of a step, which its schema has passed, and where it stands. */
export interface RawStep {
  readonly data: FixtureStep;
  readonly pointer: string;
  readonly source: Source;
  /** The postcondition of a case, which speaks of its last step; it stands in the fixture also where that step is of an opening. */
  readonly postcondition?: {
    readonly data: NonNullable<FixtureCase["postcondition"]>;
    readonly pointer: string;
    readonly source: Source;
  };
}

/**
 * @param bindings what the case has kept by then; placeholders while it is loaded
 * @throws NexusError for anything in it that its schema cannot see
 */
export function readStep(raw: RawStep, bindings: Bindings): Step {
  const { data, source, pointer } = raw;
  const expect = readExpectations(raw, bindings);
  const description = data.description === undefined ? {} : { description: data.description };
  if (data.assert_outcomes !== undefined && data.concurrent === undefined) {
    throw source.problem(`${pointer}/assert_outcomes`, "only concurrent calls have outcomes that can be counted");
  }
  if (data.action !== undefined || data.event !== undefined) {
    const captures = readCaptures(data, pointer, source);
    return { ...description, ...readCall(data, pointer, source, bindings), captures, expect };
  }
  refuseAnswerMembers(raw, expect);
  if (data.concurrent !== undefined) {
    return { ...description, ...readConcurrent(data, pointer, source, bindings), expect };
  }
  if (data.restart !== undefined) {
    const { signal, during, after = "first-write" } = data.restart as Restart & { after?: "first-write" | number };
    const call =
      during === undefined ? {} : { during: readCall(during, `${pointer}/restart/during`, source, bindings) };
    return { ...description, kind: "restart", signal, after, ...call, expect };
  }
  if (data.wait !== undefined) return { ...description, kind: "wait", ...readWait(data.wait), expect };
  if (data.delete_files !== undefined) {
    const files = data.delete_files.map((file, index) =>
      readFileName(file, `${pointer}/delete_files/${index}`, source, bindings),
    );
    return { ...description, kind: "delete_files", files, expect };
  }
  const files = readGivenFiles(data.write_files, `${pointer}/write_files`, source, bindings);
  return { ...description, kind: "write_files", files, expect };
}

/** Members that speak of one call and its answer would be passed over in silence in any other step. */
function refuseAnswerMembers({ data, source, pointer }: RawStep, { error, either, returns }: Expectations): void {
  if (error !== undefined || either !== undefined || returns.length > 0) {
    throw source.problem(pointer, "only a call can be asked for a return value or an error");
  }
  if (data.capture !== undefined) throw source.problem(`${pointer}/capture`, "only the answer to a call can be kept");
  if (data.as !== undefined) throw source.problem(`${pointer}/as`, "only a call has an agent that acts");
}

function readCaptures(data: FixtureStep, pointer: string, source: Source): readonly Capture[] {
  return Object.entries(data.capture ?? {}).map(([name, path]) => {
    const at = `${pointer}/capture/${escapePointer(name)}`;
    if (name === NUMBER) throw source.problem(at, `"${NUMBER}" is the number of a repeated call and cannot be kept`);
    if (name === CASE) throw source.problem(at, `"${CASE}" is a text that every case has, and cannot be kept`);
    return { name, path: parsePath(path, source.at(at)) };
  });
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** The schema has checked the form: milliseconds, or `{"clock": "90s"}`. */
function readWait(data: unknown): { readonly milliseconds: number; readonly clock: boolean } {
  if (typeof data === "number") return { milliseconds: data, clock: false };
  const [, amount = "", unit = ""] = /^(\d+)(\D+)$/u.exec((data as { readonly clock: string }).clock) ?? [];
  return { milliseconds: Number(amount) * (UNITS[unit] ?? 1), clock: true };
}

function readExpectations(raw: RawStep, bindings: Bindings): Expectations {
  const { data: step, pointer, source } = raw;
  const reader = new AssertionReader(source, bindings);
  const returns = reader.values(step.assert_return, `${pointer}/assert_return`);
  const error =
    reader.error(step.assert_error, `${pointer}/assert_error`) ??
    (returns.some(asksForError) ? ANY_REFUSAL : undefined);
  const files = reader.files(step.assert_state, `${pointer}/assert_state`);
  const git = reader.values(step.assert_git, `${pointer}/assert_git`);
  const either = eitherIn(step.assert_either);
  const expect = { returns, files, git, ...either, ...(error === undefined ? {} : { error }) };
  const whole = raw.postcondition === undefined ? expect : withPostcondition(expect, raw.postcondition, bindings);
  refuseBesideEither(raw, whole);
  return whole;
}

/** What may be answered or refused is asked for neither. `error: false` asks for an answer, and leaves no trace. */
function refuseBesideEither(
  { source, pointer, postcondition }: RawStep,
  { either, error, returns }: Expectations,
): void {
  if (
    either === undefined ||
    (error === undefined && returns.length === 0 && postcondition?.data.error === undefined)
  ) {
    return;
  }
  const [at, owner, members] =
    postcondition?.data.assert_either === undefined
      ? [pointer, source, "neither assert_return nor assert_error"]
      : [postcondition.pointer, postcondition.source, "neither return_value nor error, error_contains or assert_error"];
  throw owner.problem(at, `assert_either takes an answer and a refusal alike, so ${members} can stand beside it`);
}

function eitherIn(data: { readonly conceals?: readonly string[] } | undefined): Pick<Expectations, "either"> {
  return data === undefined ? {} : { either: { conceals: data.conceals ?? [] } };
}

function withPostcondition(
  expect: Expectations,
  { data, pointer, source }: NonNullable<RawStep["postcondition"]>,
  bindings: Bindings,
): Expectations {
  const reader = new AssertionReader(source, bindings);
  const { return_value, state_files, git, error, error_contains, assert_error, assert_either } = data;
  const returns = [...expect.returns, ...reader.values(return_value, `${pointer}/return_value`)];
  const contains = reader.text(error_contains, `${pointer}/error_contains`);
  const spellings = [
    expect.error,
    reader.error(assert_error, `${pointer}/assert_error`),
    contains === undefined ? undefined : { ...ANY_REFUSAL, contains },
    error === true || returns.some(asksForError) ? ANY_REFUSAL : undefined,
  ].filter((spelling) => spelling !== undefined);
  const refusal = spellings.length === 0 ? undefined : merged(spellings, pointer, source);
  if (refusal !== undefined && error === false) {
    throw source.problem(pointer, "error: false contradicts the other assertions");
  }
  return {
    ...expect,
    ...eitherIn(assert_either),
    returns,
    files: [...expect.files, ...reader.files(state_files, `${pointer}/state_files`)],
    git: [...expect.git, ...reader.values(git, `${pointer}/git`)],
    ...(refusal === undefined ? {} : { error: refusal }),
  };
}

/** Several spellings of one refusal must all hold, so they may not say the same thing in two ways. */
function merged(spellings: readonly ErrorExpectation[], pointer: string, source: Source): ErrorExpectation {
  for (const part of ["code", "message", "contains", "mentions", "details"] as const) {
    if (spellings.filter((spelling) => spelling[part] !== undefined).length > 1) {
      throw source.problem(pointer, `${part} of the refusal is asserted twice`);
    }
  }
  const leaves = spellings.some((spelling) => spelling.leaves === "anything") ? "anything" : "unchanged";
  return { ...Object.assign({}, ...spellings), leaves };
}
