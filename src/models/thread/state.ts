/** What the threads of one workspace hold, as far as any answer can show it. */

export type Status = "active" | "blocked" | "resolved" | "closed";

export interface Message {
  readonly kind: string;
  readonly body: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The seq of the message that it replies to. */
  readonly repliesTo?: number;
  readonly sender: string;
  readonly session: string;
  readonly key?: string;
  /** Of the thread when it was posted: a retry gives the first answer. */
  readonly status: Status;
  /** No answer has shown its id, since its post was killed. */
  readonly isUnnamed?: boolean;
}

export interface Thread {
  readonly title: string;
  readonly type: string;
  readonly participants: readonly string[];
  readonly creator: string;
  readonly status: Status;
  /** The first has the seq 1. */
  readonly messages: readonly Message[];
  /** By agent: how far it has read. */
  readonly cursors: Readonly<Record<string, number>>;
}

export interface ThreadState {
  /** In the order of their creation. */
  readonly threads: readonly Thread[];
}

export const EMPTY: ThreadState = { threads: [] };

/** Names under which predictions keep what the implementation chose; all of them count from 1. */
export const threadName = (thread: number): string => `thread_${thread}`;
export const messageName = (thread: number, seq: number): string => `message_${thread}_${seq}`;
export const postedName = (thread: number, seq: number): string => `posted_${thread}_${seq}`;
export const createdName = (thread: number): string => `created_${thread}`;

/** The state with one of its threads changed. */
export function withThread(state: ThreadState, number: number, change: Partial<Thread>): ThreadState {
  return {
    ...state,
    threads: state.threads.map((thread, index) => (index === number - 1 ? { ...thread, ...change } : thread)),
  };
}

/** Places of the messages that still wait for an answer, oldest first (`thread.summarize_thread.open-items`). */
export function openItems({ messages }: Thread): readonly number[] {
  const typeOf = ({ kind, metadata }: Message) => (kind === "event" ? metadata?.["event_type"] : undefined);
  return messages.flatMap((message, index) => {
    const seq = index + 1;
    const later = messages.slice(seq);
    const type = typeOf(message);
    const isOpen =
      (type === "finding_reported" &&
        !later.some((each) => each.repliesTo === seq && VERDICTS.includes(String(typeOf(each))))) ||
      (type === "thread_escalated" && !later.some((each) => typeOf(each) === "thread_resolved"));
    return isOpen ? [seq] : [];
  });
}

const VERDICTS = ["finding_verified", "finding_rejected"];

export function isDisputed(thread: Thread): boolean {
  return thread.status === "blocked" || openItems(thread).length > 0;
}
