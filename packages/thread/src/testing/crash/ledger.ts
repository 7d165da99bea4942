import type { Outcome } from "./victim.js";

/** One post as it was asked for, and what became of it as far as anybody was told. */
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

/** What was asked of one thread, and what was answered: all that somebody outside can know of it. */
export interface Ledger {
  readonly thread: string;
  readonly posts: Post[];
  /** The statuses that the thread may have: the one that was answered last, and one that was asked for since. */
  statuses: string[];
  /** By agent: how far its cursor is known to have moved, and how far it may have. */
  readonly cursors: Map<string, { known: number; asked: number }>;
  /** The last that was read of it. */
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

/** What is found in the store when the process is gone. */
export interface Found {
  readonly messages: readonly StoredMessage[];
  readonly status: string;
  readonly updatedAt: string;
  readonly cursors: ReadonlyMap<string, number>;
}

/** What was promised and is not so. */
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
  for (const [body] of left) broken.push(`nobody has posted ${JSON.stringify(body.slice(0, 60))}`);
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
