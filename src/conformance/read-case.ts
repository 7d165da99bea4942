/** Reads one case of a fixture file into the form that the engine runs. */

import { NexusError } from "../errors.js";
import type { FixtureCase, FixtureStep } from "../generated/fixture.js";
import { escapePointer } from "../json-pointer.js";
import { didYouMean } from "../nearest.js";
import { type Bindings, CASE, LITERAL, NOT_YET_KNOWN } from "./bindings.js";
import { type Case, type Claim, callsOf, operationsOf, type Step } from "./case.js";
import type { Splice } from "./openings.js";
import { readGivenFiles, readGuardedFiles } from "./read-files.js";
import { makesLarge } from "./read-params.js";
import { readGivenRepository } from "./read-repository.js";
import { type RawStep, readStep } from "./read-step.js";
import type { Source } from "./source.js";
import { GUARDED } from "./tokens.js";

/**
 * @param data has passed its schema
 * @param name what stands before the case's id in its full name, and the file as reports call it
 * @throws NexusError of the first thing that is wrong
 */
export function readCase(
  data: FixtureCase,
  pointer: string,
  source: Source,
  { name, shown, foreign = false }: { readonly name: string; readonly shown: string; readonly foreign?: boolean },
  splice: Splice,
): Case {
  const raw = rawSteps(data, pointer, source).flatMap(splice);
  const hasUses = !foreign || source.contract.credentials !== undefined || knowsCaptures(raw);
  const bindings = hasUses ? new Map([[CASE, NOT_YET_KNOWN]]) : LITERAL;
  const before = (known: Bindings) => readPrecondition(data.precondition, `${pointer}/precondition`, source, known);
  const testCase: Case = {
    id: data.test_id,
    name: `${name}/${data.test_id}`,
    description: data.description,
    file: shown,
    line: source.line(pointer),
    verifies: data.verifies ?? [],
    surfaces: [],
    environment: data.environment ?? {},
    ...before(bindings),
    ...(hasUses && usesCase(data.precondition) ? { fill: before } : {}),
    steps: readSteps(raw, data, pointer, source, bindings),
    claims: readClaims(data.covers, `${pointer}/covers`, source),
  };
  for (const [index, id] of (data.surfaces ?? []).entries()) checkSurface(id, `${pointer}/surfaces/${index}`, source);
  for (const [index, id] of testCase.verifies.entries()) checkRequirement(id, `${pointer}/verifies/${index}`, source);
  if (!testCase.steps.some((step) => callsOf(step).length > 0)) {
    throw NexusError.of("NXC_FIXTURE_CALLS_NOTHING", { id: data.test_id }, source.at(pointer));
  }
  if (typeof testCase.repository !== "object" && testCase.steps.some(({ expect }) => expect.git.length > 0)) {
    throw source.problem(pointer, "what it asserts of a repository needs precondition.git");
  }
  if (!testCase.steps.some(assertsSomething)) {
    throw NexusError.of("NXC_FIXTURE_ASSERTS_NOTHING", { id: data.test_id }, source.at(pointer));
  }
  checkConcealed(data, raw, pointer, source);
  return { ...testCase, surfaces: [...new Set([...surfacesOf(testCase, source), ...(data.surfaces ?? [])])] };
}

function readPrecondition(
  data: FixtureCase["precondition"],
  pointer: string,
  source: Source,
  bindings: Bindings,
): Pick<Case, "given" | "guarded" | "repository"> {
  const given = readGivenFiles(data?.state_files, `${pointer}/state_files`, source, bindings);
  const guarded = readGuardedFiles(data?.guarded_files, `${pointer}/guarded_files`, source);
  if (data?.git === undefined) return { given, guarded };
  return { given, guarded, repository: readGivenRepository(data.git, `${pointer}/git`, source, bindings, given) };
}

/** Few do, and only those have to be read again when the case runs. */
function usesCase(data: unknown): boolean {
  return JSON.stringify(data)?.includes(`{{${CASE}}}`) === true;
}

function readClaims(covers: FixtureCase["covers"], pointer: string, source: Source): readonly Claim[] {
  const claims = (kind: Claim["kind"], member: "return_value" | "state_schemas") =>
    Object.entries(covers?.[member] ?? {}).flatMap(([of, paths]) =>
      paths.map((path, index): Claim => {
        const place = source.at(`${pointer}/${member}/${escapePointer(of)}/${index}`);
        return { kind, of, path, place };
      }),
    );
  return [...claims("answers", "return_value"), ...claims("state", "state_schemas")];
}

/** Those on which its tools and events are offered. */
function surfacesOf(testCase: Case, { contract }: Source): readonly string[] {
  const { tools, events } = operationsOf(testCase);
  return [
    ...(events.length === 0 ? [] : ["events"]),
    ...tools.flatMap((tool) => contract.tools.get(tool)?.surface ?? []),
  ];
}

function assertsSomething(step: Step): boolean {
  const { error, either, returns, files, git } = step.expect;
  return (
    error !== undefined ||
    either !== undefined ||
    returns.length > 0 ||
    files.length > 0 ||
    git.length > 0 ||
    step.kind === "concurrent"
  );
}

/** A text that stands nowhere could not be told, and to ask that it is not would prove nothing. */
function checkConcealed(
  { precondition, postcondition }: FixtureCase,
  steps: readonly RawStep[],
  pointer: string,
  source: Source,
): void {
  const asked = [
    ...steps.map((step) => ({ ...step, either: step.data.assert_either })),
    { source, pointer: `${pointer}/postcondition`, either: postcondition?.assert_either },
  ].filter(({ either }) => either?.conceals !== undefined);
  if (asked.length === 0) return;
  const files = JSON.stringify([precondition, GUARDED, steps.map(({ data }) => data.write_files)]);
  for (const { either, pointer: at, source: owner } of asked) {
    for (const [index, text] of (either?.conceals ?? []).entries()) {
      // As it stands in JSON, without the quotes around it.
      if (files.includes(JSON.stringify(text).slice(1, -1))) continue;
      const place = `${at}/assert_either/conceals/${index}`;
      throw owner.problem(place, `${JSON.stringify(text)} stands in no file of the case, so nobody could tell it`);
    }
  }
}

function rawSteps(data: FixtureCase, pointer: string, source: Source): readonly RawStep[] {
  if (data.steps !== undefined) {
    return data.steps.map((step: FixtureStep, index) => ({ data: step, pointer: `${pointer}/steps/${index}`, source }));
  }
  const { action, event } = data;
  return [
    {
      data: { ...(action === undefined ? {} : { action }), ...(event === undefined ? {} : { event }) },
      pointer,
      source,
    },
  ];
}

/** Whoever keeps no value means braces as they stand; concurrent calls and repeated items number themselves by them. */
function knowsCaptures(steps: readonly RawStep[]): boolean {
  return steps.some(
    ({ data }) => data.capture !== undefined || data.concurrent !== undefined || makesLarge(data.action ?? data.event),
  );
}

/** A use is checked against what the steps before it keep; its value comes with the run. */
function readSteps(
  raw: readonly RawStep[],
  { postcondition }: FixtureCase,
  pointer: string,
  source: Source,
  bindings: Bindings,
): readonly Step[] {
  const kept = new Map<string, unknown>(bindings);
  const first = kept.size;
  return raw.map((step, index) => {
    const isLast = index === raw.length - 1 && postcondition !== undefined;
    const whole = isLast
      ? { ...step, postcondition: { data: postcondition, pointer: `${pointer}/postcondition`, source } }
      : step;
    const read = readStep(whole, bindings === LITERAL ? LITERAL : kept);
    const canUse = kept.size > first || (first > 0 && usesCase([step.data, whole.postcondition?.data]));
    for (const name of Object.keys(step.data.capture ?? {})) kept.set(name, NOT_YET_KNOWN);
    return canUse ? { ...read, fill: (bindings: Bindings) => readStep(whole, bindings) } : read;
  });
}

function checkRequirement(requirement: string, pointer: string, source: Source): void {
  const { contract } = source;
  if (contract.requirements.has(requirement)) return;
  const hint = didYouMean(requirement, contract.requirements.keys());
  throw NexusError.of(
    "NXC_FIXTURE_UNKNOWN_REQUIREMENT",
    { requirement, contract: contract.id, hint },
    source.at(pointer),
  );
}

function checkSurface(surface: string, pointer: string, source: Source): void {
  const { id, surfaces } = source.contract;
  if (surfaces.includes(surface)) return;
  const params = { surface, contract: id, hint: didYouMean(surface, surfaces), known: surfaces.join(", ") };
  throw NexusError.of("NXC_FIXTURE_UNKNOWN_SURFACE", params, source.at(pointer));
}
