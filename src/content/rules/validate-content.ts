import { NexusError } from "../../base/errors.js";
import { compareFindings, type Finding } from "../../base/finding.js";
import { type Content, hasContent, parseContent } from "../read/content.js";
import type { ContentFiles } from "../read/content-files.js";
import { applyLintBaseline, LINT_BASELINE, parseLintBaseline } from "../read/lint-baseline.js";
import { CONTENT_RULES } from "./all-rules.js";
import type { Rule } from "./rule.js";

/**
 * Checks a content folder against every rule and returns all findings at once, by file and line. Those that its
 * lint-baseline.json counts are marked as known.
 * @throws NexusError NXC_CONTENT_NONE when there is nothing to check: silence would look like success;
 *   NXC_LINT_BASELINE_INVALID
 */
export function validateContent(files: ContentFiles): readonly Finding[] {
  if (!hasContent(files)) throw NexusError.of("NXC_CONTENT_NONE", {});
  const baseline = files.texts.get(LINT_BASELINE);
  const findings = findingsOf(files);
  return [...(baseline === undefined ? findings : applyLintBaseline(findings, parseLintBaseline(baseline)))].sort(
    compareFindings,
  );
}

/** Every finding of every rule, whatever a baseline counts. */
export function findingsOf(files: ContentFiles): readonly Finding[] {
  const content = parseContent(files);
  return CONTENT_RULES.flatMap((rule) => applyRule(rule, content)).sort(compareFindings);
}

function applyRule({ id, level, remedy, check }: Rule, content: Content): readonly Finding[] {
  return [...check(content)].map(({ hint = "", ...place }) => ({
    ...place,
    rule: id,
    level,
    remedy: hint === "" ? remedy : `${hint.trim()} ${remedy}`,
  }));
}
