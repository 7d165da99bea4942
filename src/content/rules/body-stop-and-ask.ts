import { blocksIn, bodyTexts, breachIn, sectionOf } from "../bodies/body-text.js";
import { agentBody, greetSaying } from "../bodies/example-bodies.js";
import { SNIPPETS } from "../bodies/snippets.js";
import type { Rule } from "../rule.js";

const SECTION = "Stop and ask";
const LEAST = 3;

/** States of mind: nobody can see them, and models do not notice them in themselves. */
const INVISIBLE =
  /\b(?:unclear|unsure|uncertain|in doubt|ha(?:ve|s) doubts|not (?:\w+ )?clear|clear enough|confus(?:ed|ing)|ambiguous|necessary|needed|appropriate|feels?|seems?|think|not sure|doubtful)\b/i;

export const stopAndAskRules: readonly Rule[] = [
  {
    id: "body/few-triggers",
    guide: "L14",
    level: "warning",
    title: `"${SECTION}" has at least three lines that start with When.`,
    reason: "Agents do not ask unless told when; a model cannot tell a vague task from a clear one by itself.",
    remedy: "Write a line for each case in which going on would cost more than a question.",
    bad: { "agents/helper/body.md": agentBody("", { [SECTION]: ask("- When it is gone, ask; default: none.") }) },
    good: {
      "agents/helper/body.md": agentBody("", {
        [SECTION]: ask(
          "- When it is gone, ask; default: none.\n- When two differ, ask; default: old.\n- When it is late, ask; default: stop.",
        ),
      }),
    },
    check: (content) =>
      bodyTexts(content).flatMap((body) => {
        const section = sectionOf(body, SECTION);
        if (section === undefined) return [];
        const count = blocksIn(body, SECTION).filter(({ text }) => isTrigger(text)).length;
        return count < LEAST
          ? [breachIn(body, section.heading, `${count} of the lines start with When, and ${LEAST} are expected`)]
          : [];
      }),
  },
  {
    id: "body/invisible-trigger",
    guide: "L14",
    level: "warning",
    title: `A line of "${SECTION}" names something that one can see.`,
    reason: '"When unclear" never comes true for somebody who does not notice.',
    remedy: "Name the two values, the missing file or the act at which to stop.",
    bad: greetSaying(SECTION, "- When it is unclear, ask."),
    good: greetSaying(SECTION, "- When no name is given, ask."),
    check: (content) =>
      bodyTexts(content).flatMap((body) =>
        blocksIn(body, SECTION)
          .filter(({ text }) => /^\s*[-*+]\s*(?:When|If)\b/.test(text))
          .flatMap(({ text, offset }) => {
            const found = INVISIBLE.exec(text.split(/[,;:]/)[0] ?? "");
            return found === null ? [] : [breachIn(body, offset, `"${found[0]}" is nothing that one can see`)];
          }),
      ),
  },
];

/** These lines in the section of the helper, which also has to hold the shared paragraphs on asking and on being stuck. */
function ask(lines: string): string {
  const [asking, stuck] = ["ask", "stuck"].map((name) => SNIPPETS.find((snippet) => snippet.name === name)?.text);
  return `${asking}\n\n${lines}\n\n${stuck}`;
}

function isTrigger(text: string): boolean {
  return /^\s*[-*+]\s+When\b/.test(text);
}
