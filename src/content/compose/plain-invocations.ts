import type { InvocationMap, MacroArguments } from "./expand-macros.js";

/** What a harness has to be told where text in angle brackets is left for the moment of the call. */
const FILL = "Fill in what stands in angle brackets.";

/** By macro the sentence that says what to do. `{name}` is a parameter, and `[…]` falls away where one in it is missing. */
const SENTENCES = {
  operation: "`{name}`",
  skill_activation: "Enter the skill {skill}[ in mode {mode}].",
  subagent_spawn: "Start a subagent in the role {target_role} with this prompt.",
  task_register: "Show the task as {state} on the progress display: {label}.",
  user_question: "Ask the user.",
  memory_read_observation: "",
};

/** By macro what belongs to it beside the sentence: the rest of its paragraph, and paragraphs behind it. */
const MATERIAL: Readonly<Record<string, (args: MacroArguments) => string>> = {
  subagent_spawn: ({ prompt }) => `${isOpen(prompt) ? ` ${FILL}` : ""}\n\n${quoted(textOf(prompt))}`,
  user_question: ({ question, options }) => {
    const list = (options as readonly { readonly label: string; readonly description: string }[]).map(
      ({ label, description }) => `- **${label}**: ${description}`,
    );
    const offer = list.length === 0 ? "Let the answer be free." : "Offer these answers.";
    const paragraphs = [
      ` ${offer}${isOpen([question, options]) ? ` ${FILL}` : ""}`,
      quoted(textOf(question)),
      ...(list.length === 0 ? [] : [list.join("\n")]),
    ];
    return paragraphs.join("\n\n");
  },
};

/**
 * The macros in English, for a harness that gives its own means no other names.
 * @param sentences by macro the sentence in which a harness names its own means instead; `{name}` stands for a
 * parameter, and `[…]` falls away where a parameter in it is missing
 */
export function invocationsIn(sentences: Readonly<Record<string, string>>): InvocationMap {
  return Object.fromEntries(
    Object.entries({ ...SENTENCES, ...sentences }).map(([primitive, sentence]) => [
      primitive,
      (args: MacroArguments) => `${filled(sentence, args)}${MATERIAL[primitive]?.(args) ?? ""}`,
    ]),
  );
}

/** Each macro in plain English. A harness replaces what it does by a tool of its own. */
export const PLAIN_INVOCATIONS: InvocationMap = invocationsIn({});

function filled(template: string, args: MacroArguments): string {
  const isWhole = (text: string) =>
    [...text.matchAll(/\{(\w+)\}/gu)].every(([, name = ""]) => args[name] !== undefined);
  return template
    .replaceAll(/\[([^\]]*)\]/gu, (_, part: string) => (isWhole(part) ? part : ""))
    .replaceAll(/\{(\w+)\}/gu, (_, name: string) => textOf(args[name] ?? ""));
}

function isOpen(value: unknown): boolean {
  return /<[^<>\n]+>/.test(JSON.stringify(value));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function quoted(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n>\n");
}
