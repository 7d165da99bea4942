import { definitionsOf, idOf } from "../content.js";
import { skillBody } from "../example-bodies.js";
import { targetsOf } from "../handoff-targets.js";
import { listMember, textMember } from "../peek.js";
import { breachAt, type Rule } from "../rule.js";
import { RESPONSIBILITIES_FILE } from "../vocabulary.js";

const tables = (decision: string, handoffs = "") => ({
  [RESPONSIBILITIES_FILE]: `decisions: [${decision}]\nhandoffs: [${handoffs}]\n`,
});
const STARTED = { "skills/greet/body.md": skillBody("{{subagent_spawn target_role=helper prompt=Help}}") };

export const responsibilityRules: readonly Rule[] = [
  {
    id: "responsibility/known",
    level: "warning",
    title: "Whoever decides, sends or receives is an agent or a skill of this content; Lead and the user decide too.",
    reason: "A right of nobody is exercised by whoever comes first.",
    remedy: "Name an agent, lead or user as owner, and agents or skills at both ends of a hand-off.",
    bad: tables("{ id: price, decision: The price., owner: helpers }"),
    good: tables("{ id: price, decision: The price., owner: helper }"),
    check: (content) => {
      const { responsibilities } = content;
      if (responsibilities === undefined) return [];
      const roles = definitionsOf(content).map(idOf);
      const named = [
        ...namesIn(responsibilities.document.value, "decisions", ["owner"]).map((name) => ({
          ...name,
          known: [...roles, "lead", "user"],
        })),
        ...namesIn(responsibilities.document.value, "handoffs", ["from", "to"]).map((name) => ({
          ...name,
          known: roles,
        })),
      ];
      const unknown = named.filter(({ name, known }) => !known.includes(name));
      return unknown
        .filter(({ name }, index) => unknown.findIndex((other) => other.name === name) === index)
        .map(({ name, pointer }) =>
          breachAt(responsibilities.document, pointer, `"${name}" is neither an agent nor a skill of this folder`),
        );
    },
  },
  {
    id: "responsibility/both-ends",
    level: "warning",
    title: `Whatever a macro starts, and whatever the report that a body shows names as next, is a hand-off of ${RESPONSIBILITIES_FILE}.`,
    reason: "A hand-off that is known at one end alone is dropped at the other.",
    remedy: "Add the hand-off with what it gives.",
    bad: { ...STARTED, ...tables("") },
    good: { ...STARTED, ...tables("", "{ from: greet, to: helper, gives: [a name] }") },
    check: (content) => {
      const { responsibilities } = content;
      if (responsibilities === undefined) return [];
      const known = listMember(responsibilities.document.value, "handoffs").map(
        ({ item }) => `${textMember(item, "from")} ${textMember(item, "to")}`,
      );
      return definitionsOf(content).flatMap((definition) =>
        targetsOf(definition)
          .filter(({ to }) => !known.includes(`${idOf(definition)} ${to}`))
          .map(({ to, line }) => ({
            file: definition.body?.file ?? "",
            line,
            message: `${idOf(definition)} hands over to ${to}, and no hand-off of ${RESPONSIBILITIES_FILE} says so`,
          })),
      );
    },
  },
];

function namesIn(value: unknown, list: string, keys: readonly string[]) {
  return listMember(value, list).flatMap(({ index, item }) =>
    keys.flatMap((key) => {
      const name = textMember(item, key);
      return name === undefined ? [] : [{ name, pointer: `/${list}/${index}/${key}` }];
    }),
  );
}
