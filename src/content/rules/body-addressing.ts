import { bodyTexts, breachIn, sentencesOf } from "../bodies/body-text.js";
import { helperSaying } from "../bodies/example-bodies.js";
import { isForbidden } from "../bodies/forbidden.js";
import { idOf } from "../content.js";
import type { Rule } from "../rule.js";

/** Verbs by which one turns to somebody. */
const VERBS =
  "ask|tell|inform|notify|message|consult|contact|copy|cc|brief|call|spawn|delegate to|escalate to|report to|talk to|speak (?:to|with)|hand (?:it |this |them )?(?:over )?to|send (?:it |this |them )?to|forward (?:it |this |them )?to|wait for";

export const addressing: Rule = {
  id: "body/addressing",
  guide: "L09",
  level: "error",
  title: "No agent is told to ask, tell, copy or escalate to another agent.",
  reason:
    "Every harness gives an agent one partner, which is Lead; a message to anybody else is never sent, or makes two coordinators. Sentences that forbid it say the same and pass.",
  remedy: "Let the agent name the role and why under `next`; Lead decides.",
  bad: helperSaying("Procedure", "2. In doubt, ask the helper first."),
  good: helperSaying("Procedure", "2. In doubt, name the helper under `next`."),
  check: (content) => {
    const ids = (content.agents ?? []).map(idOf);
    if (ids.length === 0) return [];
    const pattern = new RegExp(`\\b(?:${VERBS})\\s+(?:the\\s+|an?\\s+|another\\s+)?\`?(${ids.join("|")})\\b`, "gi");
    return bodyTexts(content, "agent").flatMap((body) =>
      body.blocks
        .flatMap(sentencesOf)
        .flatMap(({ text, offset }) =>
          [...text.matchAll(pattern)]
            .filter(({ index }) => !isForbidden(text, index))
            .map(({ 0: words, index }) => breachIn(body, offset + index, `"${words}" addresses another agent`)),
        ),
    );
  },
};
