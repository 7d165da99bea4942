/** The model of the thread contract: nine methods over the threads of one workspace. */

import type { Params } from "../../conformance/fixture/case.js";
import { CapturedValue } from "../../conformance/fuzz/captured-value.js";
import { exactly, matching } from "../../conformance/fuzz/exactly.js";
import { defineModel, type ModelCall, type Prediction, type Shown } from "../../conformance/fuzz/model.js";
import { type Actor, actorOf } from "./actors.js";
import type { Asked, Outcome } from "./asked.js";
import { callsFrom } from "./calls.js";
import { postMessage, readMessages } from "./messages.js";
import { isWellFormed, METHODS, type MethodName } from "./params.js";
import { requirementBehind } from "./requirements.js";
import {
  createdName,
  EMPTY,
  isDisputed,
  messageName,
  openItems,
  type Thread,
  type ThreadState,
  threadName,
  withThread,
} from "./state.js";
import { refusalOf } from "./status.js";
import { triggerParticipant } from "./wake-ups.js";

type OnThread = (asked: Asked) => Outcome;

const ON_THREAD: Readonly<Record<Exclude<MethodName, "create_thread" | "heartbeat_session">, OnThread>> = {
  get_thread: getThread,
  post_message: postMessage,
  read_messages: readMessages,
  ack_read: ackRead,
  update_thread_status: updateThreadStatus,
  summarize_thread: summarizeThread,
  trigger_participant: triggerParticipant,
};

export default defineModel<ThreadState>({
  initial: EMPTY,
  calls: callsFrom,
  predict,
  files: () => ({}),
  // Elsewhere a trigger could start an agent of the user.
  surfaces: { trigger_participant: "runtime" },
  crashed,
  requirementOf,
});

function predict(state: ThreadState, call: ModelCall): readonly Prediction<ThreadState>[] {
  const outcome = outcomeOf(state, call);
  if ("choices" in outcome) return outcome.choices;
  return ["refused" in outcome ? refused(state, outcome.refused) : outcome];
}

function outcomeOf(state: ThreadState, call: ModelCall): Outcome {
  const method = methodOf(call);
  const actor = actorOf(call.as);
  if (actor === undefined) return { refused: ["UNAUTHORIZED"] };
  const { params } = call;
  const reasons = [
    ...(isWellFormed(method, params) ? [] : ["VALIDATION_ERROR"]),
    ...(contradicts(params, actor) ? ["CLAIM_MISMATCH"] : []),
  ];
  const isAboutThread = method !== "create_thread" && method !== "heartbeat_session";
  if (!isAboutThread && reasons.length > 0) return { refused: reasons };
  if (method === "create_thread") return createThread(state, params, actor);
  if (method === "heartbeat_session") return heartbeat(state, params, actor);
  const number = threadNumber(params["thread_id"]);
  const thread = state.threads[number - 1];
  if (thread === undefined) return { refused: [...reasons, "NOT_FOUND"] };
  const barred = actor.isElsewhere ? ["OUT_OF_SCOPE_WORKSPACE"] : hasAccess(thread, actor) ? [] : ["FORBIDDEN"];
  if (reasons.length + barred.length > 0) return { refused: [...reasons, ...barred] };
  return ON_THREAD[method]({ state, params, actor, number, thread });
}

function requirementOf(state: ThreadState, call: ModelCall, shown: Shown): string | undefined {
  const [outcome, number] = [outcomeOf(state, call), threadNumber(call.params["thread_id"])];
  const codes = "refused" in outcome ? outcome.refused : [];
  return requirementBehind({ method: methodOf(call), call, thread: state.threads[number - 1], codes, ...shown });
}

/** The answer of a killed call is lost, and with it the id of a thread that it created: no later call can name it. */
function crashed(state: ThreadState, call: ModelCall): readonly ThreadState[] {
  const [{ next } = { next: state }] = predict(state, call);
  return next === state || methodOf(call) === "create_thread" ? [state] : [state, withoutName(state, next)];
}

function withoutName(before: ThreadState, after: ThreadState): ThreadState {
  const threads = after.threads.map((thread, index) => {
    const known = before.threads[index]?.messages.length ?? 0;
    const messages = thread.messages.map((message, place) =>
      place < known ? message : { ...message, isUnnamed: true },
    );
    return { ...thread, messages };
  });
  return { ...after, threads };
}

function methodOf(call: ModelCall): MethodName {
  const method = METHODS.find((name) => "tool" in call && call.tool === name);
  if (method === undefined) throw new Error(`the model knows no ${JSON.stringify(call)}`);
  return method;
}

/** An implementation may name any of several reasons, but an unverified caller comes first. */
function refused(state: ThreadState, codes: readonly string[]): Prediction<ThreadState> {
  const [code = "", ...others] = codes;
  return { next: state, assert_error: others.length === 0 ? { code } : true };
}

/** Identity in a payload is only a hint (`thread.identity.claim-mismatch`). */
function contradicts(params: Params, { agent, session }: Actor): boolean {
  const hints = {
    created_by: agent,
    sender_agent_id: agent,
    agent_id: agent,
    sender_session_id: session,
    session_id: session,
  };
  return Object.entries(hints).some(([name, own]) => Object.hasOwn(params, name) && params[name] !== own);
}

function threadNumber(id: unknown): number {
  return id instanceof CapturedValue ? Number(id.name.split("_")[1]) : 0;
}

function hasAccess({ participants, creator }: Thread, { agent, mayOverride }: Actor): boolean {
  return mayOverride || participants.includes(agent) || creator === agent;
}

const now = (name?: string) =>
  matching({ type: "iso8601", recent: 120, ...(name === undefined ? {} : { same_as: name }) });

function createThread(state: ThreadState, params: Params, { agent, isElsewhere }: Actor): Prediction<ThreadState> {
  const thread = {
    title: String(params["title"]),
    type: String(params["type"]),
    participants: params["participants"] as readonly string[],
    creator: agent,
    status: "active",
    messages: [],
    cursors: {},
  } as const;
  const answer = exactly({
    thread_id: matching({ type: "string", minLength: 1 }),
    status: "active",
    created_at: now(),
  });
  // A thread of another workspace can be created, but no name here refers to it.
  if (isElsewhere) return { next: state, assert_return: answer };
  const number = state.threads.length + 1;
  return {
    next: { ...state, threads: [...state.threads, thread] },
    assert_return: answer,
    capture: { [threadName(number)]: "$.thread_id", [createdName(number)]: "$.created_at" },
  };
}

function heartbeat(state: ThreadState, params: Params, actor: Actor): Prediction<ThreadState> {
  const { agent, session, isElsewhere } = actor;
  const own = { ...state.sessions[agent], [session]: String(params["status"]) };
  return {
    next: isElsewhere
      ? state
      : {
          ...state,
          sessions: { ...state.sessions, [agent]: own },
          woken: state.woken.filter((each) => each !== agent),
        },
    assert_return: exactly({ ok: true, recorded_at: now() }),
  };
}

function getThread({ state, number, thread }: Asked): Outcome {
  const { title, type, participants, status } = thread;
  return {
    next: state,
    assert_return: exactly({
      thread_id: matching({ type: "string", same_as: threadName(number) }),
      workspace_id: matching({ type: "string", pattern: "^ws_" }),
      title,
      type,
      participants,
      status,
      created_at: now(createdName(number)),
      updated_at: now(),
    }),
  };
}

function ackRead({ state, params, actor, number, thread }: Asked): Outcome {
  const seq = Number(params["last_read_seq"]);
  const before = thread.cursors[actor.agent] ?? 0;
  if (seq < before || seq > thread.messages.length) return { refused: ["VALIDATION_ERROR"] };
  return {
    next: withThread(state, number, { cursors: { ...thread.cursors, [actor.agent]: seq } }),
    assert_return: exactly({ ok: true, updated_at: matching({ type: "iso8601" }) }),
  };
}

function updateThreadStatus({ state, params, actor, number, thread }: Asked): Outcome {
  const status = params["status"] as Thread["status"];
  const code = refusalOf({
    from: thread.status,
    to: status,
    isDisputed: isDisputed(thread),
    mayOverride: actor.mayOverride,
    isBlockedByOther: thread.status === "blocked" && thread.blockedBy !== actor.agent,
  });
  if (code !== undefined) return { refused: [code] };
  return {
    next:
      status === thread.status
        ? state
        : withThread(state, number, status === "blocked" ? { status, blockedBy: actor.agent } : { status }),
    assert_return: exactly({
      thread_id: matching({ same_as: threadName(number), type: "string" }),
      status,
      updated_at: now(),
    }),
  };
}

function summarizeThread({ state, number, thread }: Asked): Outcome {
  const items = openItems(thread).map((seq) => {
    const { metadata, body } = thread.messages[seq - 1] ?? { body: "" };
    const message_id = matching({ type: "string", same_as: messageName(number, seq) });
    return { message_id, seq, event_type: metadata?.["event_type"], body: body.slice(0, 200) };
  });
  return {
    next: state,
    assert_return: exactly({
      summary: matching({ type: "string", minLength: 1, maxLength: 2_000 }),
      open_items: items,
      last_status: thread.status,
    }),
  };
}
