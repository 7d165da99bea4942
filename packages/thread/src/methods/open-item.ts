import { type Caller, oversees } from "../base/caller.js";
import { ThreadError } from "../contract/thread-error.js";
import type { Metadata, OpenItem } from "../generated/contract.js";
import type { RepliedTo } from "../store/messages.js";
import { closeItem, openItem, openItemsOf } from "../store/open-items.js";
import type { Transaction } from "../store/store.js";
import type { MessageRow, OpenItemRow } from "../store/tables.js";

const MOST_CHARACTERS = 200;

/** What a message is about, before it is stored. */
interface Post {
  readonly thread: string;
  readonly eventType: string | null;
  /** The message that it replies to; undefined if it replies to none. */
  readonly repliedTo: RepliedTo | undefined;
}

export interface Settlement {
  /** The items that the message settles. */
  readonly settled: readonly OpenItemRow[];
  /** Tells the sender that its verdict settles nothing, and why. */
  readonly warning: string | null;
}

const NOTHING: Settlement = { settled: [], warning: null };

/**
 * The items that a message settles: a verdict settles the finding that it replies to, and thread_resolved settles
 * escalations. Only who has raised an item, or oversees the workspace, may settle it. Otherwise the one who is
 * criticized could clear the way for closing the thread.
 * @throws ThreadError INSUFFICIENT_AUTHORITY
 */
export async function settlementBy(tx: Transaction, caller: Caller, post: Post): Promise<Settlement> {
  switch (post.eventType) {
    case "finding_verified":
    case "finding_rejected":
      return verdictBy(tx, caller, post);
    case "thread_resolved":
      return resolutionBy(tx, caller, post.thread);
    default:
      return NOTHING;
  }
}

async function verdictBy(tx: Transaction, caller: Caller, { thread, repliedTo: finding }: Post): Promise<Settlement> {
  if (finding?.event_type !== "finding_reported") {
    return warned("This verdict settles nothing: in_reply_to must name the message that reported the finding.");
  }
  if (finding.sender_agent_id !== caller.agentId && !oversees(caller))
    throw ThreadError.of("FINDING_OF_OTHER_AGENT", {});
  const item = (await openItemsOf(tx, thread)).find(({ seq }) => seq === finding.seq);
  return item === undefined ? warned("The finding had its verdict before.") : { settled: [item], warning: null };
}

async function resolutionBy(tx: Transaction, caller: Caller, thread: string): Promise<Settlement> {
  const open = (await openItemsOf(tx, thread)).filter(({ event_type }) => event_type === "thread_escalated");
  const settled = open.filter(({ raised_by }) => raised_by === caller.agentId || oversees(caller));
  if (open.length === 0) return warned("This settles nothing: no escalation is open.");
  if (settled.length === 0) throw ThreadError.of("ESCALATION_OF_OTHER_AGENT", {});
  return { settled, warning: null };
}

function warned(warning: string): Settlement {
  return { settled: [], warning };
}

/** Stores what the message opens or settles. */
export function keepOpenItems(
  tx: Transaction,
  message: MessageRow,
  metadata: Metadata = {},
  settled: readonly OpenItemRow[] = [],
): void {
  for (const item of settled) closeItem(tx, item);
  const { thread_id, message_id, seq, event_type, sender_agent_id: raised_by } = message;
  if (event_type !== "finding_reported" && event_type !== "thread_escalated") return;
  const item = JSON.stringify(describe(message.body, metadata));
  openItem(tx, { thread_id, message_id, seq, event_type, raised_by, item });
}

/** An open item as summarize_thread lists it. */
export function shownOpenItem({ message_id, seq, event_type, item }: OpenItemRow): OpenItem {
  return { message_id, seq, event_type, ...(JSON.parse(item) as Pick<OpenItem, "body">) };
}

/** The most useful facts of an item. Members of metadata with an unexpected type are omitted. */
function describe(body: string, { severity, file, line, task_id }: Metadata): Pick<OpenItem, "body"> {
  return {
    body: beginningOf(body, MOST_CHARACTERS),
    ...(typeof severity === "string" ? { severity } : {}),
    ...(typeof file === "string" ? { file } : {}),
    ...(Number.isSafeInteger(line) ? { line } : {}),
    ...(typeof task_id === "string" ? { task_id } : {}),
  };
}

/** The first characters of a text, without cutting a surrogate pair in half. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = Array.from(text.slice(0, 2 * most));
  return characters.slice(0, most).join("");
}
