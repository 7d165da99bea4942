/** Posting and reading. */

import { CapturedValue } from "../../conformance/fuzz/captured-value.js";
import { exactly, matching } from "../../conformance/fuzz/exactly.js";
import type { Asked, Outcome } from "./asked.js";
import { type Message, messageName, postedName, reachesTooFar, type Thread, withThread } from "./state.js";

export function postMessage(asked: Asked): Outcome {
  const { state, params, actor, number, thread } = asked;
  const {
    kind,
    body,
    metadata,
    in_reply_to: reply,
    idempotency_key: key,
  } = params as Readonly<Record<string, unknown>>;
  const repliesTo = placeOf(reply, number, thread);
  const message: Message = {
    kind: String(kind),
    body: String(body),
    ...(metadata === undefined ? {} : { metadata: metadata as Readonly<Record<string, unknown>> }),
    ...(typeof repliesTo === "number" ? { repliesTo } : {}),
    sender: actor.agent,
    session: actor.session,
    ...(actor.mayOverride ? { isByOverseer: true } : {}),
    ...(key === undefined ? {} : { key: String(key) }),
    status: thread.status,
  };
  const first =
    key === undefined ? -1 : thread.messages.findIndex((each) => each.key === key && each.sender === actor.agent);
  const earlier = thread.messages[first];
  if (earlier !== undefined && repliesTo !== "nothing" && payloadOf(earlier) === payloadOf(message)) {
    return retried(asked, earlier, first + 1);
  }
  const refused = [
    ...(earlier === undefined ? [] : ["IDEMPOTENCY_CONFLICT"]),
    ...(repliesTo === "nothing" ? ["NOT_FOUND"] : []),
    ...(kind === "system" && !actor.mayOverride ? ["FORBIDDEN"] : []),
    ...(thread.status === "closed" ? ["CONFLICT"] : []),
    ...(reachesTooFar(thread, message) ? ["INSUFFICIENT_AUTHORITY"] : []),
  ];
  if (refused.length > 0) return { refused };
  const seq = thread.messages.length + 1;
  return {
    next: withThread(state, number, { messages: [...thread.messages, message] }),
    assert_return: answerOf(message, number, seq),
    capture: namesOf(number, seq),
  };
}

/** The first answer once more; it names a message whose post was killed. */
function retried({ state, number, thread }: Asked, { isUnnamed, ...earlier }: Message, seq: number): Outcome {
  const assert_return = answerOf(earlier, number, seq);
  if (isUnnamed !== true) return { next: state, assert_return };
  const messages = thread.messages.map((message, index) => (index === seq - 1 ? earlier : message));
  return { next: withThread(state, number, { messages }), assert_return, capture: namesOf(number, seq) };
}

function namesOf(number: number, seq: number): Readonly<Record<string, string>> {
  return { [messageName(number, seq)]: "$.message_id", [postedName(number, seq)]: "$.created_at" };
}

/** The seq that a reply names; "nothing" where it names no message of this thread. */
function placeOf(reply: unknown, number: number, { messages }: Thread): number | "nothing" | undefined {
  if (reply === undefined) return undefined;
  const [, inThread, seq] = reply instanceof CapturedValue ? reply.name.split("_").map(Number) : [];
  const message = inThread === number && seq !== undefined ? messages[seq - 1] : undefined;
  return message === undefined || message.isUnnamed === true ? "nothing" : (seq ?? "nothing");
}

/** What counts as the same payload (`thread.idempotency.same-payload`). */
function payloadOf({ kind, body, metadata, repliesTo }: Message): string {
  const members = metadata === undefined ? null : Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([kind, body, members, repliesTo ?? null]);
}

function answerOf({ status }: Message, number: number, seq: number) {
  return exactly({
    message_id: matching({ type: "string", minLength: 1, same_as: messageName(number, seq) }),
    seq,
    thread_status: status,
    created_at: matching({ type: "iso8601", recent: 120, same_as: postedName(number, seq) }),
  });
}

export function readMessages({ state, params, actor, number, thread }: Asked): Outcome {
  const latest = thread.messages.length;
  const since = Number(params["since_seq"] ?? thread.cursors[actor.agent] ?? 0);
  const limit = Number(params["limit"] ?? 50);
  const end = Math.min(since + limit, latest);
  const messages = thread.messages.slice(since, end).map(({ kind, body, metadata, sender }, index) => ({
    message_id: matching({ type: "string", same_as: messageName(number, since + index + 1) }),
    seq: since + index + 1,
    kind,
    body,
    ...(metadata === undefined ? {} : { metadata }),
    sender_agent_id: sender,
    created_at: matching({ type: "iso8601", same_as: postedName(number, since + index + 1) }),
  }));
  // A cursor beyond the end is answered with one that exists.
  const next_seq = since > latest ? matching({ type: "integer", min: 0, max: latest }) : Math.max(end, since);
  return { next: state, assert_return: exactly({ messages, next_seq, has_more: end < latest }) };
}
