import {
  type BodyText,
  bodyTexts,
  breachIn,
  type Piece,
  sectionOf,
  sentencesOf,
  unquoted,
} from "../bodies/body-text.js";
import { helperSaying } from "../bodies/example-bodies.js";
import { LEFT_TO_PROJECT, WORDING, type Wording, type WordingKind } from "../bodies/wording.js";
import type { Content } from "../content.js";
import type { Breach, Rule } from "../rule.js";

export const wordingRules: readonly Rule[] = [
  {
    id: "body/empty-qualifier",
    guide: "L12",
    level: "warning",
    title:
      "No qualifier is empty: appropriately, properly, as needed, best practice, high quality, robust, thorough, carefully, relevant without which.",
    reason:
      "Two readers agree on such a sentence and do different things. In quotations and code spans it is shown, not said.",
    remedy: "Write what somebody could see.",
    bad: helperSaying("Procedure", "2. Handle errors appropriately."),
    good: helperSaying("Procedure", "2. Return the cause; keep the exit status."),
    check: (content) => wordingBreaches(content, "empty-qualifier"),
  },
  {
    id: "body/persona-praise",
    guide: "L19",
    level: "error",
    title: "No persona is praised, by a rank, by years or as the best.",
    reason: "Titles add no skill in any study that counted, and they cost the first line, which is read best.",
    remedy: "Say what the role judges, decides or makes.",
    bad: helperSaying("Role", "You are a world-class expert."),
    good: helperSaying("Role", "You judge whether it holds."),
    check: (content) => wordingBreaches(content, "persona-praise"),
  },
  {
    id: "body/perishable",
    guide: "L19",
    level: "error",
    title: "A body holds no date, month, version, duration or address, of a page without its protocol either.",
    reason: "Each is wrong one day, and nobody looks for it in a prompt.",
    remedy: "Say it without.",
    bad: helperSaying("Procedure", "2. Wait for 5 minutes."),
    good: helperSaying("Procedure", "2. Wait for the answer."),
    check: (content) => wordingBreaches(content, "perishable"),
  },
  {
    id: "body/project-number",
    guide: "L20",
    level: "warning",
    title: "A number that is a project's business is left to the project.",
    reason:
      "Coverage, sizes, numbers of parameters and line lengths differ between projects, and a body that names one overrules them all. Limits under Report are those of the reader's own report, and two files beside each other are a case rather than a threshold: both pass.",
    remedy: "Leave it out where the body does not need it.",
    bad: helperSaying("Procedure", "2. See that coverage is at least 80 %."),
    good: helperSaying("Procedure", "2. Take the threshold of the project."),
    check: (content) => wordingBreaches(content, "project-number"),
  },
];

function wordingBreaches(content: Content, kind: WordingKind): readonly Breach[] {
  const terms = WORDING.filter((term) => term.kind === kind);
  return bodyTexts(content).flatMap((body) =>
    body.blocks
      .filter((block) => kind !== "project-number" || !isInReport(body, block))
      .map((block) => ({ ...block, text: unquoted(block.text) }))
      .flatMap(sentencesOf)
      .filter(({ text }) => kind !== "project-number" || !LEFT_TO_PROJECT.test(text))
      .flatMap(({ text, offset }) =>
        foundIn(text, terms).map(({ words, index, reason, instead }) =>
          breachIn(body, offset + index, `"${words}" ${reason}`, instead),
        ),
      ),
  );
}

/** What the terms find, each stretch of the text once: two of them may name parts of one phrase. */
function foundIn(text: string, terms: readonly Wording[]) {
  const found = terms.flatMap(({ pattern, reason, instead }) =>
    [...text.matchAll(pattern)].map(({ 0: words, index }) => ({
      words,
      index,
      end: index + words.length,
      reason,
      instead,
    })),
  );
  return found.filter((each, at) => !found.slice(0, at).some(({ index, end }) => each.index < end && index < each.end));
}

function isInReport(body: BodyText, { offset }: Piece): boolean {
  const report = sectionOf(body, "Report");
  return report !== undefined && offset >= report.offset && offset < report.end;
}
