/** Who decides what, and what passes from one role to another, as `vocabulary/responsibilities.yml` has it. */

import type { LocatedDocument } from "../located-document.js";
import { type Content, definitionsOf, idOf } from "./content.js";
import { listMember, member, textMember } from "./peek.js";

/** Words of a body, and where the file quotes them. */
export interface Quotation {
  /** The id of the agent or skill whose body it is. */
  readonly body: string;
  readonly words: string;
  readonly pointer: string;
}

export interface DecisionRight {
  readonly id: string;
  readonly owner: string;
  readonly saidBy: readonly Quotation[];
  readonly pointer: string;
}

export interface Handoff {
  readonly from: string;
  readonly to: string;
  readonly sentAs: Quotation;
  readonly takenAs: Quotation;
  readonly pointer: string;
}

export interface Responsibilities {
  readonly document: LocatedDocument;
  readonly decisions: readonly DecisionRight[];
  readonly handoffs: readonly Handoff[];
}

/** The tables of a folder, as far as they can be read; undefined where it brings none. */
export function responsibilitiesOf({ responsibilities }: Content): Responsibilities | undefined {
  if (responsibilities === undefined) return undefined;
  const { document } = responsibilities;
  return { document, decisions: readDecisions(document.value), handoffs: readHandoffs(document.value) };
}

function readDecisions(value: unknown): readonly DecisionRight[] {
  return listMember(value, "decisions").flatMap(({ index, item }) => {
    const [id, owner] = [textMember(item, "id"), textMember(item, "owner")];
    if (id === undefined || owner === undefined) return [];
    const pointer = `/decisions/${index}`;
    const quoted = Object.entries(member(item, "said_by") ?? {}).flatMap(([body, words]): Quotation[] =>
      typeof words === "string" ? [{ body, words, pointer: `${pointer}/said_by/${body}` }] : [],
    );
    return [{ id, owner, saidBy: quoted, pointer }];
  });
}

function readHandoffs(value: unknown): readonly Handoff[] {
  return listMember(value, "handoffs").flatMap(({ index, item }) => {
    const pointer = `/handoffs/${index}`;
    const [from, to] = [textMember(item, "from"), textMember(item, "to")];
    const [sent, taken] = [textMember(item, "sent_as"), textMember(item, "taken_as")];
    if (from === undefined || to === undefined || sent === undefined || taken === undefined) return [];
    return [
      {
        from,
        to,
        sentAs: { body: from, words: sent, pointer: `${pointer}/sent_as` },
        takenAs: { body: to, words: taken, pointer: `${pointer}/taken_as` },
        pointer,
      },
    ];
  });
}

/** A passage in which a body says who decides: the list of an agent, or a clause of a skill. */
export interface Passage {
  readonly body: string;
  readonly file: string;
  readonly line: number;
  /** Who decides according to it: the id of the agent itself, `lead` or `user`. */
  readonly decider: string;
  readonly words: string;
}

const LISTS: Readonly<Record<string, string>> = { "Lead on your advice": "lead", "The user": "user" };

/** Everything that the bodies say of who decides. What stands in it beside the decisions themselves is not part of it. */
export function decisionPassages(content: Content): readonly Passage[] {
  return definitionsOf(content).flatMap((definition) => {
    const { body, kind } = definition;
    if (body === undefined) return [];
    const id = idOf(definition);
    const lines = body.text.split("\n");
    const found = lines.flatMap((text, index) => {
      const line = index + 1;
      if (kind === "skill") return clausesOf(text).map((clause) => ({ ...clause, line }));
      const [, list, words] = /^- (Alone|Lead on your advice|The user): (.*)$/.exec(text) ?? [];
      return list === undefined || words === undefined ? [] : [{ decider: LISTS[list] ?? id, words, line }];
    });
    return found.map((passage) => ({ body: id, file: body.file, ...passage }));
  });
}

/** `Lead decides A and B; the user decides C.` says it twice. In auto mode another order holds, which a decision names. */
function clausesOf(text: string): readonly Pick<Passage, "decider" | "words">[] {
  return text
    .split(/(?<=[.;]) /)
    .filter((clause) => !clause.startsWith("In auto mode"))
    .flatMap((clause) => {
      const [, who, words] = /\b(Lead|[Tt]he user) decides (.*)$/.exec(clause) ?? [];
      return who === undefined || words === undefined ? [] : [{ decider: who === "Lead" ? "lead" : "user", words }];
    });
}

/** Words with one blank between them, so that a line end in either text makes no difference. */
export function plainWords(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
