import type { MessageKind, ThreadStatus, ThreadType } from "../generated/contract.js";

/** The tables as queries see them. Times are milliseconds since 1970, and booleans are 0 or 1. */
export interface Tables {
  threads: ThreadRow;
  participants: ParticipantRow;
  messages: MessageRow;
  cursors: CursorRow;
  open_items: OpenItemRow;
  sessions: SessionRow;
  tokens: TokenRow;
  quotas: QuotaRow;
  audit: AuditRow;
  wakes: WakeRow;
  unread: UnreadRow;
  starts: StartRow;
}

/** The names of all tables. */
export const TABLES = Object.keys({
  threads: true,
  participants: true,
  messages: true,
  cursors: true,
  open_items: true,
  sessions: true,
  tokens: true,
  quotas: true,
  audit: true,
  wakes: true,
  unread: true,
  starts: true,
} satisfies Record<keyof Tables, true>);

export interface ThreadRow {
  thread_id: string;
  workspace_id: string;
  title: string;
  type: ThreadType;
  status: ThreadStatus;
  created_by: string;
  created_at: number;
  updated_at: number;
  /** Number of the last message; 0 before the first. */
  last_seq: number;
  /** The agent that has blocked the thread; null if it is not blocked. */
  blocked_by: string | null;
}

export interface ParticipantRow {
  thread_id: string;
  agent_id: string;
  /** Position in the list of participants in create_thread. */
  position: number;
}

export interface MessageRow {
  message_id: string;
  thread_id: string;
  seq: number;
  kind: MessageKind;
  /** Type of an event; null for other messages. Stored separately so that queries need not parse metadata. */
  event_type: string | null;
  body: string;
  /** JSON text, so that metadata is returned exactly as given. */
  metadata: string | null;
  in_reply_to: string | null;
  sender_agent_id: string;
  sender_session_id: string;
  /** null if none was given, or if another message reused the key after its window. */
  idempotency_key: string | null;
  /** Distinguishes a retry from another payload; null without a key. */
  payload_digest: string | null;
  /** The status in the first answer. */
  thread_status: ThreadStatus;
  created_at: number;
  /** The warning in the first answer; null without one. */
  warning: string | null;
}

export interface CursorRow {
  thread_id: string;
  agent_id: string;
  last_read_seq: number;
  last_acked_message_id: string | null;
  updated_at: number;
}

/** A finding without a verdict, or an escalation that is not resolved. */
export interface OpenItemRow {
  thread_id: string;
  message_id: string;
  seq: number;
  event_type: "finding_reported" | "thread_escalated";
  /** The agent that has posted it. */
  raised_by: string;
  /** The other members of the open item in answers, as JSON. */
  item: string;
}

export interface SessionRow {
  workspace_id: string;
  session_id: string;
  agent_id: string;
  runtime: string;
  management_mode: "managed" | "unmanaged";
  resumable: number;
  status: "active" | "idle" | "offline";
  last_heartbeat_at: number;
}

/** A used token, identified by issuer and jti. */
export interface TokenRow {
  /** A digest; empty if the token names no issuer. */
  issuer: string;
  jti: string;
  digest: string;
  /** Until this time another token with this issuer and jti is a replay. Later the token has expired in any case. */
  kept_until: number;
}

export interface QuotaRow {
  workspace_id: string;
  agent_id: string;
  /** Theoretical arrival time of GCRA, in microseconds since 1970. */
  arrival_us: number;
}

/** An action that must be traceable: a status change or a wake-up. */
export interface AuditRow {
  audit_id: string;
  workspace_id: string;
  thread_id: string;
  at: number;
  agent_id: string;
  session_id: string;
  role: string;
  /** Such as `update_thread_status` or `force_trigger`. */
  action: string;
  /** The reason that the caller gave. */
  reason: string;
  /** What was changed, as JSON. */
  details: string;
}

/** What a participant has not acknowledged in a thread. There is no row if it has read everything. */
export interface UnreadRow {
  workspace_id: string;
  agent_id: string;
  thread_id: string;
  /** How many of the thread's messages the agent has read or written; fewer than all. A post need not change it. */
  known: number;
}

/** A session that was started or resumed for an agent and has not sent a heartbeat yet. */
export interface StartRow {
  workspace_id: string;
  agent_id: string;
  /** From this time on, another session may be started. */
  until: number;
}

/** The latest wake-up of a target in a thread. */
export interface WakeRow {
  thread_id: string;
  target_agent_id: string;
  workspace_id: string;
  session_id: string;
  prompt: string;
  reason: string;
  requested_by: string;
  triggered_at: number;
  /** The end of a deferral; the end of the claim for a prompt that is being delivered. */
  deferred_until: number;
  /** Time of the next check, if the prompt waits or is remembered. */
  next_look_at: number;
  /** Time of the last known human input. */
  human_input_at: number;
  state: WakeState;
  /** Number of the thread's last message when the wake-up began. */
  seen_seq: number;
  /** When the delivery ended; null before. */
  finished_at: number | null;
  /** What the caller was answered, as JSON; null before the end of the delivery and if it has failed. */
  answer: string | null;
  /** The key under which the caller has asked; null if it gave none. */
  idempotency_key: string | null;
}

/**
 * `waiting`: until the human stops typing. `claimed`: a process is delivering a prompt that has waited. `given_up`: its
 * time limit has passed. `remembered`: until the target is idle. `delivering`: a process is delivering the prompt of a
 * caller. `delivered`, `started`, `failed`: how that has ended; `started` if it has started or resumed a session.
 */
export type WakeState =
  | "waiting"
  | "claimed"
  | "given_up"
  | "remembered"
  | "delivering"
  | "delivered"
  | "started"
  | "failed";
