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
  readonly isByOverseer?: boolean;
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
  /** The agent that has blocked it. */
  readonly blockedBy?: string;
  /** The first has the seq 1. */
  readonly messages: readonly Message[];
  /** By agent: how far it has read. */
  readonly cursors: Readonly<Record<string, number>>;
}

export interface ThreadState {
  /** In the order of their creation. */
  readonly threads: readonly Thread[];
  /** By agent and session: the status in the latest heartbeat. */
  readonly sessions: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Agents that were given a prompt and have sent no heartbeat since: a session of theirs may be starting. */
  readonly woken: readonly string[];
}

export const EMPTY: ThreadState = { threads: [], sessions: {}, woken: [] };

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
  return messages.flatMap((message, index) => {
    const seq = index + 1;
    const later = messages.slice(seq);
    const type = eventTypeOf(message);
    const isOpen =
      (type === "finding_reported" && !later.some((each) => each.repliesTo === seq && isVerdict(each))) ||
      (type === "thread_escalated" &&
        !later.some((each) => eventTypeOf(each) === "thread_resolved" && maySettle(each, message)));
    return isOpen ? [seq] : [];
  });
}

type Post = Pick<Message, "kind" | "metadata" | "repliesTo" | "sender" | "isByOverseer">;

/**
 * Whether a post would settle what only another agent may settle (`thread.events.verdict-of-others`,
 * `.resolution-of-others`).
 */
export function reachesTooFar(thread: Thread, post: Post): boolean {
  if (isVerdict(post)) {
    const finding = thread.messages[(post.repliesTo ?? 0) - 1];
    return finding !== undefined && eventTypeOf(finding) === "finding_reported" && !maySettle(post, finding);
  }
  if (eventTypeOf(post) !== "thread_resolved") return false;
  const open = openItems(thread).map((seq) => thread.messages[seq - 1]);
  const escalations = open.filter((each) => each !== undefined && eventTypeOf(each) === "thread_escalated");
  return escalations.length > 0 && !escalations.some((each) => each !== undefined && maySettle(post, each));
}

function maySettle({ sender, isByOverseer }: Post, item: Message): boolean {
  return isByOverseer === true || sender === item.sender;
}

function eventTypeOf({ kind, metadata }: Post): unknown {
  return kind === "event" ? metadata?.["event_type"] : undefined;
}

function isVerdict(message: Post): boolean {
  return ["finding_verified", "finding_rejected"].includes(String(eventTypeOf(message)));
}

export function isDisputed(thread: Thread): boolean {
  return thread.status === "blocked" || openItems(thread).length > 0;
}
