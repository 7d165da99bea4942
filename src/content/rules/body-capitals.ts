import { type BodyText, bodyTexts, breachIn, type Piece, sentencesOf } from "../bodies/body-text.js";
import { helperSaying } from "../bodies/example-bodies.js";
import type { Rule } from "../rule.js";

/** Above this number they say nothing any more. */
const MOST = 10;

/** Capitals anywhere, and a sentence that begins with Never or Always: that is the same command in a lower voice. */
const DIRECTIVE = /\b(?:MUST|NEVER|ALWAYS)\b|^\s*(?:[-*+]|\d+[.)])?\s*\**(?:Never|Always)\b/g;

/** What gives a reason behind a directive: a word for it, or a colon or semicolon with at least two words. */
const REASON = /\b(?:because|so that|since|otherwise|or else)\b|[:;]\s*\S+\s+\S+|,\s+(?:or|for)\b/i;

export const capitalRules: readonly Rule[] = [
  {
    id: "body/capitals-many",
    guide: "L07",
    level: "error",
    title: `A body has at most ${MOST} of MUST, NEVER and ALWAYS, sentences that begin with Never or Always included.`,
    reason:
      "Where everything shouts nothing is louder, and the one rule that must not be broken is read like the rest.",
    remedy: "Keep the capitals for what cannot be undone, and say the rest as a step.",
    bad: helperSaying("Constraints", bans(MOST + 1)),
    good: helperSaying("Constraints", bans(MOST)),
    check: (content) =>
      bodyTexts(content).flatMap((body) => {
        const found = directives(body);
        const [over] = found.slice(MOST);
        return over === undefined
          ? []
          : [breachIn(body, over.offset, `this is number ${MOST + 1} of ${found.length} of MUST, NEVER and ALWAYS`)];
      }),
  },
  {
    id: "body/capitals-reason",
    guide: "L07",
    level: "error",
    title: "MUST, NEVER and ALWAYS have their reason on the same line.",
    reason:
      "A rule with its reason is also kept in the case that nobody thought of. Since, otherwise and a semicolon count like because and a colon: they give the reason as well.",
    remedy: "Put the reason behind a colon, or with because or so that.",
    bad: helperSaying("Constraints", "- NEVER skip checks."),
    good: helperSaying("Constraints", "- Never report a check you did not run: Lead acts on it."),
    check: (content) =>
      bodyTexts(content).flatMap((body) =>
        directives(body)
          .filter(({ rest }) => !REASON.test(rest))
          .map(({ word, offset }) => breachIn(body, offset, `"${word}" stands without its reason`)),
      ),
  },
];

interface Directive {
  readonly word: string;
  readonly offset: number;
  /** What follows it on its line. */
  readonly rest: string;
}

function directives(body: BodyText): readonly Directive[] {
  return body.blocks.flatMap((block) => sentencesOf(block).flatMap((sentence) => directivesIn(block, sentence)));
}

function directivesIn(block: Piece, { text, offset }: Piece): readonly Directive[] {
  return [...text.matchAll(DIRECTIVE)].map(({ 0: match, index }) => {
    const word = match.replace(/^[\s\-*+\d.)]+/, "");
    const at = offset + index + match.length - word.length;
    return { word, offset: at, rest: block.text.slice(at - block.offset + word.length) };
  });
}

function bans(count: number): string {
  const subjects = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"];
  return subjects
    .slice(0, count)
    .map((subject) => `- Never drop ${subject}: it is needed.`)
    .join("\n");
}
