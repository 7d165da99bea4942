import { listMember, textMember } from "../../base/members.js";
import { definitionsOf, idOf } from "../read/content.js";
import { RESPONSIBILITIES_FILE } from "../read/vocabulary.js";
import { breachAt, type Rule } from "./rule.js";

const decided = (owner: string) => ({
  [RESPONSIBILITIES_FILE]: `decisions: [{ id: price, decision: The price., owner: ${owner} }]\nhandoffs: []\n`,
});

export const responsibilities: Rule = {
  id: "responsibility/known",
  level: "warning",
  isHouseStyle: true,
  title:
    "Owners and both ends of a hand-off are agents or skills of this content; an owner may also be Lead or the user.",
  reason: "Without an owner that exists, any role may take the decision.",
  remedy: "Name an agent, lead or user as owner, and agents or skills at both ends of a hand-off.",
  bad: decided("helpers"),
  good: decided("helper"),
  check: (content) => {
    const document = content.responsibilities?.document;
    if (document === undefined) return [];
    const roles = definitionsOf(content).map(idOf);
    const unknown = [
      ...namesIn(document.value, "decisions", ["owner"]).filter(({ name }) => !["lead", "user"].includes(name)),
      ...namesIn(document.value, "handoffs", ["from", "to"]),
    ].filter(({ name }) => !roles.includes(name));
    const first = new Map(unknown.map(({ name, pointer }) => [name, pointer] as const).reverse());
    return [...first].map(([name, pointer]) =>
      breachAt(document, pointer, `"${name}" is neither an agent nor a skill of this folder`),
    );
  },
};

function namesIn(value: unknown, list: string, keys: readonly string[]) {
  return listMember(value, list).flatMap(({ index, item }) =>
    keys.flatMap((key) => {
      const name = textMember(item, key);
      return name === undefined ? [] : [{ name, pointer: `/${list}/${index}/${key}` }];
    }),
  );
}
