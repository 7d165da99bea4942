import { NexusError } from "../../base/errors.js";
import { compareFindings, type Finding } from "../../base/finding.js";
import { type Content, hasContent, parseContent } from "../read/content.js";
import type { ContentFiles } from "../read/content-files.js";
import { CONTENT_RULES } from "./all-rules.js";
import type { Rule } from "./rule.js";

/** Which rules count besides those for every folder: `house` is what this repository holds itself to. */
export type Style = "house";

/**
 * Checks a content folder and returns all findings at once, by file and line.
 * @throws NexusError NXC_CONTENT_NONE when there is nothing to check: silence would look like success
 */
export function validateContent(files: ContentFiles, style?: Style): readonly Finding[] {
  if (!hasContent(files)) throw NexusError.of("NXC_CONTENT_NONE", {});
  const content = parseContent(files);
  return CONTENT_RULES.filter(({ isHouseStyle = false }) => !isHouseStyle || style === "house")
    .flatMap((rule) => applyRule(rule, content))
    .sort(compareFindings);
}

function applyRule({ id, level, remedy, check }: Rule, content: Content): readonly Finding[] {
  return [...check(content)].map(({ hint = "", ...place }) => ({
    ...place,
    rule: id,
    level,
    remedy: hint === "" ? remedy : `${hint.trim()} ${remedy}`,
  }));
}
