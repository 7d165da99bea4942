import { positionsIn } from "../../base/markdown/text-position.js";
import { didYouMean } from "../../base/nearest.js";
import { OPERATIONS } from "../../generated/operation-names.js";
import { type Content, knownIds } from "../read/content.js";
import { isAuthored } from "../read/content-files.js";
import { type BodyText, bodyTexts, breachIn } from "./body-text.js";
import { skillBody } from "./example-bodies.js";
import { OPERATION_BEGINNINGS, PREFIXED_OPERATION } from "./operation-names.js";
import type { Breach, Rule } from "./rule.js";

/** Names that begin like an operation and are something else: parameters, fields of state, members of the report. */
const OTHER_NAMES = ["plan_id", "plan_issue", "task_id", "task_count", "plan_file", "tasks_file"];

export const operationRules: readonly Rule[] = [
  {
    id: "body/unknown-operation",
    level: "error",
    title: `A code span that begins with ${OPERATION_BEGINNINGS.join(", ")} is one of ${OPERATIONS.join(", ")}, without brackets.`,
    reason: "No harness has a tool of another name; a call written out is a program in a language that does not exist.",
    remedy: "Use the name of the contract, and say its parameters in words.",
    bad: { "skills/greet/body.md": skillBody("Call `plan_begin`.") },
    good: { "skills/greet/body.md": skillBody("Call {{operation plan_start}} with `plan_issue`.") },
    check: (content) => bodyTexts(content).flatMap((body) => unknownOperations(content, body)),
  },
  {
    id: "body/operation-in-code",
    level: "warning",
    title: "An operation is named by the macro {{operation …}} and not in a code span.",
    reason: "Each harness has names of its own for operations, and can only insert them where a macro stands.",
    remedy: "Write {{operation plan_start}} in place of `plan_start`.",
    bad: { "skills/greet/body.md": skillBody("Call `plan_start`.") },
    good: { "skills/greet/body.md": skillBody("Call {{operation plan_start}}.") },
    check: (content) =>
      bodyTexts(content).flatMap((body) =>
        body.nodes.flatMap(({ node, start }) =>
          node.type === "inlineCode" && OPERATIONS.some((name) => name === node.value && name.includes("_"))
            ? [breachIn(body, start, `"${node.value}" stands in a code span`)]
            : [],
        ),
      ),
  },
  {
    id: "neutrality/operation-prefix",
    level: "error",
    title: "Operations have their abstract names, without a prefix.",
    reason: "Each harness registers them under names of its own and inserts those.",
    remedy: "Leave the prefix out: {{operation plan_start}}.",
    bad: { "skills/greet/body.md": skillBody("Call nx_plan_start.") },
    good: { "skills/greet/body.md": skillBody("Call {{operation plan_start}}.") },
    check: ({ files }) =>
      [...files.texts].filter(([file]) => isAuthored(file)).flatMap(([file, text]) => prefixed(file, text)),
  },
];

function unknownOperations(content: Content, body: BodyText): readonly Breach[] {
  const known = [...OPERATIONS, ...OTHER_NAMES, ...(knownIds(content, "invocations") ?? [])];
  return body.nodes.flatMap(({ node, start }) => {
    if (node.type !== "inlineCode") return [];
    const [, name = "", bracket] = /^([a-z_]+)\s*(\(?)/.exec(node.value) ?? [];
    if (bracket === "(" && OPERATIONS.includes(name))
      return [breachIn(body, start, `"${name}(…)" is written as a call`)];
    const isLikeOperation = OPERATION_BEGINNINGS.some((beginning) => name.startsWith(beginning));
    if (name !== node.value || !isLikeOperation || known.includes(name)) return [];
    return [breachIn(body, start, `"${name}" is no operation of the contract`, didYouMean(name, OPERATIONS))];
  });
}

function prefixed(file: string, text: string): readonly Breach[] {
  const positionOf = positionsIn(text);
  return [...text.matchAll(PREFIXED_OPERATION)].map(({ 0: word, index }) => ({
    file,
    line: positionOf(index).line,
    message: `"${word}" carries the prefix of a harness`,
  }));
}
