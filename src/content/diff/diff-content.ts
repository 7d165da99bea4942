import { compareText } from "../../base/finding.js";
import { member, textMember } from "../../base/members.js";
import { diffAgents, diffSkills } from "./diff-definitions.js";
import { diffSchemas } from "./diff-schemas.js";
import { diffVocabulary } from "./diff-vocabulary.js";
import { type Change, type ChangeClass, change } from "./kinds.js";
import type { Side } from "./side.js";

/** From the gravest to the lightest. */
export const CLASSES = ["breaking", "additive", "editorial"] as const satisfies readonly ChangeClass[];

export type VersionStep = "major" | "minor" | "patch" | "none";

/** From the smallest to the largest. */
export const STEPS = ["none", "patch", "minor", "major"] as const satisfies readonly VersionStep[];

export interface ContentDiff {
  readonly from: string;
  readonly to: string;
  /** The step by which the version has to rise. Before 1.0 a breaking change asks for a minor step. */
  readonly step: VersionStep;
  /** The gravest first, then by file. */
  readonly changes: readonly Change[];
}

/** What has changed between two versions of the content, and what a harness has to do about it. */
export function diffContent(before: Side, after: Side): ContentDiff {
  const [old, now] = [before.manifest, after.manifest];
  const forms = [old, now].map((each) => member(each, "schema_contract_version"));
  const changes = [
    ...(forms[0] === forms[1] ? [] : [change("form-changed", "manifest.json", { before: forms[0], after: forms[1] })]),
    ...diffAgents(old, now),
    ...diffSkills(old, now),
    ...diffVocabulary(old, now),
    ...(before.schemas === undefined || after.schemas === undefined ? [] : diffSchemas(before.schemas, after.schemas)),
  ];
  const from = versionOf(old);
  const rank = (each: Change) => CLASSES.indexOf(each.class);
  const sorted = changes.sort(
    (a, b) => rank(a) - rank(b) || compareText(a.file, b.file) || compareText(a.what, b.what),
  );
  return { from, to: versionOf(now), step: stepOf(sorted[0]?.class, from), changes: sorted };
}

/** The step from one version to a later one; none between others, and where one cannot be read. */
export function stepBetween({ from, to }: Pick<ContentDiff, "from" | "to">): VersionStep {
  const [old, now] = [from, to].map((version) => /^(\d+)\.(\d+)\.(\d+)/u.exec(version)?.slice(1).map(Number));
  if (old === undefined || now === undefined) return "none";
  const steps = ["major", "minor", "patch"] as const;
  const place = steps.findIndex((_, index) => old[index] !== now[index]);
  const [before = 0, after = 0] = [old[place], now[place]];
  return after < before ? "none" : (steps[place] ?? "none");
}

function versionOf(manifest: unknown): string {
  return textMember(manifest, "nexus_core_version") ?? "unknown";
}

function stepOf(gravest: ChangeClass | undefined, from: string): VersionStep {
  switch (gravest) {
    case "breaking":
      return from.startsWith("0.") ? "minor" : "major";
    case "additive":
      return "minor";
    case "editorial":
      return "patch";
    case undefined:
      return "none";
  }
}
