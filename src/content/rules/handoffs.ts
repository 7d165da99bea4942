import { skillBody } from "../bodies/example-bodies.js";
import { type Content, definitionsOf, entriesOf, idOf } from "../content.js";
import { targetsOf } from "../handoff-targets.js";
import { textMember } from "../peek.js";
import { type Handoff, type Responsibilities, responsibilitiesOf } from "../responsibilities.js";
import { type Breach, breachAt, type Rule } from "../rule.js";
import { RESPONSIBILITIES_FILE } from "../vocabulary.js";

const GREETING = skillBody("Greet.\n\n{{subagent_spawn target_role=helper prompt=Help}}");
const HANDOFF = "{ from: greet, to: helper, gives: [a name], sent_as: Greet., taken_as: You help. }";

const handed = (rows: string, body = GREETING) => ({
  "skills/greet/body.md": body,
  [RESPONSIBILITIES_FILE]: `decisions: []\nhandoffs: [${rows}]\n`,
});

export const handoffRules: readonly Rule[] = [
  {
    id: "responsibility/both-ends",
    guide: "L22",
    level: "error",
    title: `Whatever a body starts, or names as next, is a hand-off of ${RESPONSIBILITIES_FILE}.`,
    reason:
      "The receiver's body has to know what comes; a hand-off that is known at one end alone is dropped at the other.",
    remedy: "Add the hand-off with the words of both bodies.",
    bad: handed(""),
    good: handed(HANDOFF),
    check: (content) => check(content, oneEnded),
  },
  {
    id: "responsibility/named-end",
    guide: "L22",
    level: "error",
    title: "The words of a hand-off show who is at the other end.",
    reason:
      "Words that fit any receiver fit the wrong one too. The sender starts the receiver, or names it as next, or in the words; or the receiver names the sender; or both quote the same field; or it is the report on a delegation that stands here as well. A group is one of agents.",
    remedy:
      "Quote words that name the other end by its id, or a skill by its tag; for a word that stands for several receivers, put it into group.",
    bad: handed(HANDOFF, skillBody("Greet.")),
    good: handed(HANDOFF.replace("Greet.", "Greet by helper."), skillBody("Greet by helper.")),
    check: (content) => check(content, namelessEnds),
  },
];

/** Nothing is asked of a content folder that brings no such file. */
function check(
  content: Content,
  ask: (tables: Responsibilities, content: Content) => readonly Breach[],
): readonly Breach[] {
  const tables = responsibilitiesOf(content);
  return tables === undefined ? [] : ask(tables, content);
}

function oneEnded({ document, handoffs }: Responsibilities, content: Content): readonly Breach[] {
  const known = new Set(handoffs.map(pairOf));
  const repeated = handoffs
    .filter((handoff, index) => handoffs.findIndex((each) => pairOf(each) === pairOf(handoff)) < index)
    .map(({ from, to, pointer }) => breachAt(document, pointer, `the hand-off from ${from} to ${to} stands twice`));
  const missing = startedBy(content)
    .filter((target) => !known.has(pairOf(target)))
    .map(({ from, to, file, line }) => ({
      file,
      line,
      message: `${from} hands over to ${to}, and no hand-off of ${RESPONSIBILITIES_FILE} says so`,
    }));
  // One cause, said once.
  if (handoffs.length === 0 && missing.length > 1) {
    return [breachAt(document, "", `there are no hand-offs here, and bodies start ${missing.length}`)];
  }
  return [...repeated, ...missing];
}

function namelessEnds({ document, handoffs }: Responsibilities, content: Content): readonly Breach[] {
  const started = new Set(startedBy(content).map(pairOf));
  const pairs = new Set(handoffs.map(pairOf));
  const skills = new Set((content.skills ?? []).map(idOf));
  const agents = new Set((content.agents ?? []).map(idOf));
  const namesOther = (words: string, to: string) => [...agents].some((id) => id !== to && isNamedIn(words, [id]));
  return handoffs
    .filter(({ from, to }) => [from, to].every((end) => agents.has(end) || skills.has(end)))
    .filter(({ from, to, sentAs, takenAs, group }) => {
      // Agents report to the skill of Lead that delegates to them, whatever it is about.
      const isReport =
        skills.has(to) &&
        agents.has(from) &&
        pairs.has(pairOf({ from: to, to: from })) &&
        !namesOther(sentAs.words, to);
      return !(
        started.has(pairOf({ from, to })) ||
        isReport ||
        isNamedIn(sentAs.words, namesOf(to, content)) ||
        isNamedIn(takenAs.words, namesOf(from, content)) ||
        fieldsOf(sentAs.words).some((field) => fieldsOf(takenAs.words).includes(field)) ||
        (group !== undefined && agents.has(to) && isNamedIn(sentAs.words, [group]))
      );
    })
    .map(({ from, to, pointer }) =>
      breachAt(document, pointer, `neither ${from} names ${to} here, nor ${to} names ${from}`),
    );
}

function pairOf({ from, to }: Pick<Handoff, "from" | "to">): string {
  return `${from} ${to}`;
}

function startedBy(content: Content) {
  return definitionsOf(content).flatMap((definition) =>
    targetsOf(definition).map((target) => ({ ...target, from: idOf(definition), file: definition.body?.file ?? "" })),
  );
}

/** What a role is called in a body: by its id, and a skill by the tags that start it. */
function namesOf(id: string, content: Content): readonly string[] {
  const tags = (entriesOf(content, "tags") ?? []).filter(({ value }) => textMember(value, "skill") === id);
  return [id, ...tags.map(({ value }) => textMember(value, "trigger") ?? id)];
}

/** As a word, and of an id also the plural. */
function isNamedIn(words: string, names: readonly string[]): boolean {
  return names.some((name) => {
    const literal = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return new RegExp(`(?<![\\w-])${literal}s?(?![\\w-])`, "i").test(words);
  });
}

function fieldsOf(words: string): readonly string[] {
  return [...words.matchAll(/`([^`]+)`/g)].map(([, field = ""]) => field);
}
