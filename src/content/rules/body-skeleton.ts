import { didYouMean } from "../../nearest.js";
import { type BodyText, bodyTexts, breachIn } from "../bodies/body-text.js";
import { agentBody, skillBody } from "../bodies/example-bodies.js";
import { SKELETON } from "../bodies/skeleton.js";
import type { Breach, Rule } from "../rule.js";

export const skeletonRules: readonly Rule[] = [
  {
    id: "body/skeleton",
    guide: "L05",
    level: "error",
    title: `The headings of a body are, in this order and on the second level: ${SKELETON.agent.join(", ")} for an agent; ${SKELETON.skill.join(", ")} for a skill.`,
    reason:
      "What decides stands first, where a long text is read best and cut last, and the same question has its answer in the same place of every body.",
    remedy: "Give the body exactly these headings; what stood under another one belongs under one of them.",
    bad: { "agents/helper/body.md": agentBody("## Guidelines\n\nHelp kindly.") },
    good: { "agents/helper/body.md": agentBody("Help kindly.") },
    check: (content) => bodyTexts(content).flatMap(headingBreaches),
  },
  {
    id: "body/empty-section",
    guide: "L05",
    level: "error",
    title: "Under each heading of a body stands something; a line, a bullet or dots alone are nothing.",
    reason: "An empty heading promises an answer, and the reader makes one up.",
    remedy: "Write the section; if there is nothing to say, say that.",
    bad: { "skills/greet/body.md": skillBody("", { State: "" }) },
    good: { "skills/greet/body.md": skillBody("", { State: "None." }) },
    check: (content) =>
      bodyTexts(content).flatMap((body) =>
        body.sections
          // A rule, a lone bullet or three dots fill a page, and say nothing.
          .filter(({ offset, end }) => saysNothing(body.text.slice(offset, end)))
          .map(({ title, heading }) => breachIn(body, heading, `nothing stands under "${title}"`)),
      ),
  },
];

function saysNothing(text: string): boolean {
  const isPromise = /^\W*(?:to be (?:written|done|defined|decided|added|completed|filled in)|tbd|todo)\W*$/i;
  return !/[\p{L}\p{N}]/u.test(text) || isPromise.test(text.trim());
}

/** Headings that are foreign, missing, doubled or on another level; then one breach for those out of order. */
function headingBreaches(body: BodyText): readonly Breach[] {
  const wanted: readonly string[] = SKELETON[body.kind];
  const breaches: Breach[] = [];
  const seen: string[] = [];
  for (const { title, depth, heading } of body.sections) {
    if (!wanted.includes(title)) {
      breaches.push(
        breachIn(body, heading, `"${title}" is no heading of ${articled(body.kind)}`, didYouMean(title, wanted)),
      );
    } else if (depth !== 2) {
      breaches.push(breachIn(body, heading, `the heading "${title}" stands on level ${depth}`));
    } else if (seen.includes(title)) breaches.push(breachIn(body, heading, `"${title}" stands a second time`));
    else {
      const last = seen.at(-1);
      if (last !== undefined && wanted.indexOf(title) < wanted.indexOf(last)) {
        breaches.push(breachIn(body, heading, `"${title}" stands behind "${last}"`));
      }
      seen.push(title);
    }
  }
  const titles = body.sections.map(({ title }) => title);
  const missing = wanted.filter((title) => !titles.includes(title));
  if (missing.length > 0) {
    const list = missing.map((title) => `"${title}"`).join(", ");
    const message = missing.length === 1 ? `the heading ${list} is missing` : `the headings ${list} are missing`;
    breaches.push(breachIn(body, 0, message));
  }
  return breaches;
}

function articled(kind: BodyText["kind"]): string {
  return kind === "agent" ? "an agent" : "a skill";
}
