import { expect, test } from "vitest";
import { packageRoot } from "../package-root.js";
import { minimalContent } from "../testing/minimal-content.js";
import { agentBody, skillBody } from "./bodies/example-bodies.js";
import { type Content, definitionsOf, idOf, parseContent } from "./content.js";
import { readContent } from "./read-content.js";
import { plainWords } from "./responsibilities.js";
import { handoffRules } from "./rules/handoffs.js";
import { responsibilityRules } from "./rules/responsibilities.js";
import { validateContent } from "./validate-content.js";
import { RESPONSIBILITIES_FILE } from "./vocabulary.js";

interface Row {
  id: string;
  decision: string;
  owner: string;
  said_by: Record<string, string>;
  heeded_by?: Record<string, string>;
}

interface HandoffRow {
  from: string;
  to: string;
  sent_as: string;
  taken_as: string;
  group?: string;
}

interface Tables {
  decisions: Row[];
  handoffs: HandoffRow[];
}

const content = parseContent(readContent(packageRoot));
const tables = tablesOf(content);
const bodies = definitionsOf(content).map(idOf);
/** Those that find most come first. */
const rules = [...handoffRules, ...responsibilityRules.toReversed()];
const owners = [...(content.agents ?? []).map(idOf), "lead", "user"];

/** What the rules on responsibilities say of the bodies of the package with changed tables. */
function said(change: (tables: Tables) => void): readonly string[] {
  const changed = withTables(change);
  return rules.flatMap((rule) => [...rule.check(changed)].map(({ message }) => `${rule.id}: ${message}`));
}

/** Whether no rule at all finds something in the changed tables. */
function isUnseen(change: (tables: Tables) => void): boolean {
  const changed = withTables(change);
  return !rules.some((rule) => [...rule.check(changed)].length > 0);
}

function withTables(change: (tables: Tables) => void): Content {
  const value = structuredClone(tables);
  change(value);
  const { responsibilities } = content;
  if (responsibilities === undefined) throw new Error(`${RESPONSIBILITIES_FILE} is missing`);
  return { ...content, responsibilities: { issues: [], document: { ...responsibilities.document, value } } };
}

function tablesOf({ responsibilities }: Content): Tables {
  return responsibilities?.document.value as Tables;
}

test("the tables of the package agree with its bodies", () => {
  expect(said(() => undefined)).toEqual([]);
});

test("every decision with any other owner is found", () => {
  const unseen = tables.decisions.flatMap(({ id, owner }, index) =>
    owners
      .filter((other) => other !== owner)
      .filter((other) => isUnseen(({ decisions }) => Object.assign(decisions[index] ?? {}, { owner: other })))
      .map((other) => `${id}: ${other}`),
  );
  expect(unseen).toEqual([]);
});

test("a second row with the words of a decision and any other owner is found, whatever it is called", () => {
  const unseen = tables.decisions.flatMap((row) =>
    owners
      .filter((other) => other !== row.owner)
      .filter((other) =>
        isUnseen(({ decisions }) => decisions.push({ ...row, id: "another", decision: "Another one.", owner: other })),
      )
      .map((other) => `${row.id}: ${other}`),
  );
  expect(unseen).toEqual([]);
});

test("no decision can be given away by calling its words heeded", () => {
  const unseen = tables.decisions.flatMap((row, index) =>
    owners
      .filter((other) => other !== row.owner)
      .flatMap((other) => {
        // The words that prove another decision of the wrong owner stand as the proof of this one too.
        const proof = tables.decisions.find(({ owner }) => owner === other)?.said_by ?? {};
        const changed = { ...row, owner: other, said_by: proof, heeded_by: { ...row.heeded_by, ...row.said_by } };
        return isUnseen(({ decisions }) => decisions.splice(index, 1, changed)) ? [`${row.id}: ${other}`] : [];
      }),
  );
  expect(unseen).toEqual([]);
});

test("every hand-off with any other end is found", () => {
  const unseen = tables.handoffs.flatMap((row, index) =>
    (["from", "to"] as const).flatMap((end) =>
      bodies
        .filter((other) => other !== row[end])
        .filter((other) => isUnseen(({ handoffs }) => Object.assign(handoffs[index] ?? {}, { [end]: other })))
        .map((other) => `${row.from} to ${row.to}: ${end} ${other}`),
    ),
  );
  expect(unseen).toEqual([]);
});

test("every further hand-off is found where neither end names the other, with words that stand in both bodies", () => {
  // Words that another row quotes from this body, and such as speak of nothing in particular.
  const quoted = (key: "sent_as" | "taken_as", body: string) => {
    const end = key === "sent_as" ? "from" : "to";
    return new Set([...tables.handoffs.filter((row) => row[end] === body).map((row) => row[key]), "You"]);
  };
  const isNew = (from: string, to: string) =>
    from !== to && !tables.handoffs.some((row) => row.from === from && row.to === to);
  const unseen = tables.handoffs
    .flatMap((row) => [
      ...bodies
        .filter((to) => isNew(row.from, to))
        .flatMap((to) => [...quoted("taken_as", to)].map((taken_as) => ({ ...row, to, taken_as }))),
      ...bodies
        .filter((from) => isNew(from, row.to))
        .flatMap((from) => [...quoted("sent_as", from)].map((sent_as) => ({ ...row, from, sent_as }))),
    ])
    .filter((row) => isUnseen(({ handoffs }) => handoffs.push(row)));
  // What cannot be told: in which of Lead's skills a report arrives, where several delegate to that agent, or name its
  // field. It is Lead that receives it in each of them.
  const skills = (content.skills ?? []).map(idOf);
  expect(unseen.filter(({ to }) => !skills.includes(to))).toEqual([]);
  expect(unseen.filter(({ from }) => skills.includes(from))).toEqual([]);
});

const ROW = "{ id: steps, decision: The steps., owner: helper, said_by: { helper: the order of steps } }";
const LEFT = agentBody("", { Decides: "- Alone: the order of steps." });

function broken(rows: readonly string[], body = LEFT, skill?: string): readonly string[] {
  const files = minimalContent({
    "agents/helper/body.md": body,
    ...(skill === undefined ? {} : { "skills/greet/body.md": skill }),
    [RESPONSIBILITIES_FILE]: `decisions: [${rows.join(", ")}]\nhandoffs: []\n`,
  });
  return validateContent(files).map(({ rule, message }) => `${rule}: ${message}`);
}

test("one decision under two ids is found, whatever proves the second", () => {
  const body = agentBody("", { Decides: "- Alone: the order of steps, their names." });
  const second = "{ id: names, decision: the steps, owner: helper, said_by: { helper: their names } }";
  expect(broken([ROW, second], body)).toEqual(['responsibility/one-owner: this is what "steps" decides']);
});

test("words that stand in a step prove no owner", () => {
  const row = ROW.replace("said_by: {", "said_by: { greet: it is said,");
  expect(broken([row])).toEqual(["responsibility/one-owner: there the body of greet does not say who decides"]);
});

test("short words are not found inside longer ones", () => {
  const body = agentBody("", { Decides: "- Alone: the order of steps.\n- The user: the order." });
  const order = "{ id: order, decision: The order., owner: user, said_by: { helper: the order } }";
  expect(broken([ROW, order], body)).toEqual([]);
});

test("a list of somebody else in the body of an agent is read", () => {
  const body = agentBody("", { Decides: "- Alone: the order of steps.\n- Greeter: the price." });
  expect(broken([ROW], body)).toEqual([
    `responsibility/listed: "the price" is left to greeter, and no decision of ${RESPONSIBILITIES_FILE} says so`,
  ]);
});

test("a skill leaves something to the user without saying decides twice", () => {
  const skill = skillBody("Lead decides the tune; the user the words.");
  const tune = "{ id: tune, decision: The tune., owner: lead, said_by: { greet: the tune } }";
  const words = "{ id: words, decision: The words., owner: lead, said_by: { greet: the words } }";
  expect(broken([ROW, tune, words], LEFT, skill)).toEqual([
    "responsibility/one-owner: the body of greet leaves this to user, and the table to lead",
  ]);
});

const BODY_LINES = (line: string) => agentBody(line, { Decides: "- Alone: the order of steps." });
const USERS = "{ id: price, decision: The price., owner: user, said_by: { helper: whether it is paid } }";
const PAID = (line: string) =>
  agentBody(line, { Decides: "- Alone: the order of steps.\n- The user: whether it is paid." });

test.each([
  ["Lead decides whether it is paid.", "lead"],
  ["You decide whether it is paid.", "helper"],
  ["- You also decide whether it is paid.", "helper"],
  ["Whether it is paid is your decision.", "helper"],
  ["In the end, whether it is paid is for Lead to decide.", "lead"],
])("an agent that leaves a decision to another outside its lists is found: %s", (line, decider) => {
  expect(broken([ROW, USERS], PAID(line))).toEqual([
    `responsibility/one-owner: the body of helper leaves this to ${decider}, and the table to user`,
  ]);
});

test.each(["The user decides which warnings count.", "You decide which warnings count."])(
  "a decision of no row is found in the clause of an agent: %s",
  (line) => {
    expect(broken([ROW], BODY_LINES(line)).join()).toMatch(/responsibility\/listed: "which warnings count" is left to/);
  },
);

test.each(["- Alone, scope and budget of the work.", "- Scope."])(
  "an item under Decides that names no owner is found: %s",
  (item) => {
    const body = agentBody("", { Decides: `- Alone: the order of steps.\n${item}` });
    expect(broken([ROW], body)).toEqual([
      `responsibility/listed: "${item}" does not say before a colon who decides it`,
    ]);
  },
);

test.each([
  "You decide the order of steps.",
  "The user, who pays, decides.",
  "When the user decides otherwise, go on.",
  "What Lead decides stands in the task.",
  "You decide nothing else.",
  "Name it; the user decides.",
])("nothing is given away in: %s", (line) => {
  expect(broken([ROW], BODY_LINES(line))).toEqual([]);
});

test("words with line ends in between are the same words", () => {
  expect(plainWords("the order\n  of steps ")).toBe("the order of steps");
});
