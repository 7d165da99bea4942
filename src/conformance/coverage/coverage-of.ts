/** The coverage of a run: a pure function of its plan and its results. */

import { NexusError } from "../../base/errors.js";
import { packageVersion } from "../../base/package-root.js";
import type { CoverageKind, CoverageReport, CoverageUnit, KindCount } from "../../generated/coverage.js";
import type { Proof } from "../../generated/proof.js";
import type { CaseResult } from "../judge/result.js";
import type { RunPlan } from "../run/plan.js";
import type { Report } from "../run/report.js";
import { type Unit, type Universe, unitName, universeOf } from "./assertable.js";
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

/** Enough to start from. */
const NEAR_LIMIT = 10;

export interface CoverageOptions {
  /** Count these requirements alone. */
  readonly requirements?: readonly string[];
}

/** What the last event of a run carries. */
export interface FinishedRun {
  readonly report: Report;
  readonly results: readonly CaseResult[];
}

/**
 * What the cases of a run have really asserted of the contract. Nothing is taken from what fixtures say of themselves:
 * only assertions that were held against a value, in a case that passed, count.
 * @param plan of a run with `coverage: true`
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
  const universe = universeOf(contract, profile, plan.level);
  const evidence = new Evidence(contract, universe);
  for (const result of results) evidence.add(result);
  const { requirements: asked } = options;
  const counted = universe.units.filter(
    ({ kind, of }) => asked === undefined || (["requirements", "refusals"].includes(kind) && asked.includes(of)),
  );
  // Faults were found by the contract's own cases, which says nothing of those of somebody else.
  const proof = plan.fixtures.length > 0 ? undefined : readProof(contract);
  const judge = new UnitJudge(plan, report, evidence, proof);
  const units = counted.map((unit) => judge.judged(unit));
  const { findings, ...claims } = checkClaims(results, contract);
  // Fixtures of somebody else can assert what those of the contract cannot.
  const stale = asked !== undefined || plan.fixtures.length > 0 ? [] : staleEntries(plan, universe, evidence);
  const { name, version } = adapter;
  return {
    coverage_version: "1.1",
    kit_version: packageVersion,
    contract: contract.id,
    contract_version: contract.version,
    profile,
    implementation: { name, ...(version === undefined ? {} : { version }) },
    adapter: plan.adapterForm,
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
    const reason = cases.length > 0 ? undefined : this.reasonApart(unit);
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

  /** A requirement that a case saw violated, or could not judge, is not covered by others that passed. */
  private isOpen({ kind, of }: Unit): boolean {
    const isRequirement = kind === "requirements" || kind === "refusals";
    return isRequirement && this.statuses.get(of) !== "conforming";
  }

  private reasonApart(
    unit: Unit,
  ): { readonly status: "unasserted" | "not_applicable"; readonly text: string } | undefined {
    const untested = unit.surfaces === undefined ? this.plan.contract.requirements.get(unit.of)?.untested : undefined;
    const text = untested ?? this.plan.contract.unasserted.find((entry) => speaksOf(entry, unit))?.reason;
    if (text !== undefined) return { status: "unasserted", text };
    const isElsewhere =
      unit.surfaces === undefined
        ? this.statuses.get(unit.of) === "not_applicable"
        : unit.surfaces.length > 0 && !unit.surfaces.some((surface) => this.surfaces.includes(surface));
    return isElsewhere ? { status: "not_applicable", text: "the adapter does not offer what it needs" } : undefined;
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

function speaksOf({ kind, of, path, value }: Entry, unit: Unit): boolean {
  return (
    kind === unit.kind &&
    of === unit.of &&
    (path === undefined || path === unit.path) &&
    (value === undefined || value === unit.value)
  );
}

/** An exemption has to be true: what it names exists, and no case asserts it. */
function staleEntries({ contract, profile }: RunPlan, universe: Universe, evidence: Evidence): readonly NexusError[] {
  if (contract.unasserted.length === 0) return [];
  const last = contract.profiles.at(-1) ?? "";
  // No entry names a requirement, and nothing else depends on the level of the run.
  const { units } = profile === last ? universe : universeOf(contract, last);
  return contract.unasserted.flatMap((entry) => {
    const named = units.filter((unit) => speaksOf(entry, unit));
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
  const [unasserted, elsewhere, covered] = [count("unasserted"), count("not_applicable"), count("covered")];
  const total = units.length - unasserted - elsewhere;
  return {
    kind,
    total,
    covered,
    // Rounded down, so that what is missing is never rounded away.
    percent: total === 0 ? 100 : Math.floor((covered * 1000) / total) / 10,
    form_only: count("form_only"),
    unasserted,
    not_applicable: elsewhere,
  };
}
