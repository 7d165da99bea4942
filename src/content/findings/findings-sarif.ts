import { pathToFileURL } from "node:url";
import type { Finding } from "../../base/finding.js";
import { sentence } from "../../base/sentence.js";
import { visibleJson } from "../../base/visible-text.js";
import { reportRuleOf } from "../../report/form/report-finding.js";
import { REPORT_INVARIANTS } from "../../report/invariants/all-invariants.js";
import { CONTENT_RULES } from "../rules/all-rules.js";
import { VERIFY_RULES } from "../rules/verify-rules.js";
import { type FindingBase, findingPlace, placeInWords } from "./finding-place.js";

/** How the form calls the folder from which relative paths count. */
const ROOT = "%SRCROOT%";

/** A finding of any command. A `note` asks for nothing. */
export interface ShownFinding extends Omit<Finding, "level"> {
  readonly level: Finding["level"] | "note";
}

/** A rule as a reader of SARIF shows it. */
export interface DescribedRule {
  readonly id: string;
  readonly level: ShownFinding["level"];
  readonly title: string;
  readonly reason: string;
  readonly remedy: string;
}

/**
 * Findings as SARIF 2.1.0, with the rules that were broken.
 * @param described rules besides those for content
 */
export function findingsSarif(
  findings: readonly ShownFinding[],
  base: FindingBase | undefined,
  described: readonly DescribedRule[] = [],
): string {
  const broken = new Set(findings.map(({ rule }) => rule));
  const rules = describedRules(described).filter(({ id }) => broken.has(id));
  const results = findings.map((finding) => {
    const ruleIndex = rules.findIndex(({ id }) => id === finding.rule);
    return {
      ruleId: finding.rule,
      ...(ruleIndex === -1 ? {} : { ruleIndex }),
      level: finding.level,
      message: { text: `${sentence(finding.message)} ${finding.remedy}` },
      locations: [location(finding, base)],
    };
  });
  const root = {
    ...(base === undefined ? {} : { uri: fileUri(base.root.endsWith("/") ? base.root : `${base.root}/`) }),
    description: { text: "The folder from which paths count." },
  };
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "nexus-core", rules } },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { [ROOT]: root },
        results,
      },
    ],
  };
  return `${visibleJson(log, 2)}\n`;
}

function describedRules(described: readonly DescribedRule[]) {
  return [
    ...[...CONTENT_RULES, ...described].map(({ id, title, reason, remedy, level }) => ({
      id,
      shortDescription: { text: title },
      fullDescription: { text: reason },
      help: { text: remedy },
      defaultConfiguration: { level },
    })),
    ...REPORT_INVARIANTS.map(({ id, title, reason, remedy }) => ({
      id: reportRuleOf(id),
      shortDescription: { text: title },
      fullDescription: { text: reason },
      help: { text: remedy },
      defaultConfiguration: { level: "error" },
    })),
    ...VERIFY_RULES.map(({ id, title }) => ({ id, shortDescription: { text: title } })),
  ];
}

/** A file outside the root has an address of its own and no base; what came from no file has words in place of it. */
function location(finding: ShownFinding, base: FindingBase | undefined) {
  const { file, line } = finding;
  const place = findingPlace(file, base);
  if (place.kind === "no-file") return { message: { text: placeInWords(finding) } };
  const artifactLocation =
    place.kind === "inside"
      ? { uri: place.path.split("/").map(encodeURIComponent).join("/"), uriBaseId: ROOT }
      : { uri: fileUri(place.path) };
  return { physicalLocation: { artifactLocation, ...(line === undefined ? {} : { region: { startLine: line } }) } };
}

function fileUri(path: string): string {
  return pathToFileURL(path).href;
}
