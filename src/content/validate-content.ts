import { NexusError } from "../errors.js";
import { compareFindings, type Finding } from "../finding.js";
import { CONTENT_RULES } from "./all-rules.js";
import { type Content, hasContent, parseContent } from "./content.js";
import type { ContentFiles } from "./content-files.js";
import type { Rule } from "./rule.js";

/**
 * Checks a content folder against every rule and returns all findings at once, by file and line.
 * @throws NexusError NXC_CONTENT_NONE when there is nothing to check: silence would look like success
 */
export function validateContent(files: ContentFiles): readonly Finding[] {
  if (!hasContent(files)) throw NexusError.of("NXC_CONTENT_NONE", {});
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
