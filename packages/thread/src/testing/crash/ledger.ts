import type { Outcome } from "./victim.js";

/** A requested post, and its answer if there was one. */
export interface Post {
  readonly agent: string;
  readonly params: {
    readonly thread_id: string;
    readonly schema_version: 1;
    readonly kind: "chat";
    readonly body: string;
    readonly metadata: { readonly number: number };
    readonly idempotency_key: string;
  };
  outcome?: Outcome | undefined;
}

/** The requests to one thread and their answers: everything that clients know about it. */
export interface Ledger {
  readonly thread: string;
  readonly posts: Post[];
  /** The possible statuses of the thread: the last acknowledged one, and one that was requested later. */
  statuses: string[];
  /** By agent: the acknowledged position of its cursor, and the highest requested one. */
  readonly cursors: Map<string, { known: number; asked: number }>;
  /** The latest value in an answer. */
  updatedAt: string;
}

export interface StoredMessage {
  readonly message_id: string;
  readonly seq: number;
  readonly body: string;
  readonly metadata?: object;
  readonly sender_agent_id: string;
  readonly created_at: string;
}

/** The content of the store after the process has ended. */
export interface Found {
  readonly messages: readonly StoredMessage[];
  readonly status: string;
  readonly updatedAt: string;
  readonly cursors: ReadonlyMap<string, number>;
}

/** The broken promises, one sentence each. */
export function brokenPromises(ledger: Ledger, found: Found): readonly string[] {
  return [...ofNumbers(found), ...ofPosts(ledger, found), ...ofThread(ledger, found)];
}

function ofNumbers({ messages }: Found): readonly string[] {
  const gap = messages.findIndex(({ seq }, index) => seq !== index + 1);
  return gap === -1 ? [] : [`message ${gap + 1} has the number ${messages[gap]?.seq}`];
}

function ofPosts({ posts }: Ledger, { messages }: Found): readonly string[] {
  const left = new Map<string, StoredMessage[]>();
  for (const message of messages) left.set(message.body, [...(left.get(message.body) ?? []), message]);
  const broken: string[] = [];
  for (const { agent, params, outcome } of posts) {
    const { idempotency_key: key } = params;
    const [message, ...others] = left.get(params.body) ?? [];
    left.delete(params.body);
    if (others.length > 0) broken.push(`${key} is there ${others.length + 1} times`);
    const answer = outcome !== undefined && "answer" in outcome ? outcome.answer : undefined;
    if (message === undefined) {
      if (answer !== undefined) broken.push(`${key} was acknowledged and is lost`);
      continue;
    }
    if (message.sender_agent_id !== agent || JSON.stringify(message.metadata) !== JSON.stringify(params.metadata)) {
      broken.push(`${key} is there and not whole`);
    }
    for (const member of ["message_id", "seq", "created_at"] as const) {
      if (answer === undefined || answer[member] === message[member]) continue;
      broken.push(`${key} was acknowledged with the ${member} ${String(answer[member])} and has ${message[member]}`);
    }
  }
  for (const [body] of left) broken.push(`no agent posted ${JSON.stringify(body.slice(0, 60))}`);
  return broken;
}

function ofThread(ledger: Ledger, found: Found): readonly string[] {
  const broken: string[] = [];
  if (!ledger.statuses.includes(found.status)) {
    broken.push(`the status is ${found.status}, and should be ${ledger.statuses.join(" or ")}`);
  }
  if (found.updatedAt < ledger.updatedAt) broken.push(`updated_at went back to ${found.updatedAt}`);
  for (const [agent, { known, asked }] of ledger.cursors) {
    const at = found.cursors.get(agent) ?? 0;
    if (at < known || at > asked) broken.push(`the cursor of ${agent} is ${at}, and was ${known} to ${asked}`);
  }
  return broken;
}
