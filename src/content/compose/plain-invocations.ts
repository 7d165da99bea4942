import type { InvocationMap } from "./expand-macros.js";

/** What a harness has to be told where text in angle brackets is left for the moment of the call. */
const FILL = "Fill in what stands in angle brackets.";

const isOpen = (value: unknown) => /<[^<>\n]+>/.test(JSON.stringify(value));

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/**
 * Each macro in plain English, for a harness that gives its own means no other names. A harness replaces what it does
 * by a tool of its own.
 */
export const PLAIN_INVOCATIONS: InvocationMap = {
  operation: ({ name }) => `\`${textOf(name)}\``,
  skill_activation: ({ skill, mode }) =>
    `Enter the skill ${textOf(skill)}${mode === undefined ? "" : ` in mode ${textOf(mode)}`}.`,
  subagent_spawn: ({ target_role, prompt }) => {
    const fill = isOpen(prompt) ? ` ${FILL}` : "";
    return `Start a subagent in the role ${textOf(target_role)} with this prompt.${fill}\n\n${quoted(textOf(prompt))}`;
  },
  task_register: ({ label, state }) => `Show the task as ${textOf(state)} on the progress display: ${textOf(label)}.`,
  user_question: ({ question, options }) => {
    const list = (options as readonly { readonly label: string; readonly description: string }[]).map(
      ({ label, description }) => `- **${label}**: ${description}`,
    );
    const fill = isOpen([question, options]) ? ` ${FILL}` : "";
    const offer = list.length === 0 ? "Let the answer be free." : "Offer these answers.";
    return [
      `Ask the user. ${offer}${fill}`,
      quoted(textOf(question)),
      ...(list.length === 0 ? [] : [list.join("\n")]),
    ].join("\n\n");
  },
  memory_read_observation: () => "",
};

function quoted(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n>\n");
}
