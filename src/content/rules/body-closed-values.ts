import { didYouMean } from "../../nearest.js";
import { type BodyText, bodyTexts, breachIn, type Piece } from "../bodies/body-text.js";
import { helperSaying } from "../bodies/example-bodies.js";
import { CAPITAL_WORDS, REPORT_VALUES } from "../bodies/report-values.js";
import { valueClaims } from "../bodies/value-claims.js";
import type { Breach, Rule } from "../rule.js";

const CAPITALS = Object.values(CAPITAL_WORDS).flat();

export const closedValueRules: readonly Rule[] = [
  {
    id: "body/capital-word",
    guide: "L11",
    level: "error",
    title: `A word in capitals is a value of the report form (${CAPITALS.slice(0, 8).join(", ")}), a block of a delegation, a group of roles, or an everyday abbreviation.`,
    reason:
      "Capitals mark a closed value; one that no form knows comes back in reports, and nothing that reads them takes it. Names of files, abbreviations such as JSON and the two project markers are no values, and are left alone.",
    remedy: "Use the value of the report form, or write the word in lower case.",
    bad: helperSaying("Report", "The verdict may be NEEDS_CHANGES."),
    good: helperSaying("Report", "The verdict may be REVISION_REQUIRED."),
    check: (content) => bodyTexts(content).flatMap(capitalBreaches),
  },
  {
    id: "body/closed-value",
    guide: "L11",
    level: "error",
    title:
      "Where a body says which values status, verdict, severity, outcome or result may have, they are those of the report form.",
    reason:
      "A value that the form does not have makes a report that does not parse, or hides one that Lead has to act on. The states of tasks and issues are values of status, too; what a sentence says of a field in plain words is no list.",
    remedy: "List values of the form only.",
    bad: helperSaying("Report", "`status`: complete, failed."),
    good: helperSaying("Report", "`status`: complete, partial (a gap)."),
    check: (content) => bodyTexts(content).flatMap((body) => body.blocks.flatMap((block) => listBreaches(body, block))),
  },
];

function capitalBreaches(body: BodyText): readonly Breach[] {
  // Behind the last end of a comment none is complete, and every start would look for its end in vain.
  const last = body.prose.lastIndexOf("-->") + 3;
  const comments = body.prose.slice(0, last).replace(/<!--[\s\S]*?-->/g, (text) => text.replace(/[^\n]/g, " "));
  const prose = comments + body.prose.slice(last);
  return [...prose.matchAll(/(?<![\w./{<-])[A-Z][A-Z_]{2,}(?![\w/-]|\.\w)/g)]
    .filter(({ 0: word, index }) => !CAPITALS.includes(word) && !isQuoted(prose, index, word))
    .map(({ 0: word, index }) =>
      breachIn(body, index, `"${word}" is no closed value of any form`, didYouMean(word, CAPITALS)),
    );
}

/** What a message or a person says, unless a verb in front has the reader say it: "write "DONE" beside it". */
function isQuoted(prose: string, at: number, word: string): boolean {
  if (prose[at - 1] !== '"' || !/^[.!]?"/.test(prose.slice(at + word.length, at + word.length + 2))) return false;
  return !/(?:\b(?:write|return|report|answer|say|mark|use|give|set|put|add|end with|as|to|is|be|verdict|status|severity|outcome|result)|[:,=])\s*(?:it\s+|them\s+)?$/i.test(
    prose.slice(Math.max(0, at - 40), at - 1),
  );
}

function listBreaches(body: BodyText, block: Piece): readonly Breach[] {
  return valueClaims(block.text).map(({ field, value, offset }) =>
    breachIn(
      body,
      block.offset + offset,
      `"${value}" is no ${field} of the report form`,
      didYouMean(value, REPORT_VALUES[field] ?? []),
    ),
  );
}
