import { definitionsOf } from "../content.js";
import { textMember } from "../peek.js";
import { breachAt, type Rule } from "../rule.js";

/** How a description says when: a second sentence or clause that begins with one of these. */
const WHEN = /\b(?:use|when(?:ever)?|if|after|before|once|while|as soon as|until)\b/i;

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
  reason: "It is all that a model sees when it chooses; without the when, it is chosen by the sound of its name.",
  remedy: "Write what comes out, then a sentence that begins with Use when, Use before or Use after.",
  bad: agent("Helps with tests of every kind."),
  good: agent("Helps with tests. Use when one fails."),
  check: (content) =>
    definitionsOf(content).flatMap(({ meta }) => {
      const description = textMember(meta?.document.value, "description");
      if (meta === undefined || description === undefined) return [];
      const words = description.trim().split(/\s+/).length;
      if (words < LEAST_WORDS)
        return [breachAt(meta.document, "/description", "the description says too little to choose by")];
      return WHEN.test(description)
        ? []
        : [breachAt(meta.document, "/description", "the description does not say when to use it")];
    }),
};
