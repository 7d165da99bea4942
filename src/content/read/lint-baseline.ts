/** The counted baseline of a content folder: findings that are known, by file and rule. Its counts may only fall. */

import { authoringCheck } from "../../base/authoring-schemas.js";
import { NexusError } from "../../base/errors.js";
import { compareText, type Finding } from "../../base/finding.js";
import { placeOf } from "../../base/json-schema.js";
import { type LocatedDocument, parseJson } from "../../base/located-document.js";

/** Lies beside agents/ and skills/. It ships, so that an installed package is judged as its authors judge it. */
export const LINT_BASELINE = "lint-baseline.json";

/** Counts by file, then by rule. */
export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface LintBaseline {
  readonly document: LocatedDocument;
  readonly warnings: Counts;
  /** Errors in wording that still have to be rewritten: empty in a release. */
  readonly errors: Counts;
}

/** The findings about the baseline itself, for the lists of rules in reports. */
export const BASELINE_RULES = [
  { id: "baseline/exceeded", title: `No file has more findings of a rule than ${LINT_BASELINE} counts.` },
  { id: "baseline/stale", title: `No file has fewer findings of a rule than ${LINT_BASELINE} counts.` },
] as const;

/** @throws NexusError NXC_JSON_SYNTAX or NXC_LINT_BASELINE_INVALID with file and line */
export function parseLintBaseline(text: string, file: string = LINT_BASELINE): LintBaseline {
  const document = parseJson(text, file);
  const [issue] = authoringCheck("lint-baseline.schema.json")(document.value);
  if (issue !== undefined) {
    const pointer = placeOf(issue);
    const where = `${file}:${document.at(pointer).line}#${pointer}`;
    throw NexusError.of("NXC_LINT_BASELINE_INVALID", { reason: issue.message }, where);
  }
  const { warnings, errors = {} } = document.value as { readonly warnings: Counts; readonly errors?: Counts };
  return { document, warnings, errors };
}

/**
 * Compares findings with the baseline. If a file has exactly the counted number of findings of a rule, they are known.
 * If it has more, none of them is known, since the new ones cannot be told apart; an extra finding names both counts.
 * If it has fewer, an extra finding asks for the lower count.
 */
export function applyLintBaseline(findings: readonly Finding[], baseline: LintBaseline): readonly Finding[] {
  const judged = (["warning", "error"] as const).flatMap((level) => judgeLevel(findings, baseline, level));
  const known = new Set(judged.flatMap(({ excused }) => excused));
  return [
    ...findings.map((finding): Finding => (known.has(finding) ? { ...finding, known: true } : finding)),
    ...judged.flatMap(({ added }) => added),
  ];
}

interface Judged {
  readonly excused: readonly Finding[];
  readonly added: readonly Finding[];
}

function judgeLevel(findings: readonly Finding[], baseline: LintBaseline, level: Finding["level"]): readonly Judged[] {
  const groups = groupsOf(findings.filter((finding) => finding.level === level));
  const key = `${level}s` as const;
  const admitted = baseline[key];
  const places = [...new Set([...Object.keys(groups), ...Object.keys(admitted)])].sort(compareText);
  return places.flatMap((file) => {
    const rules = new Set([...Object.keys(groups[file] ?? {}), ...Object.keys(admitted[file] ?? {})]);
    return [...rules].sort(compareText).map((rule): Judged => {
      const found = groups[file]?.[rule] ?? [];
      const count = admitted[file]?.[rule] ?? 0;
      if (found.length === count) return { excused: found, added: [] };
      if (found.length < count) {
        const pointer = `/${key}/${file.replaceAll("~", "~0").replaceAll("/", "~1")}/${rule.replaceAll("/", "~1")}`;
        const stale: Finding = {
          file: LINT_BASELINE,
          line: baseline.document.at(pointer).line,
          pointer,
          rule: "baseline/stale",
          level: "error",
          message: `${file} has ${counted(found.length, level)} of ${rule}, and ${count} ${count === 1 ? "is" : "are"} counted here`,
          remedy: "Lower the count: nexus-core validate --update-baseline does it.",
        };
        return { excused: found, added: [stale] };
      }
      // An error that nothing counts fails by itself.
      if (level === "error" && count === 0) return { excused: [], added: [] };
      const exceeded: Finding = {
        file,
        rule: "baseline/exceeded",
        level: "error",
        message: `this file has ${counted(found.length, level)} of ${rule}, and ${LINT_BASELINE} counts ${count}`,
        remedy: "Correct the new findings. The count may only fall.",
      };
      return { excused: [], added: [exceeded] };
    });
  });
}

/** "1 warning", "2 warnings". */
export function counted(number: number, level: Finding["level"]): string {
  return `${number} ${level}${number === 1 ? "" : "s"}`;
}

/**
 * What a new baseline admits. Without an earlier file, a count that rose looks like one that was always there, so the
 * author is told the total and where to compare an older baseline.
 */
export function newBaselineLine({ warnings }: Pick<LintBaseline, "warnings">): string {
  const files = Object.values(warnings);
  const sum = files.flatMap((rules) => Object.values(rules)).reduce((all, count) => all + count, 0);
  const where = sum === 0 ? "" : ` in ${files.length} ${files.length === 1 ? "file" : "files"}`;
  return `${LINT_BASELINE} is new and admits ${counted(sum, "warning")}${where}. If there was one before, compare them in version control: these counts may have risen.`;
}

/**
 * The text of the updated baseline: counts that are too high are lowered or dropped; no count is raised or added.
 * Without a baseline, every warning is counted; errors are entered by hand.
 * @param findings before a baseline is applied
 */
export function updateLintBaseline(findings: readonly Finding[], baseline: LintBaseline | undefined): string {
  const now = (level: Finding["level"]): Counts => {
    const groups = groupsOf(findings.filter((finding) => finding.level === level));
    return Object.fromEntries(
      Object.entries(groups).map(([file, rules]) => [
        file,
        Object.fromEntries(Object.entries(rules).map(([rule, found]) => [rule, found.length])),
      ]),
    );
  };
  const counts =
    baseline === undefined
      ? { warnings: now("warning"), errors: {} }
      : { warnings: lowered(baseline.warnings, now("warning")), errors: lowered(baseline.errors, now("error")) };
  const $schema = (baseline?.document.value as { readonly $schema?: string } | undefined)?.$schema;
  const value = {
    ...($schema === undefined ? {} : { $schema }),
    warnings: ordered(counts.warnings),
    errors: ordered(counts.errors),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

function lowered(counted: Counts, now: Counts): Counts {
  return Object.fromEntries(
    Object.entries(counted).flatMap(([file, rules]) => {
      const kept = Object.entries(rules).flatMap(([rule, count]) => {
        const least = Math.min(count, now[file]?.[rule] ?? 0);
        return least === 0 ? [] : [[rule, least] as const];
      });
      return kept.length === 0 ? [] : [[file, Object.fromEntries(kept)] as const];
    }),
  );
}

function ordered(counts: Counts): Counts {
  const sorted = <Value>(value: Readonly<Record<string, Value>>): readonly (readonly [string, Value])[] =>
    Object.entries(value).sort(([a], [b]) => compareText(a, b));
  return Object.fromEntries(sorted(counts).map(([file, rules]) => [file, Object.fromEntries(sorted(rules))]));
}

function groupsOf(
  findings: readonly Finding[],
): Readonly<Record<string, Readonly<Record<string, readonly Finding[]>>>> {
  const groups: Record<string, Record<string, Finding[]>> = {};
  for (const finding of findings) {
    const rules = groups[finding.file] ?? {};
    groups[finding.file] = rules;
    rules[finding.rule] = [...(rules[finding.rule] ?? []), finding];
  }
  return groups;
}
