import type { OpenItem, ThreadStatus } from "../generated/contract.js";
import type { MessageSketch } from "../store/messages.js";
import { beginningOf } from "./open-item.js";

const MOST_CHARACTERS = 2000;
const MOST_SENDERS = 10;
const MOST_ITEMS = 5;
const LAST_MESSAGES = 3;

export interface Summarized {
  /** The messages of the thread, oldest first. */
  readonly messages: readonly MessageSketch[];
  readonly status: ThreadStatus;
  readonly open: readonly OpenItem[];
}

/**
 * A thread in a few lines: the number of messages and their senders, the events, what is open, and how it ended. It is
 * computed by counting, so that the same thread always has the same summary, and no agent's text can act as instructions.
 */
export function summaryOf({ messages, status, open }: Summarized): string {
  const lines = [
    `${counted(messages.length, "message")}${sendersOf(messages)}. The thread is ${status}.`,
    ...eventsOf(messages),
    ...open.slice(0, MOST_ITEMS).map((item) => `Open: ${item.event_type} #${item.seq}${shown(item.body)}`),
    ...(open.length > MOST_ITEMS ? [`Open besides: ${open.length - MOST_ITEMS}.`] : []),
    ...messages
      .slice(-LAST_MESSAGES)
      .map(({ seq, sender_agent_id, beginning }) => `#${seq} ${sender_agent_id}${shown(beginning)}`),
  ];
  return beginningOf(lines.join("\n"), MOST_CHARACTERS);
}

function sendersOf(messages: readonly MessageSketch[]): string {
  const senders = [...new Set(messages.map(({ sender_agent_id }) => sender_agent_id))];
  if (senders.length === 0) return "";
  const others = senders.length - MOST_SENDERS;
  return ` from ${senders.slice(0, MOST_SENDERS).join(", ")}${others > 0 ? ` and ${others} others` : ""}`;
}

function eventsOf(messages: readonly MessageSketch[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { event_type } of messages) {
    if (event_type !== null) counts.set(event_type, (counts.get(event_type) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  return [`Events: ${[...counts].map(([type, count]) => `${count} ${type}`).join(", ")}.`];
}

/** The beginning of a text in one line. */
function shown(text: string): string {
  return `: ${beginningOf(text.replace(/\s+/gu, " ").trim(), 120)}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
