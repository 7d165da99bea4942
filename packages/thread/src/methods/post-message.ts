import { oversees } from "../base/caller.js";
import { isoTime } from "../base/clock.js";
import { newId } from "../base/new-id.js";
import { ThreadError } from "../contract/thread-error.js";
import type { PostMessageAnswer, PostMessageParams } from "../generated/contract.js";
import { appendMessage, messageByKey, messageInThread, type RepliedTo, releaseKey } from "../store/messages.js";
import { takeForNewKey, takeFromQuota } from "../store/quotas.js";
import type { Transaction } from "../store/store.js";
import type { MessageRow } from "../store/tables.js";
import { countMessage } from "../store/unread.js";
import { accessThread } from "./access.js";
import type { Method, MethodContext } from "./method.js";
import { keepOpenItems, settlementBy } from "./open-item.js";
import { digestOf } from "./payload-digest.js";

/** Appends a message to a thread, or repeats the first answer for a retry. */
export const postMessage: Method<"post_message"> = {
  description:
    "Posts a message to a thread: kind chat for talk, kind event with metadata.event_type for what others act on (finding_reported, fix_pushed, re_review_requested, finding_verified, finding_rejected, thread_escalated, thread_resolved). A verdict on a finding names it in in_reply_to, and comes from who has reported it; thread_resolved comes from who has escalated. Give an idempotency_key, so that a call whose answer you missed can be repeated safely.",
  async run(params, context) {
    let told: ReturnType<typeof countMessage> | undefined;
    const answer = await context.store.writeInTurn(
      { key: params.thread_id, thenLocks: context.caller.agentId },
      async (tx) => {
        const { caller, now } = context;
        const thread = await accessThread(tx, params.thread_id, caller, { lock: true });
        const repliedTo = await checkMessage(tx, params, context);
        // The work may run again, and then answer something else.
        told = undefined;
        const payload_digest = params.idempotency_key === undefined ? null : digestOf(params);
        if (thread.status === "closed" || !(await chargeNewPost(tx, params, context))) {
          const first = await firstAnswer(tx, params, payload_digest, context);
          if (first !== undefined) return first;
          if (thread.status === "closed") throw ThreadError.of("CLOSED_THREAD", {});
          await checkQuota(tx, context);
        }
        const eventType = eventTypeOf(params);
        const { settled, warning } = await settlementBy(tx, caller, { thread: params.thread_id, eventType, repliedTo });
        const message: MessageRow = {
          message_id: newId("msg", now),
          thread_id: params.thread_id,
          seq: thread.last_seq + 1,
          kind: params.kind,
          event_type: eventType,
          body: params.body,
          metadata: params.metadata === undefined ? null : JSON.stringify(params.metadata),
          in_reply_to: params.in_reply_to ?? null,
          sender_agent_id: caller.agentId,
          sender_session_id: caller.sessionId,
          idempotency_key: params.idempotency_key ?? null,
          payload_digest,
          thread_status: thread.status,
          // The clocks of several machines differ, and a later message must not be older.
          created_at: Math.max(now, thread.updated_at),
          warning,
        };
        const sender = { workspace: caller.workspaceId, agent: caller.agentId, thread: params.thread_id };
        appendMessage(tx, message);
        told = countMessage(tx, sender, message.seq);
        keepOpenItems(tx, message, params.metadata, settled);
        return answerOf(message);
      },
    );
    const agents = told?.rows.map(({ agent_id }) => agent_id) ?? [];
    context.news.tell({ thread: params.thread_id, workspace: context.caller.workspaceId, agents });
    return answer;
  },
};

/** Checks the message itself, after the sender's access to the thread. */
async function checkMessage(
  tx: Transaction,
  params: PostMessageParams,
  { caller }: MethodContext,
): Promise<RepliedTo | undefined> {
  if (params.kind === "system" && !oversees(caller)) throw ThreadError.of("SYSTEM_MESSAGE", {});
  if (params.in_reply_to === undefined) return undefined;
  const repliedTo = await messageInThread(tx, { thread: params.thread_id, message: params.in_reply_to });
  if (repliedTo === undefined) throw ThreadError.of("UNKNOWN_REPLY", {});
  return repliedTo;
}

/** The stored answer to the same payload under the same key, identical to the byte. */
async function firstAnswer(
  tx: Transaction,
  { thread_id, idempotency_key }: PostMessageParams,
  digest: string | null,
  { caller, now, idempotencyWindowMs }: MethodContext,
): Promise<PostMessageAnswer | undefined> {
  if (idempotency_key === undefined) return undefined;
  const first = await messageByKey(tx, { thread: thread_id, agent: caller.agentId, key: idempotency_key });
  if (first === undefined) return undefined;
  if (now - first.created_at >= idempotencyWindowMs) {
    await releaseKey(tx, first.message_id);
    return undefined;
  }
  if (first.payload_digest === digest) return answerOf(first);
  throw ThreadError.of("KEY_OF_OTHER_PAYLOAD", {});
}

/** Charges the quota of the agent for a post with a new key. @returns whether the key is new and the quota allows it */
async function chargeNewPost(
  tx: Transaction,
  { thread_id: thread, idempotency_key: key }: PostMessageParams,
  { quota, caller, now }: MethodContext,
): Promise<boolean> {
  if (quota === undefined || key === undefined) return false;
  return takeForNewKey(tx, quota, { workspace: caller.workspaceId, agent: caller.agentId, now, thread, key });
}

async function checkQuota(tx: Transaction, { quota, caller, now }: MethodContext): Promise<void> {
  if (quota === undefined) return;
  const retryAfterMs = await takeFromQuota(tx, quota, { workspace: caller.workspaceId, agent: caller.agentId, now });
  if (retryAfterMs === 0) return;
  throw ThreadError.of("QUOTA_USED_UP", { wait: retryAfterMs }, { retryAfterMs });
}

function eventTypeOf({ kind, metadata }: PostMessageParams): string | null {
  const type = kind === "event" ? metadata?.["event_type"] : undefined;
  return typeof type === "string" ? type : null;
}

type Answered = Pick<MessageRow, "message_id" | "seq" | "thread_status" | "created_at" | "warning">;

function answerOf({ warning, ...message }: Answered): PostMessageAnswer & { readonly warning?: string } {
  return {
    message_id: message.message_id,
    seq: message.seq,
    thread_status: message.thread_status,
    created_at: isoTime(message.created_at),
    ...(warning === null ? {} : { warning }),
  };
}
