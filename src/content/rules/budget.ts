import { bodyTexts, breachIn } from "./body-text.js";
import { budgetOf } from "./budgets.js";
import { skillBody } from "./example-bodies.js";
import type { Rule } from "./rule.js";

export const budget: Rule = {
  id: "body/words-many",
  level: "warning",
  title:
    "A body keeps to its budget: an agent to 850 words, nx-setup and nx-sync to 700, nx-init to 1,000, nx-plan to 1,500, nx-run and any other skill to 1,250.",
  reason: "Rules crowd each other out: the longer a prompt, the less reliably an agent follows it.",
  remedy: "Leave out what a capable model does unasked, and say each rule once.",
  bad: { "skills/greet/body.md": skillBody("word ".repeat(1_250)) },
  good: { "skills/greet/body.md": skillBody("word ".repeat(1_200)) },
  check: (content) =>
    bodyTexts(content).flatMap((body) => {
      const most = budgetOf(body.kind, body.id);
      return body.words > most
        ? [breachIn(body, 0, `the body has ${body.words} words, and its budget is ${most}`)]
        : [];
    }),
};
