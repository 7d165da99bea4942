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

const UNITS = "one|two|three|four|five|six|seven|eight|nine";
const TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety";
const NUMBER = `(?:\\d+(?:[.,]\\d+)*|(?:${TENS})(?:-(?:${UNITS}))?|${UNITS}|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:a |one )?hundred|(?:a |one )?thousand)`;

/** What makes a limit of a number, so that "a call with three arguments" is only a case. */
const LIMIT =
  "(?:at (?:most|least)|no (?:more|longer|fewer|less) than|up to|(?:more|fewer|less|longer|shorter) than|max(?:imum|imal)?|min(?:imum|imal)?|exceed(?:s|ing)?|limit(?:ed)?|width|length)";
/** Ends of domain names that no word or file name has. */
const DOMAIN = "(?:com|org|net|edu|gov|info)";
const MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)";

export const WORDING: readonly Wording[] = [
  {
    kind: "empty-qualifier",
    pattern:
      /\b(?:appropriate(?:ly)?|proper(?:ly)?(?!\s+(?:nouns?|names?)\b)|suitabl[ey]|adequate(?:ly)?|correctly)\b/gi,
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
      /\b(?:world[- ]class|best[- ]in[- ]class|renowned|seasoned|elite|brilliant|exceptional|expert[- ]level|highly (?:skilled|experienced)|deep expertise)\b/gi,
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
    kind: "persona-praise",
    pattern:
      /\b(?:as|like|(?:you are|you're|be|imagine you are|act as|acting as|pretend to be)(?: one of)?) (?:an?|the) (?:[\w-]+ ){0,2}?(?:senior|veteran|experienced|accomplished|gifted|talented|principal|staff|lead|leading|expert|master) (?:[\w-]+ )?(?:engineer|developer|programmer|architect|designer|scientist|researcher|writer|editor|tester|reviewer|analyst|strategist|expert)s?\b/gi,
    reason: "gives a rank in place of a duty",
    instead: "Begin with what the role does: You judge whether …",
  },
  {
    kind: "persona-praise",
    pattern:
      /\byou have an? (?:[\w-]+ )?eye for\b|\b(?:(?:years|decades) of (?:[\w-]+ ){0,2}experience|with (?:[\w-]+ )?decades|(?:one of )?the (?:very )?best in (?:the|your|its) (?:field|world|business|industry|class|team)|you(?: are|'re) (?:one of )?(?:the |an? )?(?:very )?(?:best|finest|greatest|smartest|brightest|foremost))\b/gi,
    reason: "praises a persona",
    instead: "Say what the role decides; praise adds no skill.",
  },
  {
    kind: "perishable",
    pattern: new RegExp(
      `\\b(?:19|20)\\d\\d(?:-\\d\\d(?:-\\d\\d)?)?\\b|\\b\\d{1,2}(?:\\.|st|nd|rd|th)? (?:of )?${MONTH}\\b|\\b${MONTH} \\d{1,4}\\b|\\b(?:[Ii]n|[Ss]ince|[Uu]ntil|[Bb]y|[Bb]efore|[Aa]fter|[Ff]rom|[Dd]uring|[Ll]ast|[Nn]ext|[Ee]arly|[Ll]ate) (?:early |late |mid-)?${MONTH}\\b|\\b(?:[Oo]n|[Bb]y|[Ll]ast|[Nn]ext) (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\\b`,
      "g",
    ),
    reason: "is a date",
    instead: "Leave it out; what holds now stands here, and what held once is history.",
  },
  {
    kind: "perishable",
    pattern: /\bv\d+(?:\.\d+)*\b|\b\d+\.\d+\.\d+\b|\bversion \d+(?:\.\d+)*\b|\brelease \d+(?:\.\d+)+\b/gi,
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
    pattern:
      /(?<![\w.])\d{1,3}(?:\.\d+)? ?(?:s|secs?|mins?|h|hrs?)\b(?!['’])|\b(?:(?:longer|shorter|more|less) than|within|at most|up to) an? (?:minute|hour|day|week|month|year)\b(?!['’-])|\ba? ?quarter of an hour\b|\b(?:half an|an? (?:few|couple of)|several) (?:seconds|minutes|hours?|days|weeks|months|years)\b/g,
    reason: "is a duration",
    instead: "Count acts or name the event; an agent has no clock.",
  },
  {
    kind: "perishable",
    pattern: new RegExp(
      `(?<![\\w./@-])(?:[a-z0-9-]+\\.)+(?:${DOMAIN}\\b(?![\\w.-]*\\w)(?:/[^\\s,;]*[\\w/])?|(?:io|dev|app|ai|co)/[^\\s,;]*[\\w/])|\\blocalhost:\\d+`,
      "gi",
    ),
    reason: "is an address",
    instead: "Leave it out, or let the harness supply it as a topic.",
  },
  {
    kind: "perishable",
    pattern: /\b(?:https?|ftp|file):\/\/\S+|\bwww\.\S+|(?<![\w.+-])[\w.+-]+@[\w-]+\.[a-z]{2,}\b/gi,
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
  {
    kind: "project-number",
    pattern: new RegExp(
      `\\b${LIMIT}\\b[^.:;,]{0,20}?\\b${NUMBER} (?:parameters|arguments|characters|columns|functions|methods|classes|statements|levels|lines|dependencies)\\b|\\b${NUMBER} characters (?:wide|long)\\b|\\bindent\\w*\\b[^.:;,]{0,20}?\\b${NUMBER} (?:spaces|columns)\\b`,
      "gi",
    ),
    reason: "is a number that each project sets for itself",
    instead: 'Add "unless the project says otherwise", or ask for the project\'s threshold.',
  },
];

/** What leaves a number to the project after all. */
export const LEFT_TO_PROJECT = /unless the project|the project's|project says otherwise/i;
