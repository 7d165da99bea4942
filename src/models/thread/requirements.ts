/** The requirement behind each difference. Undefined if it may be one of several. */

import { isDamaged } from "../../conformance/fuzz/damaged-text.js";
import type { ModelCall, Shown } from "../../conformance/fuzz/model.js";
import { onlyOne } from "../../conformance/fuzz/only-one.js";
import { actorOf } from "./actors.js";
import { behindMalformed } from "./behind-malformed.js";
import type { MethodName } from "./params.js";
import { openItems, type Thread } from "./state.js";

/** A difference, and the call that shows it. */
export interface Asked extends Shown {
  readonly method: MethodName;
  readonly call: ModelCall;
  /** The thread before the call. */
  readonly thread: Thread | undefined;
  /** The codes with which the call may be refused. */
  readonly codes: readonly string[];
}

export function requirementBehind(asked: Asked): string | undefined {
  const id = idOf(asked);
  return id === undefined ? undefined : `thread.${id}`;
}

function idOf(asked: Asked): string | undefined {
  const { kind, method, codes, expected, actual } = asked;
  const code = onlyOne(codes);
  switch (kind) {
    case "accepted":
      return code === undefined ? undefined : behindRefusal(code, asked);
    case "wording":
      // Only the check of the identity comes before everything else: another code may have another reason.
      return code === "UNAUTHORIZED" ? behindRefusal(code, asked) : undefined;
    case "answer":
      return isDamaged(expected, actual) ? "params.text-kept" : behindAnswer(asked);
    case "interrupted":
      return method === "post_message" ? "post_message.crash" : undefined;
    default:
      return undefined;
  }
}

const OF_TOKENS: Readonly<Record<string, string>> = {
  expired: "identity.expired",
  unsigned_operator: "identity.algorithms",
  key_confusion: "identity.algorithms",
  stranger_with_known_kid: "identity.signature",
  no_jti: "identity.all-claims",
};

function behindRefusal(code: string, { method, call, thread }: Asked): string | undefined {
  const { as, params } = call;
  switch (code) {
    case "UNAUTHORIZED":
      return as === undefined ? "identity.required" : OF_TOKENS[as];
    case "CLAIM_MISMATCH":
      return "identity.claim-mismatch";
    case "OUT_OF_SCOPE_WORKSPACE":
      return "workspace.isolation";
    case "NOT_FOUND":
      if (thread === undefined) return "access.unknown";
      return method === "trigger_participant" ? "trigger_participant.participants-only" : "post_message.in-reply-to";
    case "FORBIDDEN":
      return params["kind"] === "system" ? undefined : "access.others";
    case "IDEMPOTENCY_CONFLICT":
      return "idempotency.conflict";
    case "CONFLICT":
      return method === "post_message" ? "post_message.closed" : "update_thread_status.invalid";
    case "INSUFFICIENT_AUTHORITY":
      if (method === "trigger_participant") return "trigger_participant.force-authority";
      if (method === "post_message") return behindVerdict(params);
      return thread === undefined ? undefined : behindAuthority(thread, params["status"]);
    case "VALIDATION_ERROR":
      if (method !== "ack_read") return behindMalformed(method, params);
      return behindMalformed(method, params) ?? behindCursor(Number(params["last_read_seq"]), thread);
    default:
      return undefined;
  }
}

/** The first dispute that keeps a worker from changing the status, unless there are several. */
function behindAuthority(thread: Thread, to: unknown): string | undefined {
  if (thread.status === "closed") return "update_thread_status.reopen-closed";
  if (thread.status === "blocked" && to === "active") return "update_thread_status.unblock";
  const items = openItems(thread).map((seq) => thread.messages[seq - 1]?.metadata?.["event_type"]);
  const disputes = new Set<string>(
    items.map((type) => (type === "thread_escalated" ? "dispute-escalated" : "dispute-finding")),
  );
  if (thread.status === "blocked") disputes.add("dispute-blocked");
  const only = onlyOne([...disputes]);
  return only === undefined ? undefined : `update_thread_status.${only}`;
}

function behindVerdict({ metadata }: Readonly<Record<string, unknown>>): string {
  const type = (metadata as Readonly<Record<string, unknown>> | undefined)?.["event_type"];
  return type === "thread_resolved" ? "events.resolution-of-others" : "events.verdict-of-others";
}

function behindCursor(seq: number, thread: Thread | undefined): string {
  return seq > (thread?.messages.length ?? 0) ? "ack_read.not-past-end" : "ack_read.no-regression";
}

/** By method, the requirement behind each value of its answer. An empty name stands for every other value. */
const VALUES: Readonly<Record<MethodName, Readonly<Record<string, string>>>> = {
  create_thread: { created_at: "answers.times", "": "create_thread.answer" },
  get_thread: { participants: "get_thread.participants-as-given", "": "get_thread.fields" },
  post_message: { seq: "post_message.seq-gapless", created_at: "answers.times", "": "post_message.answer" },
  read_messages: { has_more: "read_messages.paging", next_seq: "read_messages.paging" },
  ack_read: { "": "ack_read.answer" },
  update_thread_status: { "": "update_thread_status.answer" },
  summarize_thread: {
    summary: "summarize_thread.compact",
    last_status: "summarize_thread.last-status",
    open_items: "summarize_thread.item-fields",
  },
  heartbeat_session: { "": "heartbeat_session.answer" },
  trigger_participant: {},
};

function behindAnswer({ method, call, thread, place, expected }: Asked): string | undefined {
  const { params, as } = call;
  const [name = "", index, field] = place;
  const named = VALUES[method][name] ?? VALUES[method][""];
  const isLength = index === "length" || (typeof index === "number" && field === undefined);
  switch (method) {
    case "get_thread":
      return name === "updated_at" ? undefined : named;
    case "trigger_participant": {
      const target = params["target_agent_id"];
      // A message of its own may count as unread, which is another requirement.
      const hasPosted = thread?.messages.some(({ sender }) => sender === target) === true;
      return expected === "none" && !hasPosted ? "trigger_participant.unread-only" : undefined;
    }
    case "post_message": {
      const isAgain = thread?.messages.some(
        ({ key, sender }) => key === params["idempotency_key"] && sender === actorOf(as)?.agent,
      );
      return params["idempotency_key"] !== undefined && isAgain === true ? "idempotency.retry" : named;
    }
    case "summarize_thread":
      return name === "open_items" && isLength ? "summarize_thread.open-items" : named;
    case "read_messages":
      // Where the page begins and what it holds cannot be told apart without since_seq.
      if (params["since_seq"] === undefined) return undefined;
      if (name !== "messages") return Number(params["since_seq"]) > (thread?.messages.length ?? 0) ? undefined : named;
      if (isLength) return undefined;
      if (field === "sender_agent_id") return "identity.server-authoritative";
      return field === "seq" ? "read_messages.order" : "read_messages.fields";
    default:
      return named;
  }
}
