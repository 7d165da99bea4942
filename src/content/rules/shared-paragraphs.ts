import { type BodyText, bodyTexts, breachIn } from "./body-text.js";
import { skillBody } from "./example-bodies.js";
import type { Breach, Rule } from "./rule.js";

/** Shorter lines are common phrases, which may repeat. */
const SHORTEST = 40;
const MOST_BODIES = 3;
const MOST_NAMES = 5;

const LINE = "Greet the new arrival by name, and say what you do.";

export const sharedParagraphs: Rule = {
  id: "body/shared-paragraph",
  level: "warning",
  title: `No paragraph of more than ${SHORTEST} characters is in more than ${MOST_BODIES} bodies.`,
  reason: "A text for every role tells none of them how to do its own job, and each copy has to be maintained by hand.",
  remedy: "Say in each body what it means for that role, or leave it to the harness.",
  bad: Object.assign({}, ...["one", "two", "three", "four"].map(greeter)),
  good: Object.assign({}, ...["one", "two", "three"].map(greeter)),
  check: (content) => {
    const places = new Map<string, Map<BodyText, number>>();
    for (const body of bodyTexts(content)) {
      for (const { node, start, end } of body.nodes) {
        if (node.type !== "paragraph") continue;
        const paragraph = body.text.slice(start, end).split(/\s+/).join(" ");
        if (paragraph.length <= SHORTEST) continue;
        const bodies = places.get(paragraph) ?? new Map<BodyText, number>();
        if (!bodies.has(body)) bodies.set(body, start);
        places.set(paragraph, bodies);
      }
    }
    return [...places].flatMap(([paragraph, bodies]): readonly Breach[] => {
      const [first] = bodies;
      if (first === undefined || bodies.size <= MOST_BODIES) return [];
      const shown = paragraph.length > 60 ? `${paragraph.slice(0, 59)}…` : paragraph;
      const ids = [...bodies.keys()].map(({ id }) => id);
      const names = `${ids.slice(0, MOST_NAMES).join(", ")}${ids.length > MOST_NAMES ? ", …" : ""}`;
      return [breachIn(first[0], first[1], `"${shown}" is in ${bodies.size} bodies: ${names}`)];
    });
  },
};

/** A skill of this id with the line in it. */
function greeter(id: string): Readonly<Record<string, string>> {
  return {
    [`skills/${id}/meta.yml`]: `id: ${id}\nname: ${id}\ndescription: Greets.\nmanual_only: true\n`,
    [`skills/${id}/body.md`]: skillBody(LINE),
  };
}
