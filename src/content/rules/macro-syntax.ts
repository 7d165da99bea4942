import { slotsIn } from "../macros/macro-slots.js";
import type { MacroProblemKind } from "../macros/macros.js";
import { textsOfMacroValue } from "../macros/macros.js";
import { type Content, definitionsOf, knownIds } from "../read/content.js";
import { skillBody } from "./example-bodies.js";
import type { Breach, Example, Rule } from "./rule.js";

const SPAWN = "{{subagent_spawn target_role=helper prompt=>>ORDER}}\nTASK: Say hello.\n<<ORDER\n";

export const macroSyntaxRules: readonly Rule[] = [
  {
    id: "macro/malformed",
    level: "error",
    title: "Two opening braces begin a macro that keeps to the grammar.",
    reason: "A harness expands macros when it builds; one that it cannot read would reach the agent as braces.",
    remedy: "Write {{name key=value}}, with two braces on each side; docs/use/harness-guide.md shows the forms.",
    bad: body("{{subagent_spawn target_role = helper prompt=hello}}\n"),
    good: body("{{subagent_spawn target_role=helper prompt=hello}}\n"),
    check: (content) => problemsOf(content, "malformed"),
  },
  {
    id: "macro/heredoc-label",
    level: "error",
    title: "The label of a heredoc is upper case.",
    reason: "It must be easy to tell from the text that it ends.",
    remedy: "Write the label in upper case, with digits and underscores after the first letter.",
    bad: body(SPAWN.replaceAll("ORDER", "order")),
    good: body(SPAWN),
    check: (content) => problemsOf(content, "heredoc-label"),
  },
  {
    id: "macro/heredoc-duplicate",
    level: "error",
    title: "The labels of a file's heredocs differ.",
    reason: "If a label is used twice, a heredoc with a missing end takes the end of the next one.",
    remedy: "Give this heredoc a label of its own.",
    bad: body(SPAWN + SPAWN),
    good: body(SPAWN + SPAWN.replaceAll("ORDER", "SECOND_ORDER")),
    check: (content) => problemsOf(content, "heredoc-duplicate"),
  },
  {
    id: "macro/heredoc-unclosed",
    level: "error",
    title: "Every heredoc ends in a line that holds << and its label and nothing else, and no other line does so.",
    reason: "Without its end the rest of the body would become the value.",
    remedy: "Put <<LABEL, as the macro names it, on a line of its own after the text.",
    bad: body(SPAWN.replace("\n<<ORDER", "\n  <<ORDER")),
    good: body(SPAWN),
    check: (content) => problemsOf(content, "heredoc-unclosed"),
  },
  {
    id: "macro/heredoc-nested",
    level: "error",
    title: "No heredoc opens inside another.",
    reason: "The text of a heredoc is literal, so the inner macro would never be expanded.",
    remedy: "Take the inner macro out of the text, or hand its text over as a quoted value.",
    bad: body(SPAWN.replace("Say hello.", "{{subagent_spawn target_role=helper prompt=>>INNER}}")),
    good: body(SPAWN.replace("Say hello.", "{{subagent_spawn}} is literal here.")),
    check: (content) => problemsOf(content, "heredoc-nested"),
  },
  {
    id: "macro/unfilled-slot",
    level: "error",
    title:
      "A value that is filled at the moment of the call says so in angle brackets, as in <the name of the option>.",
    reason:
      "A harness expands {name}, [INSERT LIST] and $LIST to themselves, and nobody knows that something belongs there. Text in code is no slot.",
    remedy: "Write what belongs there in angle brackets, and close them.",
    bad: body(SPAWN.replace("hello", "{greeting}")),
    good: body(SPAWN.replace("hello", "<the greeting that the user chose>")),
    check: (content) => [...problemsOf(content, "unfilled-slot"), ...slotsOf(content)],
  },
];

function body(text: string): Example {
  return { "skills/greet/body.md": skillBody(text) };
}

function problemsOf(content: Content, kind: MacroProblemKind): readonly Breach[] {
  return definitionsOf(content).flatMap(({ body }) =>
    (body?.macros.problems ?? [])
      .filter((problem) => problem.kind === kind)
      .map(({ message, offset }) => ({
        file: body?.file ?? "",
        line: body?.macros.positionOf(offset).line ?? 1,
        message,
      })),
  );
}

function slotsOf(content: Content): readonly Breach[] {
  const primitives = knownIds(content, "invocations") ?? [];
  return definitionsOf(content).flatMap(({ body }) =>
    body === undefined
      ? []
      : body.macros.macros
          .flatMap(({ args }) => args.flatMap(({ value }) => textsOfMacroValue(value)))
          .flatMap(({ text, offset }) =>
            slotsIn(text, primitives).map(({ text: slot, offset: index }) => ({
              file: body.file,
              line: body.macros.positionOf(offset).line + text.slice(0, index).split("\n").length - 1,
              message: `the slot ${slot} was left unfilled`,
            })),
          ),
  );
}
