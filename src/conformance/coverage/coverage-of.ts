/** Computes the coverage of a run from its plan and its results. */

import { NexusError } from "../../base/errors.js";
import { packageVersion } from "../../base/package-root.js";
import type { CoverageKind, CoverageReport, CoverageUnit, KindCount } from "../../generated/coverage.js";
import type { Proof } from "../../generated/proof.js";
import { ALL } from "../contract/whole-contract.js";
import type { CaseResult } from "../judge/result.js";
import type { RunPlan } from "../run/plan.js";
import type { Report } from "../run/report.js";
import { reachedBy } from "../run/repro.js";
import { type Assertables, assertablesOf, type Unit, unitName } from "./assertable.js";
import { checkClaims } from "./claims.js";
import { Evidence } from "./evidence.js";
import { readProof } from "./proof.js";

export type { CoverageReport, CoverageUnit, KindCount } from "../../generated/coverage.js";

const COVERAGE_KINDS: readonly CoverageKind[] = [
  "requirements",
  "refusals",
  "answers",
  "state",
  "values",
  "parameters",
  "choices",
  "tables",
];

/** Cases that nearly cover a unit. Enough to start from. */
const NEAR_LIMIT = 10;

export interface CoverageOptions {
  /** Count only these requirements. */
  readonly requirements?: readonly string[];
}

/** The content of the last event of a run. */
export interface FinishedRun {
  readonly report: Report;
  readonly results: readonly CaseResult[];
}

/**
 * What the cases of a run have asserted about the contract. Counts only assertions that were checked in a case that passed,
 * not the claims of fixtures.
 * @param plan the plan of a run with `coverage: true`
 * @throws NexusError NXC_COVERAGE_NOT_RECORDED for any other run
 * @example
 * const plan = await planRun(adapter, { coverage: true });
 * for await (const event of run(plan)) {
 *   if (event.type === "run-finished") console.log(coverageOf(plan, event).kinds);
 * }
 */
export function coverageOf(plan: RunPlan, finished: FinishedRun, options: CoverageOptions = {}): CoverageReport {
  if (!plan.coverage) throw NexusError.of("NXC_COVERAGE_NOT_RECORDED", {});
  const { contract, profile, adapter } = plan;
  const { report, results } = finished;
  const assertables = assertablesOf(contract, profile, plan.level);
  const evidence = new Evidence(contract, assertables);
  for (const result of results) evidence.add(result);
  const { requirements: wanted } = options;
  const counted = assertables.units.filter(
    ({ kind, of }) => wanted === undefined || (["requirements", "refusals"].includes(kind) && wanted.includes(of)),
  );
  // The proof is about the contract's own cases, not about foreign fixtures.
  const proof = plan.fixtures.length > 0 ? undefined : readProof(contract);
  const judge = new UnitJudge(plan, report, evidence, proof);
  const units = counted.map((unit) => judge.judged(unit));
  const { findings, ...claims } = checkClaims(results, contract);
  // Foreign fixtures may be able to assert more than those of the contract.
  const stale = wanted !== undefined || plan.fixtures.length > 0 ? [] : staleEntries(plan, assertables, evidence);
  const { name, version } = adapter;
  return {
    coverage_version: "1.1",
    kit_version: packageVersion,
    contract: contract.id,
    contract_version: contract.version,
    profile,
    implementation: { name, ...(version === undefined ? {} : { version }) },
    adapter: reachedBy(plan),
    verdict: report.verdict,
    kinds: COVERAGE_KINDS.flatMap((kind) => {
      const ofKind = units.filter((unit) => unit.kind === kind);
      return ofKind.length === 0 ? [] : [countsOf(kind, ofKind)];
    }),
    units,
    claims,
    findings: [...findings, ...stale].map(({ code, where = "", message, remedy }) => ({
      code,
      place: where,
      message,
      remedy,
    })),
  };
}

class UnitJudge {
  private readonly statuses: ReadonlyMap<string, string>;
  private readonly surfaces: readonly string[];

  constructor(
    private readonly plan: RunPlan,
    report: Report,
    private readonly evidence: Evidence,
    private readonly proof: Proof | undefined,
  ) {
    this.statuses = new Map(report.requirements.map(({ id, status }) => [id, status]));
    this.surfaces = plan.adapter.surfaces ?? ["tools"];
  }

  judged(unit: Unit): CoverageUnit {
    const { kind, of, path, value } = unit;
    const cases = this.isOpen(unit) ? [] : this.evidence.casesFor(unit);
    const near = cases.length > 0 ? [] : this.near(unit);
    const reason = cases.length > 0 ? undefined : this.exclusionOf(unit);
    return {
      kind,
      name: unitName(unit),
      of,
      ...(path === undefined ? {} : { path }),
      ...(value === undefined ? {} : { value }),
      status: cases.length > 0 ? "covered" : (reason?.status ?? (this.hasForm(unit, near) ? "form_only" : "uncovered")),
      cases: [...cases],
      near: near.slice(0, NEAR_LIMIT),
      ...(kind === "requirements" ? this.provedOf(of) : {}),
      ...(reason === undefined ? {} : { reason: reason.text }),
    };
  }

  private provedOf(id: string): Pick<CoverageUnit, "proved"> {
    if (this.proof === undefined || this.plan.contract.requirements.get(id)?.untested !== undefined) return {};
    return { proved: !this.proof.unproved.includes(id) };
  }

  /** A requirement with a case that failed or could not be judged is not covered, even if other cases passed. */
  private isOpen({ kind, of }: Unit): boolean {
    const isRequirement = kind === "requirements" || kind === "refusals";
    return isRequirement && !["conforming", "taken"].includes(this.statuses.get(of) ?? "");
  }

  private exclusionOf(
    unit: Unit,
  ): { readonly status: "unasserted" | "not_applicable"; readonly text: string } | undefined {
    const untested = unit.surfaces === undefined ? this.plan.contract.requirements.get(unit.of)?.untested : undefined;
    const text = untested ?? this.plan.contract.unasserted.find((entry) => matchesUnit(entry, unit))?.reason;
    if (text !== undefined) return { status: "unasserted", text };
    const isNotOffered =
      unit.surfaces === undefined
        ? this.statuses.get(unit.of) === "not_applicable"
        : unit.surfaces.length > 0 && !unit.surfaces.some((surface) => this.surfaces.includes(surface));
    return isNotOffered ? { status: "not_applicable", text: "the adapter does not offer what it needs" } : undefined;
  }

  private near(unit: Unit): readonly string[] {
    if (unit.kind !== "requirements" && unit.kind !== "refusals") return this.evidence.casesNear(unit);
    return this.plan.cases.filter(({ verifies }) => verifies.includes(unit.of)).map(({ id }) => id);
  }

  private hasForm({ kind }: Unit, near: readonly string[]): boolean {
    return (kind === "answers" || kind === "state") && near.length > 0;
  }
}

type Entry = RunPlan["contract"]["unasserted"][number];

function matchesUnit({ kind, of, path, value }: Entry, unit: Unit): boolean {
  return (
    kind === unit.kind &&
    of === unit.of &&
    (path === undefined || path === unit.path) &&
    (value === undefined || value === unit.value)
  );
}

/** Finds exemptions that are no longer true: those that name no unit, and those whose unit a case asserts. */
function staleEntries(
  { contract, profile }: RunPlan,
  assertables: Assertables,
  evidence: Evidence,
): readonly NexusError[] {
  if (contract.unasserted.length === 0) return [];
  // The level of the run affects only requirements, which no entry names.
  const isWhole = profile === ALL || (profile === contract.profiles.at(-1) && contract.ownProfiles.size === 0);
  const { units } = isWhole ? assertables : assertablesOf(contract, ALL);
  return contract.unasserted.flatMap((entry) => {
    const named = units.filter((unit) => matchesUnit(entry, unit));
    if (named.length === 0)
      return [NexusError.of("NXC_COVERAGE_UNKNOWN", { kind: entry.kind, of: entry.of }, entry.place)];
    const asserted = named.find((unit) => evidence.casesFor(unit).length > 0);
    if (asserted === undefined) return [];
    const [id = ""] = evidence.casesFor(asserted);
    return [NexusError.of("NXC_COVERAGE_STALE", { unit: unitName(asserted), id }, entry.place)];
  });
}

function countsOf(kind: CoverageKind, units: readonly CoverageUnit[]): KindCount {
  const count = (status: CoverageUnit["status"]) => units.filter((unit) => unit.status === status).length;
  const [unasserted, notApplicable, covered] = [count("unasserted"), count("not_applicable"), count("covered")];
  const total = units.length - unasserted - notApplicable;
  return {
    kind,
    total,
    covered,
    // Rounded down, so that 100 means complete.
    percent: total === 0 ? 100 : Math.floor((covered * 1000) / total) / 10,
    form_only: count("form_only"),
    unasserted,
    not_applicable: notApplicable,
  };
}
