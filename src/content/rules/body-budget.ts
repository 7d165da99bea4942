import { bodyTexts, breachIn, wordCount } from "../bodies/body-text.js";
import { budgetOf, cutParts, FIRST_BYTES, sizesOf } from "../bodies/budgets.js";
import { agentBody, greetSaying, skillBody } from "../bodies/example-bodies.js";
import { INFO_WORD } from "../report/read-block.js";
import type { Rule } from "../rule.js";

const lines = (count: number): string => Array.from({ length: count }, (_, index) => `- Item ${index}.`).join("\n");
/** More than 8,000 bytes in few words. */
const long = lines(300).replaceAll("Item", "Counterrevolutionary");

export const budgetRules: readonly Rule[] = [
  {
    id: "body/words-few",
    guide: "L06",
    level: "warning",
    title: "The body of an agent has at least 550 words.",
    reason: "Below that some section is a heading with a wish under it.",
    remedy: "Look which section leaves a question open; never add words for their number.",
    bad: { "agents/helper/body.md": agentBody("", { Judgement: "- Look first." }) },
    good: { "agents/helper/body.md": agentBody() },
    check: (content) =>
      bodyTexts(content).flatMap((body) => {
        const { least = 0 } = budgetOf(body.kind, body.id);
        const words = wordCount(body.prose);
        return words < least ? [breachIn(body, 0, `the body has ${words} words, and ${least} are expected`)] : [];
      }),
  },
  {
    id: "body/words-many",
    guide: "L06",
    level: "warning",
    title:
      "A body keeps to its budget: an agent to 850 words, nx-setup and nx-sync to 700, nx-init to 1,000, nx-plan to 1,500, nx-run and any other skill to 1,250.",
    reason: "Rules crowd each other out: of two long prompts, both are kept worse.",
    remedy: "Leave out what a capable model does unasked, and say each rule once.",
    bad: { "skills/greet/body.md": skillBody(lines(400)) },
    good: { "skills/greet/body.md": skillBody(lines(300)) },
    check: (content) =>
      bodyTexts(content).flatMap((body) => {
        const { soft, hard } = budgetOf(body.kind, body.id);
        const words = wordCount(body.prose);
        return words > soft && words <= hard
          ? [breachIn(body, 0, `the body has ${words} words, and its budget is ${soft}`)]
          : [];
      }),
  },
  {
    id: "body/words-limit",
    guide: "L06",
    level: "error",
    title: "No body of an agent has more than 950 words, and none of a skill more than 1,800.",
    reason: "Beyond that the budget is no longer a matter of taste: parts of the text go unread.",
    remedy: "Cut; a body cannot point to a second file, so what is left out has to be needless.",
    bad: { "agents/helper/body.md": agentBody(lines(150)) },
    good: { "agents/helper/body.md": agentBody(lines(50)) },
    check: (content) =>
      bodyTexts(content).flatMap((body) => {
        const { hard } = budgetOf(body.kind, body.id);
        const words = wordCount(body.prose);
        return words > hard ? [breachIn(body, 0, `the body has ${words} words, and ${hard} are the most`)] : [];
      }),
  },
  {
    id: "body/words-set",
    guide: "L06",
    level: "error",
    title: "All bodies together have at most 14,000 words, or a thousand for each where there are more than fourteen.",
    reason:
      "A set that grows by a sentence here and there has no body to blame. The guide counts fourteen bodies; a larger set of somebody else would break the figure by its size alone.",
    remedy: "Shorten the bodies that are furthest above their budgets; the table of nexus-core validate shows them.",
    bad: skills(12),
    good: skills(2),
    check: (content) => {
      const { bodies, words, budget } = sizesOf(content);
      return words > budget
        ? [{ file: "agents", message: `the ${bodies.length} bodies have ${words} words, and ${budget} are the most` }]
        : [];
    },
  },
  {
    id: "body/cut-off",
    guide: "L06",
    level: "error",
    title: `Constraints, Procedure, Stop and ask, the ${INFO_WORD} example and the line on the same failure end within the first 8,000 bytes.`,
    reason: "A harness that shortens skills cuts there, and an agent would work without the end of its rules.",
    remedy: "Move tables and templates behind them, or shorten what stands before.",
    bad: greetSaying("Constraints", long),
    good: greetSaying("Report", long),
    check: (content) =>
      bodyTexts(content).flatMap((body) =>
        cutParts(body).map(({ part, offset, bytes }) =>
          breachIn(body, offset, `${part} ends at byte ${bytes} of the body, behind ${FIRST_BYTES}`),
        ),
      ),
  },
];

/** Skills of 1,200 words and more, each within its own budget. */
function skills(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => `long-${index + 1}`).flatMap((id) => [
      [`skills/${id}/meta.yml`, `id: ${id}\nname: ${id}\ndescription: Greets, when asked to.\nmanual_only: true\n`],
      [`skills/${id}/body.md`, skillBody(lines(360))],
    ]),
  );
}
