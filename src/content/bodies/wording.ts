/** Words that weaken a body, each with the reason and the way out. Matched in prose without code spans and quotations. */

export type WordingKind = "empty-qualifier" | "persona-praise" | "perishable" | "project-number";

export interface Wording {
  readonly kind: WordingKind;
  /** Global. */
  readonly pattern: RegExp;
  /** Completes the sentence that starts with the words that were found. */
  readonly reason: string;
  readonly instead: string;
}

const NUMBER =
  "(?:\\d+(?:[.,]\\d+)*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|ninety|hundred)";
const MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)";

export const WORDING: readonly Wording[] = [
  {
    kind: "empty-qualifier",
    pattern: /\b(?:appropriate(?:ly)?|proper(?:ly)?|suitabl[ey]|adequate(?:ly)?|correctly)\b/gi,
    reason: "leaves open what would be so",
    instead: "Say what one would see.",
  },
  {
    kind: "empty-qualifier",
    pattern: /\b(?:as|where|when|if) (?:needed|necessary|appropriate|applicable|required)\b/gi,
    reason: "leaves the condition to the reader",
    instead: "Name the condition.",
  },
  {
    kind: "empty-qualifier",
    pattern:
      /\b(?:best[- ]practices?|high[- ]quality|robust(?:ly|ness)?|thorough(?:ly|ness)?|careful(?:ly)?|diligent(?:ly)?|comprehensive(?:ly)?|meticulous(?:ly)?)\b/gi,
    reason: "is praise that no step can fail",
    instead: "Name the act, and how its end is seen.",
  },
  {
    kind: "empty-qualifier",
    pattern: /\brelevant\b(?!\s+(?:to|for)\b)(?![^.;:]*\bwhich\b)/gi,
    reason: "does not say which",
    instead: "Say which, or relevant to what.",
  },
  {
    kind: "persona-praise",
    pattern:
      /\b(?:world[- ]class|best[- ]in[- ]class|renowned|seasoned|elite|brilliant|exceptional|expert[- ]level|highly (?:skilled|experienced)|deep expertise|years of experience)\b/gi,
    reason: "praises a persona",
    instead: "Say what the role decides; praise adds no skill.",
  },
  {
    kind: "persona-praise",
    pattern:
      /\byou(?: are|'re) (?:an? |the )?(?:[\w-]+ ){0,3}(?:expert|specialist|genius|guru|veteran|master|professional)\b/gi,
    reason: "gives a title in place of a duty",
    instead: "Begin with what the role does: You judge whether …",
  },
  {
    kind: "perishable",
    pattern: new RegExp(
      `\\b(?:19|20)\\d\\d(?:-\\d\\d(?:-\\d\\d)?)?\\b|\\b\\d{1,2}\\.? ${MONTH}\\b|\\b${MONTH} \\d{1,4}\\b`,
      "g",
    ),
    reason: "is a date",
    instead: "Leave it out; what holds now stands here, and what held once is history.",
  },
  {
    kind: "perishable",
    pattern: /\bv\d+(?:\.\d+)*\b|\b\d+\.\d+\.\d+\b|\bversion \d+(?:\.\d+)*\b/gi,
    reason: "is a version",
    instead: "Leave it out; a body holds for every version that it ships with.",
  },
  {
    kind: "perishable",
    pattern: new RegExp(
      `\\b${NUMBER}[ -](?:milliseconds?|seconds|minutes?|hours?|days?|weeks?|months?|years?)\\b`,
      "gi",
    ),
    reason: "is a duration",
    instead: "Count acts or name the event; an agent has no clock.",
  },
  {
    kind: "perishable",
    pattern: /\b(?:https?|ftp|file):\/\/\S+|\bwww\.\S+|\b[\w.+-]+@[\w-]+\.[a-z]{2,}\b/gi,
    reason: "is an address",
    instead: "Leave it out, or let the harness supply it as a topic.",
  },
  {
    kind: "project-number",
    pattern: new RegExp(
      `\\b(?!(?:one|two|1|2) f)${NUMBER} ?(?:%|per ?cent\\b|ms\\b|[KMG]i?B\\b|(?:lines of code|(?:characters|lines) (?:a|per) line|columns|changed files|files|commits|approvals|reviewers|warnings|branches|lines)\\b)`,
      "gi",
    ),
    reason: "is a number that each project sets for itself",
    instead: 'Add "unless the project says otherwise", or ask for the project\'s threshold.',
  },
];

/** What leaves a number to the project after all. */
export const LEFT_TO_PROJECT = /unless the project|the project's|project says otherwise/i;
