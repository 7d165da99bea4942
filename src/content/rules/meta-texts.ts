import { definitionsOf } from "../content.js";
import { textMember } from "../peek.js";
import { breachAt, type Rule } from "../rule.js";

/** How a description says when: one of these words with what follows it, or a sentence that begins with Use. */
const WHEN =
  /(?:\buse[ds]?\s+(?:it\s+|this\s+)?)?\b(?:when(?:ever)?|if|after|before|once|while|as soon as|until)\b[^.;,]*|(?:^|[.;,:]\s*)use[ds]?\s+(?:it\s+|this\s+|only\s+)?(?:for|on|to|in|at|with|as|by)\b[^.;,]*/gi;

/** Conditions that everything fulfils: the reader decides, and so the description says nothing. */
const EMPTY =
  /^(?:use[ds]?\s+)?(?:it\s+|this\s+)?(?:as|if|when(?:ever)?)\s+(?:it\s+is\s+|you\s+)?(?:ever\s+)?(?:needed|necessary|required|appropriate|useful|applicable|helpful|possible|suitable|relevant|needs?(?:\s+(?:it|help|this))?|it\s+(?:makes\s+sense|helps|fits)|it\s+is)\W*$/i;

/** A sentence that says when, and nothing else. */
const ONLY_WHEN =
  /^used?\s+(?:it\s+|this\s+)?(?:only\s+)?(?:when(?:ever)?|if|after|before|once|while|as soon as)\b[^.;,:]*\.?$/i;

/** Words that say only that there is something. */
const LEAST_WORDS = 4;

const agent = (description: string) => ({
  "agents/helper/meta.yml": `id: helper\nname: helper\ndescription: ${description}\ncategory: do\nresume_tier: bounded\nmodel_tier: standard\ncapabilities: []\n`,
});

export const metaTexts: Rule = {
  id: "meta/description",
  guide: "L23",
  level: "error",
  title: "A description says what an agent or skill does, and when to use it.",
  reason:
    "It is all that a model sees when it chooses; without the when, it is chosen by the sound of its name. When needed is no when: it leaves the choice to the reader.",
  remedy: "Write what comes out, then a sentence that begins with Use when, Use before or Use after.",
  bad: agent("Helps with tests of every kind."),
  good: agent("Helps with tests. Use when one fails."),
  check: (content) =>
    definitionsOf(content).flatMap(({ meta }) => {
      const description = textMember(meta?.document.value, "description");
      const lack = description === undefined ? undefined : lackOf(description.trim());
      return meta === undefined || lack === undefined ? [] : [breachAt(meta.document, "/description", lack)];
    }),
};

/** What a reader misses who has to choose by this description. */
function lackOf(description: string): string | undefined {
  if (description.split(/\s+/).length < LEAST_WORDS) return "the description says too little to choose by";
  const sentences = description.split(/(?<=\.)\s+/);
  if (sentences.every((sentence) => ONLY_WHEN.test(sentence))) return "the description does not say what comes out";
  const conditions = [...description.matchAll(WHEN)].map(([clause]) => clause.replace(/^[\s.;,:]+/, ""));
  if (conditions.length === 0) return "the description does not say when to use it";
  if (conditions.every((clause) => EMPTY.test(clause)))
    return `the description does not say when to use it: "${conditions[0]?.trim()}" holds always`;
  return undefined;
}
