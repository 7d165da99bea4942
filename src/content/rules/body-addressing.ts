import { addressPatterns, goesUnderNext, isAnothersAct } from "../bodies/addresses.js";
import { type BodyText, bodyTexts, breachIn, sentencesOf, withoutSpeech } from "../bodies/body-text.js";
import { isOrder, partBefore } from "../bodies/clauses.js";
import { helperSaying } from "../bodies/example-bodies.js";
import { isForbidden } from "../bodies/forbidden.js";
import { idOf } from "../content.js";
import type { Breach, Rule } from "../rule.js";

export const addressing: Rule = {
  id: "body/addressing",
  guide: "L09",
  level: "error",
  title:
    "No agent is told to ask, tell, copy or escalate to another agent, to hand it work, to check with it or to have it do something.",
  reason:
    "Every harness gives an agent one partner, which is Lead; a message to anybody else is never sent, or makes two coordinators. Clauses that forbid it say the same and pass, and so does what is put under `next` and what Lead asks of another.",
  remedy: "Let the agent name the role and why under `next`; Lead decides.",
  bad: helperSaying("Procedure", "2. In doubt, ask the helper first."),
  good: helperSaying("Procedure", "2. In doubt, name the helper under `next`."),
  check: (content) => {
    const ids = (content.agents ?? []).map(idOf);
    if (ids.length === 0) return [];
    const patterns = addressPatterns(ids);
    return bodyTexts(content, "agent").flatMap((body) =>
      body.blocks
        .map((block) => ({ ...block, text: withoutSpeech(block.text) }))
        .flatMap(sentencesOf)
        .flatMap(({ text, offset }) =>
          addressesIn(text, patterns).map(({ words, at }) => breach(body, words, offset + at)),
        ),
    );
  },
};

function addressesIn(text: string, patterns: ReturnType<typeof addressPatterns>) {
  const found = patterns
    .flatMap(({ pattern, isOrder: mustBeOrder }) =>
      [...text.matchAll(pattern)].map(({ 0: words, index }) => ({ words, at: index, mustBeOrder })),
    )
    .filter(({ at, words, mustBeOrder }) => {
      if (mustBeOrder && !isOrder(text, at)) return false;
      const before = partBefore(text, at);
      const behind = text.slice(at).split(/[,;:]/, 1)[0] ?? "";
      return !isAnothersAct(before) && !goesUnderNext(before + behind) && !isForbidden(text, at, at + words.length);
    });
  // Two patterns may see one address.
  return found.filter(({ at }, index) => found.findIndex((each) => each.at === at) === index);
}

function breach(body: BodyText, words: string, offset: number): Breach {
  return breachIn(body, offset, `"${words.replaceAll(/\s+/g, " ")}" addresses another agent`);
}
