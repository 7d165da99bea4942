import { type BodyText, bodyTexts, breachIn, type Piece, sentencesOf } from "../bodies/body-text.js";
import { helperSaying } from "../bodies/example-bodies.js";
import type { Breach, Rule } from "../rule.js";

/**
 * Words that order a loop. "Until" alone orders a wait, and "again" alone a second look; they count beside a verb of
 * doing it over. That is narrower than the guide's list, which would fault "stays in progress until the verdict". To run something anew is one
 * more run; "until" makes a loop of it. A loop as a noun, as in a loop of deps, orders none.
 */
const LOOP =
  /\b(?:retry|retries|retrying|repeat(?:ed(?:ly)?)?|iterat(?:e|es|ing)|keep (?:going|trying|on|(?:work|fix|run|test|search|ask|edit|check|poll|look|retry|improv|refin)ing)|over and over|as many times as|loop (?:over|until|back)|(?:try|run|do|start|go|ask|send|test|check|fix|attempt)\b[^.;:]*\b(?:again|until|as often as)|(?:re-?(?:run|do|try|test|check|start|send|build|write|work|vise|fine)|continue|proceed|work|improve|adjust|edit|change|repair|polish|poll|measure|debug)\b[^.;:]*\b(?:until|as often as|as long as))\b/gi;

/** A number of rounds, or a state in which the loop ends. */
const END =
  /\b(?:\d+|once|twice|one|two|three|four|five|six|second|third|fourth|at most|up to|first|single|no more|ends?|stop|limit|budget|`(?:blocked|partial|unverified|needs_input)`)\b|`(?:blocked|partial|unverified|needs_input)`/i;

export const loops: Rule = {
  id: "body/endless-loop",
  guide: "L13",
  level: "error",
  title:
    "Retry, repeat, iterate, keep going, and again or until behind a verb of doing or of doing anew, stand in or next to a sentence with a number or a named end.",
  reason:
    "A loop without an end is run until the budget is gone, and nobody learns in which state it leaves the world.",
  remedy: "Say how often at most, and what happens then.",
  bad: helperSaying("Procedure", "2. Iterate until it passes."),
  good: helperSaying("Procedure", "2. Retry at most three times, then `blocked`."),
  check: (content) => bodyTexts(content).flatMap((body) => body.blocks.flatMap((block) => endless(body, block))),
};

function endless(body: BodyText, block: Piece): readonly Breach[] {
  // The number of a list item is no number of rounds.
  const text = block.text.replace(/^\s*\d+[.)]/, (mark) => " ".repeat(mark.length));
  const sentences = sentencesOf({ ...block, text });
  return sentences.flatMap(({ text: sentence, offset }, index) => {
    const near = sentences.slice(Math.max(0, index - 1), index + 2);
    if (near.some((piece) => END.test(piece.text))) return [];
    return [...sentence.matchAll(LOOP)].map(({ 0: words, index: at }) =>
      breachIn(body, offset + at, `"${words}" has neither a number nor a named end`),
    );
  });
}
