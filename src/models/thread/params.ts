/** What is wrong with the parameters of a call, independent of the caller. */

import type { Params } from "../../conformance/fixture/case.js";
import { CapturedValue } from "../../conformance/fuzz/captured-value.js";

export const METHODS = [
  "create_thread",
  "get_thread",
  "post_message",
  "read_messages",
  "ack_read",
  "update_thread_status",
  "summarize_thread",
  "heartbeat_session",
  "trigger_participant",
] as const;

export type MethodName = (typeof METHODS)[number];

type Check = (value: unknown) => boolean;

/** Tab and line breaks are no control characters where a text may have several lines. */
const CONTROL = { line: /\p{Cc}/u, text: /[^\P{Cc}\t\n\r]/u };

const isText =
  (most: number, kind: keyof typeof CONTROL = "line"): Check =>
  (value) =>
    typeof value === "string" && value.length >= 1 && value.length <= most && !CONTROL[kind].test(value);
const isInteger =
  (least: number, most = Number.MAX_SAFE_INTEGER): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
const isOneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const isId: Check = (value) => typeof value === "string" && /^[A-Za-z0-9][A-Za-z0-9_.:@-]{0,127}$/u.test(value);
const isReference: Check = (value) => value instanceof CapturedValue || isText(128)(value);
const isObject: Check = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isIdList: Check = (value) =>
  Array.isArray(value) && value.length >= 1 && value.every(isId) && new Set(value).size === value.length;
const isBoolean: Check = (value) => typeof value === "boolean";

interface Form {
  readonly required: Readonly<Record<string, Check>>;
  readonly optional: Readonly<Record<string, Check>>;
}

const STATUSES = ["active", "blocked", "resolved", "closed"];

const FORMS: Readonly<Record<MethodName, Form>> = {
  create_thread: {
    required: {
      title: isText(200),
      type: isOneOf("conversation", "workflow", "incident"),
      participants: isIdList,
    },
    optional: { workspace_id: isId, created_by: isId },
  },
  get_thread: { required: { thread_id: isReference }, optional: {} },
  post_message: {
    required: {
      thread_id: isReference,
      schema_version: isOneOf(1),
      kind: isOneOf("chat", "event", "system"),
      body: isText(65_536, "text"),
    },
    optional: {
      metadata: isObject,
      in_reply_to: isReference,
      idempotency_key: isText(128),
      sender_agent_id: isId,
      sender_session_id: isId,
    },
  },
  read_messages: {
    required: { thread_id: isReference },
    optional: { agent_id: isId, since_seq: isInteger(0), limit: isInteger(1, 200) },
  },
  ack_read: {
    required: { thread_id: isReference, last_read_seq: isInteger(0) },
    optional: { agent_id: isId },
  },
  update_thread_status: {
    required: { thread_id: isReference, status: isOneOf(...STATUSES), reason: isText(500) },
    optional: { agent_id: isId, metadata: isObject },
  },
  summarize_thread: { required: { thread_id: isReference }, optional: { max_messages: isInteger(1, 1_000) } },
  heartbeat_session: {
    required: {
      runtime: (value) => typeof value === "string" && /^[a-z0-9][a-z0-9_.-]{0,63}$/u.test(value),
      resumable: isBoolean,
      status: isOneOf("active", "idle", "offline"),
    },
    optional: {
      agent_id: isId,
      workspace_id: isId,
      session_id: isId,
      management_mode: isOneOf("managed", "unmanaged"),
    },
  },
  trigger_participant: {
    required: {
      thread_id: isReference,
      target_agent_id: isId,
      reason: isText(500),
      trigger_prompt: isText(4_000, "text"),
    },
    optional: { force: isBoolean, audit_metadata: (value) => isObject(value) && Object.keys(Object(value)).length > 0 },
  },
};

const REGISTRY = [
  "finding_reported",
  "fix_pushed",
  "re_review_requested",
  "finding_verified",
  "finding_rejected",
  "thread_escalated",
  "thread_resolved",
];

export function formOf(method: MethodName): Form {
  return FORMS[method];
}

/** Whether a call is one that its method can be asked at all. */
export function isWellFormed(method: MethodName, params: Params): boolean {
  const { required, optional } = FORMS[method];
  const checks = { ...required, ...optional };
  const fits = Object.entries(params).every(([name, value]) => Object.hasOwn(checks, name) && checks[name]?.(value));
  const isWhole = Object.keys(required).every((name) => Object.hasOwn(params, name));
  if (!fits || !isWhole) return false;
  if (method === "trigger_participant") return params["force"] !== true || Object.hasOwn(params, "audit_metadata");
  return method !== "post_message" || params["kind"] !== "event" || isEvent(params["metadata"]);
}

function isEvent(metadata: unknown): boolean {
  const { event_type: type, event_version: version = 1 } = Object(metadata) as Readonly<Record<string, unknown>>;
  const isKnown = REGISTRY.includes(String(type)) || /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/u.test(String(type));
  return typeof type === "string" && isKnown && isInteger(1)(version);
}
