/** Who decides what, and what passes from one role to another, as `vocabulary/responsibilities.yml` has it. */

import type { LocatedDocument } from "../located-document.js";
import type { Content } from "./content.js";
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
  /** What is decided. */
  readonly decision: string;
  readonly owner: string;
  /** Each stands where its body says who decides. */
  readonly saidBy: readonly Quotation[];
  /** Bodies that act on the decision without saying whose it is, or name its owner. */
  readonly heededBy: readonly Quotation[];
  readonly pointer: string;
}

export interface Handoff {
  readonly from: string;
  readonly to: string;
  readonly sentAs: Quotation;
  readonly takenAs: Quotation;
  /** The word of the sender for several receivers, where it names none of them. */
  readonly group: string | undefined;
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
    const quoted = (key: string) =>
      Object.entries(member(item, key) ?? {}).flatMap(([body, words]): Quotation[] =>
        typeof words === "string" ? [{ body, words, pointer: `${pointer}/${key}/${body}` }] : [],
      );
    const decision = textMember(item, "decision") ?? "";
    return [{ id, decision, owner, saidBy: quoted("said_by"), heededBy: quoted("heeded_by"), pointer }];
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
        group: textMember(item, "group"),
        pointer,
      },
    ];
  });
}

/** Words with one blank between them, so that a line end in either text makes no difference. */
export function plainWords(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
