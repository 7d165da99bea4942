import { agentBody, skillBody } from "../bodies/example-bodies.js";
import { type Body, type Content, definitionsOf, idOf } from "../content.js";
import { decisionPassages, type Explained, explain, ownerlessItems } from "../decision-passages.js";
import {
  type DecisionRight,
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
    reason:
      "Where two may decide, both do, and where each waits for the other, nobody does. Words prove an owner where the body says who decides, and nowhere else: what stands in a step tells only that somebody acts on it.",
    remedy:
      "Make owner and bodies agree. Words of said_by stand in a list under Decides, or behind Lead decides, the user decides or you decide; others belong into heeded_by.",
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
    remedy: "Add the decision, or quote all of its words; an item under Decides begins with its owner and a colon.",
    bad: decided(ROWS),
    good: decided(`${ROWS}${PRICE}`),
    check: (content) => check(content, unlisted),
  },
];

type Ask = (tables: Responsibilities, content: Content) => readonly Breach[];

/** Nothing is asked of a content folder that brings no such file. */
function check(content: Content, ask: Ask): readonly Breach[] {
  const tables = responsibilitiesOf(content);
  return tables === undefined ? [] : ask(tables, content);
}

const unknownNames: Ask = ({ document, decisions, handoffs }, content) => {
  const known = ownersOf(content);
  const roles = new Set(definitionsOf(content).map(idOf));
  const owners = decisions
    .filter(({ owner }) => !known.has(owner))
    .map(({ owner, pointer }) =>
      breachAt(document, `${pointer}/owner`, `"${owner}" is neither an agent nor lead nor user`),
    );
  const named = [
    ...decisions.flatMap(({ saidBy, heededBy }) =>
      [...saidBy, ...heededBy].map(({ body, pointer }) => ({ name: body, pointer })),
    ),
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
  const quoted = saidIn(content);
  const quotations = [
    ...decisions.flatMap(({ saidBy, heededBy }) => [...saidBy, ...heededBy]),
    ...handoffs.flatMap(({ sentAs, takenAs }) => [sentAs, takenAs]),
  ];
  return quotations
    .filter((quotation) => quoted(quotation) === false)
    .map(({ body, pointer }) => breachAt(document, pointer, `the body of ${body} does not say so`));
};

function ownersOf(content: Content): ReadonlySet<string> {
  return new Set([...(content.agents ?? []).map(idOf), "lead", "user"]);
}

const plainBodies = new WeakMap<Body, string>();

function plainBody(body: Body | undefined): string {
  if (body === undefined) return "";
  const text = plainBodies.get(body) ?? plainWords(body.text);
  plainBodies.set(body, text);
  return text;
}

/** Whether the words stand in the body that is named; undefined where there is no such body. */
function saidIn(content: Content): (quotation: Quotation) => boolean | undefined {
  const texts = new Map(definitionsOf(content).map((each) => [idOf(each), plainBody(each.body)]));
  return ({ body, words }) => texts.get(body)?.includes(plainWords(words));
}

const twoOwners: Ask = ({ document, decisions }, content) => {
  const explained = explainedBy(decisions, content);
  const owners = ownersOf(content);
  const quoted = saidIn(content);
  return decisions.flatMap((decision, index) => {
    const former = decisions.slice(0, index);
    return [
      ...(former.some(({ id }) => id === decision.id)
        ? [breachAt(document, decision.pointer, `the decision "${decision.id}" stands twice`)]
        : []),
      ...former
        .filter((each) => each.id !== decision.id && sentence(each.decision) === sentence(decision.decision))
        .map(({ id }) => breachAt(document, `${decision.pointer}/decision`, `this is what "${id}" decides`)),
      ...decision.saidBy.flatMap((quotation) => {
        // An owner that nobody is and words that stand nowhere are findings of their own.
        if (!owners.has(decision.owner) || quoted(quotation) !== true) return [];
        const deciders = decidersOf(quotation, explained);
        if (deciders.length === 0)
          return [
            breachAt(document, quotation.pointer, `there the body of ${quotation.body} does not say who decides`),
          ];
        const others = deciders.filter((decider) => decider !== decision.owner);
        return others.map((other) => leftToAnother(document, quotation, other, decision.owner));
      }),
      ...decision.heededBy.flatMap((quotation) =>
        decidersOf(quotation, explained)
          .filter((decider) => decider !== decision.owner && !namesOwner(quotation, decision.owner))
          .map((other) => leftToAnother(document, quotation, other, decision.owner)),
      ),
    ];
  });
};

function leftToAnother(
  document: Responsibilities["document"],
  { body, pointer }: Quotation,
  decider: string,
  owner: string,
): Breach {
  return breachAt(document, pointer, `the body of ${body} leaves this to ${decider}, and the table to ${owner}`);
}

/** All passages, without the words that the tables quote. */
function explainedBy(decisions: readonly DecisionRight[], content: Content): readonly Explained[] {
  const quotations = decisions.flatMap(({ saidBy, heededBy }) => [...saidBy, ...heededBy]);
  return explain(decisionPassages(content), quotations);
}

/** Everybody to whom a body leaves what these words say; nobody where they stand elsewhere in it. */
function decidersOf({ body, words }: Quotation, explained: readonly Explained[]): readonly string[] {
  const holding = explained.filter(({ passage, found }) => passage.body === body && found.has(plainWords(words)));
  return [...new Set(holding.map(({ passage }) => passage.decider))];
}

/**
 * An agent that says whose word replaces its own need not do so in a list of its own: it names the owner. Lead and the
 * user have lists; and "the user" is also whom a role works for.
 */
function namesOwner({ words }: Quotation, owner: string): boolean {
  if (["lead", "user"].includes(owner)) return false;
  return words
    .toLowerCase()
    .split(/[^a-z0-9_-]+/)
    .includes(owner.toLowerCase());
}

/** A sentence as far as it says something: without blanks, full stop and capitals. */
function sentence(text: string): string {
  return plainWords(text).replace(/\.$/, "").toLowerCase();
}

/** What joins decisions to a list, and is none itself. */
const BETWEEN = /^(?:and|or|only|[\s,;.])*$/;

const unlisted: Ask = ({ document, decisions }, content) => {
  const ownerless = ownerlessItems(content);
  const breaches = unlistedIn(decisions, content);
  if (decisions.length > 0 || breaches.length < 2) return [...ownerless, ...breaches];
  // One cause, said once.
  const cause = `there are no decisions here, and bodies leave ${breaches.length} to somebody`;
  return [...ownerless, breachAt(document, "", cause)];
};

const unlistedIn = (decisions: readonly DecisionRight[], content: Content): readonly Breach[] =>
  explainedBy(decisions, content).flatMap(({ passage, rest }) => {
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
