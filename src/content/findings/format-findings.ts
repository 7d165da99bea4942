import { sentence } from "../../base/sentence.js";
import { visibleJson, visibleLine } from "../../base/visible-text.js";
import type { BodySize } from "../rules/budgets.js";
import { type FindingBase, findingPlace, placeInWords } from "./finding-place.js";
import { type DescribedRule, findingsSarif, type ShownFinding } from "./findings-sarif.js";

export const FINDING_FORMATS = ["text", "json", "sarif", "github"] as const;
export type FindingFormat = (typeof FINDING_FORMATS)[number];

/** What some of the forms say besides the findings. */
export interface FindingContext {
  /** For SARIF and annotations, whose paths count from the checkout and not from the folder that was checked. */
  readonly base?: FindingBase;
  /** For SARIF: the rules of the command that made the findings, besides those for content. */
  readonly described?: readonly DescribedRule[];
  /** What was looked at, in a line, for JSON. */
  readonly seen?: string;
  /** Tokens against budgets, for JSON. */
  readonly sizes?: readonly BodySize[];
}

/**
 * Formats findings for people or tools. The text ends with a line end; without findings it is empty.
 */
export function formatFindings(
  findings: readonly ShownFinding[],
  format: FindingFormat,
  { base, sizes, described, seen }: FindingContext = {},
): string {
  switch (format) {
    case "text":
      return findings.map((finding) => `${findingLine(finding)}\n`).join("");
    case "json":
      return findingsJson(findings, sizes, seen);
    case "sarif":
      return findingsSarif(findings, base, described);
    case "github":
      return findings.map((finding) => `${githubAnnotation(finding, base)}\n`).join("");
  }
}

/** `file:line  rule  message. remedy`, and `(warning)` or `(note)` behind the rule of one. */
function findingLine({ file, line, rule, level, message, remedy }: ShownFinding): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return visibleLine(`${place}  ${rule}${level === "error" ? "" : ` (${level})`}  ${sentence(message)} ${remedy}`);
}

/** `2 errors, 1 warning`; `no findings` for none. */
export function countFindings(findings: readonly ShownFinding[]): string {
  const count = (level: ShownFinding["level"]) => {
    const number = findings.filter((finding) => finding.level === level).length;
    return number === 0 ? [] : [`${number} ${level}${number === 1 ? "" : "s"}`];
  };
  const counts = [...count("error"), ...count("warning"), ...count("note")];
  return counts.length === 0 ? "no findings" : counts.join(", ");
}

function findingsJson(
  findings: readonly ShownFinding[],
  sizes: readonly BodySize[] | undefined,
  seen: string | undefined,
): string {
  const errors = findings.filter(({ level }) => level === "error").length;
  const notes = findings.filter(({ level }) => level === "note").length;
  const summary = {
    errors,
    warnings: findings.length - errors - notes,
    ...(notes === 0 ? {} : { notes }),
    ...(seen === undefined ? {} : { seen }),
  };
  return `${visibleJson({ summary, ...(sizes === undefined ? {} : { sizes: { bodies: sizes } }), findings }, 2)}\n`;
}

/** An annotation of a workflow run; its grammar reserves line ends everywhere, and colons and commas in properties. */
function githubAnnotation(finding: ShownFinding, base: FindingBase | undefined): string {
  const { file, line, rule, level, message, remedy } = finding;
  const data = (text: string) => visibleLine(text).replaceAll("%", "%25");
  const property = (text: string) => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
  const place = findingPlace(file, base);
  const text = `${sentence(message)} ${remedy}`;
  const command = level === "note" ? "notice" : level;
  // A line without a file would mark nothing: the place is said in words.
  if (place.kind === "no-file") {
    return `::${command} title=${property(rule)}::${data(`${placeInWords(finding)}: ${text}`)}`;
  }
  const marked = [
    `file=${property(place.path)}`,
    ...(line === undefined ? [] : [`line=${line}`]),
    `title=${property(rule)}`,
  ];
  return `::${command} ${marked.join(",")}::${data(text)}`;
}
