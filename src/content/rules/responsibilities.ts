import { agentBody, skillBody } from "../bodies/example-bodies.js";
import { type Content, definitionsOf, idOf } from "../content.js";
import { targetsOf } from "../handoff-targets.js";
import {
  decisionPassages,
  plainWords,
  type Quotation,
  type Responsibilities,
  responsibilitiesOf,
} from "../responsibilities.js";
import { type Breach, breachAt, type Rule } from "../rule.js";
import { RESPONSIBILITIES_FILE } from "../vocabulary.js";

const BODY = agentBody("", { Decides: "- Alone: the order of steps.\n- The user: scope, price." });
const ROWS = `decisions:
  - { id: steps, decision: The steps., owner: helper, said_by: { helper: the order of steps } }
  - { id: scope, decision: What is done., owner: user, said_by: { helper: scope } }
`;
const PRICE = "  - { id: price, decision: The price., owner: user, said_by: { helper: price } }\n";
const NO_HANDOFFS = "handoffs: []\n";
const GREETING = skillBody("Greet.\n\n{{subagent_spawn target_role=helper prompt=Help}}");
const HANDOFF = "handoffs:\n  - { from: greet, to: helper, gives: [a name], sent_as: Greet., taken_as: You help. }\n";

const decided = (rows: string, body = BODY) => ({
  "agents/helper/body.md": body,
  [RESPONSIBILITIES_FILE]: `${rows}${NO_HANDOFFS}`,
});

export const responsibilityRules: readonly Rule[] = [
  {
    id: "responsibility/known",
    guide: "L22",
    level: "error",
    title: "Whoever decides, sends or receives is an agent or a skill of this content; Lead and the user decide too.",
    reason: "A right of nobody is exercised by whoever comes first.",
    remedy: "Name an agent, lead or user as owner, and agents or skills at both ends of a hand-off.",
    bad: decided(`${ROWS}${PRICE}`.replace("owner: user", "owner: helpers")),
    good: decided(`${ROWS}${PRICE}`),
    check: (content) => check(content, unknownNames),
  },
  {
    id: "responsibility/quoted",
    guide: "L22",
    level: "error",
    title: `The words that ${RESPONSIBILITIES_FILE} quotes stand in the body that it names.`,
    reason: "The table would promise what the agent was never told.",
    remedy: "Quote the body as it is, or mend the body.",
    bad: {
      "agents/helper/body.md": agentBody(),
      "skills/greet/body.md": GREETING,
      [RESPONSIBILITIES_FILE]: `decisions: []\n${HANDOFF.replace("You help.", "You get a name")}`,
    },
    good: { "skills/greet/body.md": GREETING, [RESPONSIBILITIES_FILE]: `decisions: []\n${HANDOFF}` },
    check: (content) => check(content, unquoted),
  },
  {
    id: "responsibility/one-owner",
    guide: "L22",
    level: "error",
    title: "A decision stands once, and every body that speaks of it leaves it to the same owner.",
    reason: "Where two may decide, both do, and where each waits for the other, nobody does.",
    remedy: "Make owner and bodies agree.",
    bad: decided(`${ROWS.replace("owner: helper", "owner: lead")}${PRICE}`),
    good: decided(`${ROWS}${PRICE}`),
    check: (content) => check(content, twoOwners),
  },
  {
    id: "responsibility/listed",
    guide: "L22",
    level: "error",
    title: `Every decision that a body gives to somebody is one of ${RESPONSIBILITIES_FILE}.`,
    reason: "What stands in one body alone is not known to the others, and sooner or later contradicts them.",
    remedy: "Add the decision, or quote all of its words.",
    bad: decided(ROWS),
    good: decided(`${ROWS}${PRICE}`),
    check: (content) => check(content, unlisted),
  },
  {
    id: "responsibility/both-ends",
    guide: "L22",
    level: "error",
    title: `Whatever a body starts, or names as next, is a hand-off of ${RESPONSIBILITIES_FILE}.`,
    reason:
      "The receiver's body has to know what comes; a hand-off that is known at one end alone is dropped at the other.",
    remedy: "Add the hand-off with the words of both bodies.",
    bad: { "skills/greet/body.md": GREETING, [RESPONSIBILITIES_FILE]: `decisions: []\n${NO_HANDOFFS}` },
    good: { "skills/greet/body.md": GREETING, [RESPONSIBILITIES_FILE]: `decisions: []\n${HANDOFF}` },
    check: (content) => check(content, oneEnded),
  },
];

type Ask = (tables: Responsibilities, content: Content) => readonly Breach[];

/** Nothing is asked of a content folder that brings no such file. */
function check(content: Content, ask: Ask): readonly Breach[] {
  const tables = responsibilitiesOf(content);
  return tables === undefined ? [] : ask(tables, content);
}

const unknownNames: Ask = ({ document, decisions, handoffs }, content) => {
  const agents = new Set((content.agents ?? []).map(idOf));
  const roles = new Set(definitionsOf(content).map(idOf));
  const owners = decisions
    .filter(({ owner }) => !["lead", "user"].includes(owner) && !agents.has(owner))
    .map(({ owner, pointer }) =>
      breachAt(document, `${pointer}/owner`, `"${owner}" is neither an agent nor lead nor user`),
    );
  const named = [
    ...decisions.flatMap(({ saidBy }) => saidBy.map(({ body, pointer }) => ({ name: body, pointer }))),
    ...handoffs.flatMap(({ from, to, pointer }) => [
      { name: from, pointer: `${pointer}/from` },
      { name: to, pointer: `${pointer}/to` },
    ]),
  ];
  const others = named
    .filter(({ name }) => !roles.has(name))
    .map(({ name, pointer }) => breachAt(document, pointer, `"${name}" is neither an agent nor a skill`));
  return [...owners, ...others];
};

const unquoted: Ask = ({ document, decisions, handoffs }, content) => {
  const texts = new Map(definitionsOf(content).map((each) => [idOf(each), plainWords(each.body?.text ?? "")]));
  const quotations = [
    ...decisions.flatMap(({ saidBy }) => saidBy),
    ...handoffs.flatMap(({ sentAs, takenAs }) => [sentAs, takenAs]),
  ];
  return quotations
    .filter(({ body, words }) => texts.get(body)?.includes(plainWords(words)) === false)
    .map(({ body, pointer }) => breachAt(document, pointer, `the body of ${body} does not say so`));
};

const twoOwners: Ask = ({ document, decisions }, content) => {
  const passages = decisionPassages(content);
  const seen = new Set<string>();
  return decisions.flatMap(({ id, owner, saidBy, pointer }) => {
    const repeated = seen.has(id) ? [breachAt(document, pointer, `the decision "${id}" stands twice`)] : [];
    seen.add(id);
    const others = saidBy.flatMap((quotation) => {
      const found = passages.find((passage) => holds(passage, quotation));
      // An agent that says whose word replaces its own need not do so in a list of its own.
      if (found === undefined || found.decider === owner || !["lead", "user", quotation.body].includes(owner))
        return [];
      const message = `the body of ${quotation.body} leaves this to ${found.decider}, and the table to ${owner}`;
      return [breachAt(document, quotation.pointer, message)];
    });
    return [...repeated, ...others];
  });
};

/** What joins decisions to a list, and is none itself. */
const BETWEEN = /^(?:and|or|only|[\s,;.])*$/;

const unlisted: Ask = ({ decisions }, content) =>
  decisionPassages(content).flatMap((passage) => {
    const rest = decisions
      .flatMap(({ saidBy }) => saidBy)
      .filter((quotation) => holds(passage, quotation))
      .map(({ words }) => plainWords(words))
      // A short quotation may stand inside a longer one.
      .sort((a, b) => b.length - a.length)
      .reduce((text, words) => text.replace(words, ";"), plainWords(passage.words));
    const left = rest
      .split(/[;,.] ?/)
      .filter((part) => !BETWEEN.test(part))
      .map((part) => part.trim());
    return left.map((part) => ({
      file: passage.file,
      line: passage.line,
      message: `"${part}" is left to ${passage.decider}, and no decision of ${RESPONSIBILITIES_FILE} says so`,
    }));
  });

const oneEnded: Ask = ({ document, handoffs }, content) => {
  const known = new Set(handoffs.map(({ from, to }) => `${from} ${to}`));
  const repeated = handoffs
    .filter(({ from, to }, index) => handoffs.findIndex((each) => each.from === from && each.to === to) < index)
    .map(({ from, to, pointer }) => breachAt(document, pointer, `the hand-off from ${from} to ${to} stands twice`));
  const missing = definitionsOf(content).flatMap((definition) =>
    targetsOf(definition)
      .filter(({ to }) => !known.has(`${idOf(definition)} ${to}`))
      .map(({ to, line }) => ({
        file: definition.body?.file ?? "",
        line,
        message: `${idOf(definition)} hands over to ${to}, and no hand-off of ${RESPONSIBILITIES_FILE} says so`,
      })),
  );
  return [...repeated, ...missing];
};

function holds(passage: { readonly body: string; readonly words: string }, { body, words }: Quotation): boolean {
  return passage.body === body && plainWords(passage.words).includes(plainWords(words));
}
