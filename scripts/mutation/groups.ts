/**
 * Proposes the requirement of each assertion in cases that verify several: the one that is broken by the mutants under
 * which the assertion fails. A person decides.
 */

import type { Case, Step } from "../../src/conformance/fixture/case.js";
import type { Outcome } from "./campaign.js";
import type { CaseFailure } from "./worker.js";

export interface ProposedCase {
  readonly id: string;
  /** File and line. */
  readonly place: string;
  readonly verifies: readonly string[];
  readonly assertions: readonly ProposedAssertion[];
}

export interface ProposedAssertion {
  /** Index from 0. */
  readonly step: number;
  /** `answer`, `git`, `refusal` or `outcomes`; for a file its path. */
  readonly of: string;
  /** Path into the answer or the file; absent for the whole. */
  readonly path?: string;
  /** Undefined when no mutant of a requirement of the case makes the assertion fail. */
  readonly requirement?: string;
  /** How clear the proposal is, from 0 to 1. */
  readonly share?: number;
  /** The mutants under which the assertion fails, by the requirement of the case that they break. */
  readonly fails: Readonly<Record<string, readonly string[]>>;
  /** How many other mutants make the assertion fail. */
  readonly others: number;
}

type Place = Pick<ProposedAssertion, "step" | "of" | "path">;

interface Vote {
  readonly mutant: string;
  readonly breaks: string;
  /** A mutant under which most of a case fails tells little about one assertion. */
  readonly weight: number;
}

const PARTS: Readonly<Record<string, string>> = {
  NXC_CASE_RETURN: "answer",
  NXC_CASE_CAPTURE: "answer",
  NXC_CASE_REVEALS: "answer",
  NXC_CASE_GIT: "git",
  NXC_CASE_OUTCOMES: "outcomes",
  NXC_CASE_UNEXPECTED_ERROR: "accepted",
  NXC_CASE_MISSING_ERROR: "refusal",
  NXC_CASE_WRONG_ERROR: "refusal",
  NXC_CASE_ERROR_DETAILS: "refusal",
};

export function proposeGroups(cases: readonly Case[], outcomes: readonly Outcome[]): readonly ProposedCase[] {
  const failing = new Map<string, { readonly outcome: Outcome; readonly failures: readonly CaseFailure[] }[]>();
  for (const outcome of outcomes) {
    for (const { id, failures } of outcome.failed) {
      failing.set(id, [...(failing.get(id) ?? []), { outcome, failures }]);
    }
  }
  return cases
    .filter(({ verifies }) => verifies.length > 1)
    .map(({ id, file, line, verifies, steps }) => {
      const assertions = new Map(
        steps.flatMap(placesIn).map((place) => [keyOf(place), { place, votes: [] as Vote[] }]),
      );
      for (const { outcome, failures } of failing.get(id) ?? []) {
        const places = failures.flatMap((failure) => placeOf(failure, [...assertions.values()]) ?? []);
        const failed = new Map(places.map((place) => [keyOf(place), place]));
        for (const [key, place] of failed) {
          const assertion = assertions.get(key) ?? { place, votes: [] };
          const { id: mutant, breaks } = outcome.mutant;
          assertion.votes.push({ mutant, breaks, weight: 1 / failed.size });
          assertions.set(key, assertion);
        }
      }
      const proposed = [...assertions.values()].map(({ place, votes }) => ({ ...place, ...proposal(verifies, votes) }));
      return { id, place: `${file}:${line}`, verifies, assertions: proposed.sort((a, b) => a.step - b.step) };
    });
}

/** The assertions of a step about values. Those about refusals and counts are known when they fail. */
function placesIn({ expect: { returns, files, git } }: Step, step: number): readonly Place[] {
  return [
    ...returns.map(({ path }) => ({ step, of: "answer", path: path.text })),
    ...git.map(({ path }) => ({ step, of: "git", path: path.text })),
    ...files.flatMap((assertion) =>
      assertion.kind === "json"
        ? assertion.values.map(({ path }) => ({ step, of: assertion.file, path: path.text }))
        : [{ step, of: assertion.file }],
    ),
  ];
}

/** The assertion that failed. A failure may name a place within the value that is asserted. Undefined for oracles. */
function placeOf(
  { code, step, file, path }: CaseFailure,
  known: readonly { readonly place: Place }[],
): Place | undefined {
  const of = code === "NXC_CASE_STATE" || code === "NXC_CASE_FILE" ? file : PARTS[code];
  if (of === undefined) return undefined;
  const around = known
    .map(({ place }) => place)
    .filter((place) => place.step === step && place.of === of && (path === undefined || holds(place.path, path)))
    .sort((a, b) => (b.path?.length ?? 0) - (a.path?.length ?? 0));
  return around[0] ?? { step, of, ...(path === undefined ? {} : { path }) };
}

function holds(outer: string | undefined, inner: string): boolean {
  return outer === undefined || inner === outer || (inner.startsWith(outer) && /[.[]/.test(inner[outer.length] ?? ""));
}

function proposal(verifies: readonly string[], votes: readonly Vote[]) {
  const own = votes.filter(({ breaks }) => verifies.includes(breaks));
  const sum = (some: readonly Vote[]) => some.reduce((total, { weight }) => total + weight, 0);
  const ranked = verifies
    .map((requirement) => ({ requirement, votes: own.filter(({ breaks }) => breaks === requirement) }))
    .filter((each) => each.votes.length > 0)
    .sort((a, b) => sum(b.votes) - sum(a.votes));
  const [first] = ranked;
  return {
    ...(first === undefined
      ? {}
      : { requirement: first.requirement, share: Math.round((sum(first.votes) / sum(own)) * 100) / 100 }),
    fails: Object.fromEntries(ranked.map((each) => [each.requirement, each.votes.map(({ mutant }) => mutant)])),
    others: votes.length - own.length,
  };
}

function keyOf({ step, of, path = "" }: Place): string {
  return `${step} ${of} ${path}`;
}
