import { blocksIn, bodyTexts, breachIn, sentencesOf } from "../bodies/body-text.js";
import { helperSaying } from "../bodies/example-bodies.js";
import type { Rule } from "../rule.js";

const BAN =
  /^\s*(?:[-*+]|\d+[.)])?\s*\**(?:Don't|Do not|Never|No longer|Avoid|Refrain|(?:You|The agent|Agents) (?:must(?:n't| not| never)|may (?:not|never)|shall (?:not|never)|should(?:n't| not| never)|are not to|is not to|are never to))\b|^[^,;:]*\b(?:is|are) (?:strictly )?(?:forbidden|prohibited|banned|not (?:allowed|permitted))[*_.!]*\s*$/;

/** Says when a step is over, which is no alternative to what it forbids. */
const EXIT = /^\s*(?:Done when|Done if|Exit\b)/;

/**
 * What shows an alternative in the ban's own sentence; a sentence behind it on the line does as well. In "only the happy
 * path" and "anything but tests" the words belong to what is banned.
 */
const ALTERNATIVE =
  /[:;]\s*\S|\b(?:instead|rather)\b|(?<!\b(?:anything|anyone|anybody|nothing|everything|all|any [\w-]+) )\bbut\b(?! also\b)|[,–—]\s*(?:and )?only\b|\bonly (?:if|when|where|after|with|by|through|once|as|in)\b/i;

export const bans: Rule = {
  id: "body/bare-ban",
  guide: "L21",
  level: "warning",
  title: "A ban in a procedure, as do not, you must not or is forbidden, has what to do instead on the same line.",
  reason: "A ban says what is wrong and leaves the reader where the wrong thing was the only one at hand.",
  remedy: "Put the alternative behind a colon.",
  bad: helperSaying("Procedure", "2. Don't guess the unit."),
  good: helperSaying("Procedure", "2. Don't guess the unit: open the caller."),
  check: (content) =>
    bodyTexts(content).flatMap((body) =>
      blocksIn(body, "Procedure").flatMap((block) => {
        const sentences = sentencesOf(block).filter(({ text }) => !/^\s*\d+[.)]\s*$/.test(text) && !EXIT.test(text));
        return sentences
          .filter(({ text }, index) => BAN.test(text) && !ALTERNATIVE.test(text) && index === sentences.length - 1)
          .map(({ text, offset }) => breachIn(body, offset, `"${text.trim()}" says nothing to do instead`));
      }),
    ),
};
