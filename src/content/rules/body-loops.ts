import { type BodyText, bodyTexts, breachIn, type Piece, sentencesOf } from "../bodies/body-text.js";
import { helperSaying } from "../bodies/example-bodies.js";
import { isForbidden } from "../bodies/forbidden.js";
import { FINITE, LOOP, ROUNDS } from "../bodies/loop-words.js";
import type { Breach, Rule } from "../rule.js";

export const loops: Rule = {
  id: "body/endless-loop",
  guide: "L13",
  level: "error",
  title:
    "Retry, repeat, iterate, keep going, again or until behind a verb of doing or of doing anew, and going back while something holds, stand in or next to a sentence with a number of rounds or a named end.",
  reason:
    "A loop without an end is run until the budget is gone, and nobody learns in which state it leaves the world. A number that counts something else, as step 5 or the second check, ends nothing; going through a list ends with it.",
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
    if (FINITE.test(sentence) || near.some((piece) => ROUNDS.test(piece.text))) return [];
    return (
      [...sentence.matchAll(LOOP)]
        // "Do not start a check until its store is empty" orders a wait.
        .filter(({ 0: words, index: at }) => !isForbidden(sentence, at, at + words.length))
        .map(({ 0: words, index: at }) =>
          breachIn(body, offset + at, `"${words}" has neither a number of rounds nor a named end`),
        )
    );
  });
}
