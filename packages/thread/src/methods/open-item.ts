import type { Metadata, OpenItem } from "../generated/contract.js";
import { closeEscalations, closeFinding, openItem } from "../store/open-items.js";
import type { Transaction } from "../store/store.js";
import type { MessageRow, OpenItemRow } from "../store/tables.js";

const MOST_CHARACTERS = 200;

/** Opens or settles the item of an event: a verdict settles a finding, and thread_resolved settles escalations. */
export async function settleOpenItems(tx: Transaction, message: MessageRow, metadata: Metadata = {}): Promise<void> {
  const { thread_id, event_type, in_reply_to } = message;
  switch (event_type) {
    case "finding_reported":
    case "thread_escalated": {
      const { message_id, seq } = message;
      const item = JSON.stringify(describe(message.body, metadata));
      return openItem(tx, { thread_id, message_id, seq, event_type, item });
    }
    case "finding_verified":
    case "finding_rejected":
      if (in_reply_to === null) return;
      return closeFinding(tx, { thread: thread_id, message: in_reply_to });
    case "thread_resolved":
      return closeEscalations(tx, thread_id);
    default:
  }
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
