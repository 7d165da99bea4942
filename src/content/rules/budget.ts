import { sizesOf } from "./budgets.js";
import { skillBody } from "./example-bodies.js";
import type { Rule } from "./rule.js";

export const budget: Rule = {
  id: "body/tokens-many",
  level: "warning",
  title:
    "A compiled body, with ground rules and report form, keeps to its budget: an agent to 1,800 tokens, nx-setup and nx-sync to 1,500, any other skill to 3,000.",
  reason: "Rules crowd each other out: the longer a prompt, the less reliably an agent follows it.",
  remedy: "Leave out what a capable model does unasked, and say each rule once.",
  bad: { "skills/greet/body.md": skillBody("Every word counts. ".repeat(800)) },
  good: { "skills/greet/body.md": skillBody("Every word counts. ".repeat(500)) },
  check: (content) =>
    sizesOf(content)
      .filter(({ tokens, budget: most }) => tokens > most)
      .map(({ file, tokens, budget: most }) => ({
        file,
        line: 1,
        message: `the compiled body has about ${tokens} tokens, and its budget is ${most}`,
      })),
};
