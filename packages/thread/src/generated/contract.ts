/* Generated from the schemas of the thread contract by `npm run generate`. */

/**
 * Id of a thread or a message, as the service gave it.
 */
export type Reference = string;
/**
 * Name of an agent, a workspace or a session.
 */
export type Identifier = string;
/**
 * ISO 8601 date and time with its offset.
 */
export type Time = string;
/**
 * One line of text without control characters.
 */
export type Line = string;
/**
 * Text without control characters other than tab and line breaks.
 */
export type Text = string;
export type ThreadStatus = "active" | "blocked" | "resolved" | "closed";
export type ThreadType = "conversation" | "workflow" | "incident";
export type MessageKind = "chat" | "event" | "system";
/**
 * Place of a message in its thread; the first is 1.
 */
export type Sequence = number;
/**
 * Appends a message to a thread.
 */
export type PostMessageParams = PostMessageInputJson;
/**
 * What was done, or will be.
 */
export type TriggerParticipantAnswer = TriggerParticipantOutputJson;
export type WakeAction = "trigger_runtime" | "resume_session" | "spawn_session" | "none";

/**
 * A line of deliveries.jsonl: a prompt that the scripted runtime has taken.
 */
export interface Delivery {
  readonly action: "trigger_runtime" | "resume_session" | "spawn_session";
  readonly agent_id: string;
  /**
   * null for a new session.
   */
  readonly session_id: string | null;
  readonly prompt: string;
  readonly at: string;
}
/**
 * runtime.json: how a scripted runtime behaves. Where there is no file, everything works and nobody types.
 */
export interface RuntimeScript {
  /**
   * Whether a live managed session takes a prompt.
   */
  readonly trigger?: "ok" | "fails";
  /**
   * Whether a session can be resumed; absent: no command for it is configured.
   */
  readonly resume?: "ok" | "fails" | "absent";
  /**
   * Whether a new session can be started; absent: no command for it is configured.
   */
  readonly spawn?: "ok" | "fails" | "absent";
  /**
   * Sessions in which a human is typing right now.
   */
  readonly human_input?: readonly string[];
}
/**
 * Moves the caller's cursor forward.
 */
export interface AckReadParams {
  readonly thread_id: Reference;
  /**
   * Must be the agent of the claims where it is given.
   */
  readonly agent_id?: Identifier;
  readonly last_read_seq: number;
}
/**
 * It is kept.
 */
export interface AckReadAnswer {
  readonly ok: true;
  readonly updated_at: Time;
}
/**
 * Any JSON object: at most 16,384 bytes as JSON, at most 16 levels deep.
 */
export interface Metadata {
  readonly [k: string]: unknown;
}
/**
 * How far a participant has read.
 */
export interface Cursor {
  readonly thread_id: Reference;
  readonly agent_id: Identifier;
  /**
   * 0 before the first acknowledgement.
   */
  readonly last_read_seq: number;
  /**
   * null before the first acknowledgement.
   */
  readonly last_acked_message_id: string | null;
  /**
   * null before the first acknowledgement.
   */
  readonly updated_at: string | null;
}
export interface Message {
  readonly message_id: Reference;
  readonly thread_id?: Reference;
  readonly schema_version?: 1;
  readonly seq: Sequence;
  readonly kind: MessageKind;
  readonly body: string;
  readonly metadata?: Metadata;
  readonly in_reply_to?: Reference;
  readonly sender_agent_id: Identifier;
  readonly sender_session_id?: Identifier;
  readonly created_at: Time;
}
/**
 * An event that still waits for an answer.
 */
export interface OpenItem {
  readonly message_id: Reference;
  readonly seq: Sequence;
  readonly event_type: "finding_reported" | "thread_escalated";
  /**
   * The beginning of the body.
   */
  readonly body: string;
  readonly severity?: string;
  readonly file?: string;
  readonly line?: number;
  readonly task_id?: string;
}
/**
 * Metadata of an event; other members are welcome.
 */
export interface EventMetadata {
  /**
   * One of the registry, or a name of one's own with a dot in it.
   */
  readonly event_type: (
    | (
        | "finding_reported"
        | "fix_pushed"
        | "re_review_requested"
        | "finding_verified"
        | "finding_rejected"
        | "thread_escalated"
        | "thread_resolved"
      )
    | {
        readonly [k: string]: unknown;
      }
  ) &
    string;
  /**
   * Version of the event's own schema.
   */
  readonly event_version?: number;
}
/**
 * Opens a thread in the workspace of the caller.
 */
export interface CreateThreadParams {
  /**
   * One line.
   */
  readonly title: string;
  readonly type: ThreadType;
  /**
   * Agents that take part.
   *
   * @minItems 1
   * @maxItems 256
   */
  readonly participants: readonly Identifier[];
  /**
   * Must be the workspace of the claims where it is given.
   */
  readonly workspace_id?: Identifier;
  /**
   * Must be the agent of the claims where it is given.
   */
  readonly created_by?: Identifier;
}
/**
 * The thread that was opened.
 */
export interface CreateThreadAnswer {
  readonly thread_id: Reference;
  readonly status: "active";
  readonly created_at: Time;
}
/**
 * Every refusal.
 */
export interface ErrorEnvelope {
  readonly error: ProtocolError;
}
export interface ProtocolError {
  readonly code:
    | "UNAUTHORIZED"
    | "FORBIDDEN"
    | "OUT_OF_SCOPE_WORKSPACE"
    | "NOT_FOUND"
    | "CONFLICT"
    | "IDEMPOTENCY_CONFLICT"
    | "RATE_LIMITED"
    | "VALIDATION_ERROR"
    | "WAKE_FAILED"
    | "UNMANAGED_RUNTIME"
    | "HUMAN_INPUT_COLLISION"
    | "CLAIM_MISMATCH"
    | "INSUFFICIENT_AUTHORITY"
    | "UNAVAILABLE";
  /**
   * One line for people.
   */
  readonly message: string;
  /**
   * Another one for each call; logs name it.
   */
  readonly request_id: string;
  /**
   * After so many milliseconds the same call may succeed.
   */
  readonly retry_after_ms?: number;
  readonly [k: string]: unknown;
}
/**
 * What a thread is, and who takes part.
 */
export interface GetThreadParams {
  readonly thread_id: Reference;
}
/**
 * The thread.
 */
export interface GetThreadAnswer {
  readonly thread_id: Reference;
  readonly workspace_id: Identifier;
  readonly title: string;
  readonly type: ThreadType;
  readonly status: ThreadStatus;
  readonly participants: readonly Identifier[];
  readonly created_at: Time;
  readonly updated_at: Time;
  /**
   * How far the caller has read.
   */
  readonly cursor?: Cursor;
}
/**
 * Says that the session of the caller lives.
 */
export interface HeartbeatSessionParams {
  /**
   * Must be the agent of the claims where it is given.
   */
  readonly agent_id?: Identifier;
  /**
   * Must be the workspace of the claims where it is given.
   */
  readonly workspace_id?: Identifier;
  /**
   * Must be the session of the claims where it is given.
   */
  readonly session_id?: Identifier;
  /**
   * Such as codex_cli.
   */
  readonly runtime: string;
  /**
   * Whether a supervisor can reach the session; what it was before where absent, unmanaged at first.
   */
  readonly management_mode?: "managed" | "unmanaged";
  readonly resumable: boolean;
  readonly status: "active" | "idle" | "offline";
}
/**
 * It is kept.
 */
export interface HeartbeatSessionAnswer {
  readonly ok: true;
  readonly recorded_at: Time;
}
export interface PostMessageInputJson {
  readonly thread_id: Reference;
  readonly schema_version: 1;
  readonly kind: MessageKind;
  /**
   * At most 65,536 characters.
   */
  readonly body: string;
  readonly metadata?: Metadata;
  /**
   * A message of the same thread.
   */
  readonly in_reply_to?: Reference;
  /**
   * The same key and payload again gives the first result.
   */
  readonly idempotency_key?: string;
  /**
   * Must be the agent of the claims where it is given.
   */
  readonly sender_agent_id?: Identifier;
  /**
   * Must be the session of the claims where it is given.
   */
  readonly sender_session_id?: Identifier;
}
/**
 * The message that was kept.
 */
export interface PostMessageAnswer {
  readonly message_id: Reference;
  readonly seq: Sequence;
  readonly thread_status: ThreadStatus;
  readonly created_at: Time;
}
/**
 * The messages after a place in the thread, oldest first.
 */
export interface ReadMessagesParams {
  readonly thread_id: Reference;
  /**
   * Must be the agent of the claims where it is given.
   */
  readonly agent_id?: Identifier;
  /**
   * Messages after this one; where absent, after the caller's cursor.
   */
  readonly since_seq?: number;
  /**
   * At most so many messages; 50 where absent.
   */
  readonly limit?: number;
}
/**
 * A page of messages.
 */
export interface ReadMessagesAnswer {
  /**
   * @maxItems 200
   */
  readonly messages: readonly Message[];
  /**
   * What to give as since_seq for the next page.
   */
  readonly next_seq: number;
  readonly has_more: boolean;
}
/**
 * What a thread has come to, in short.
 */
export interface SummarizeThreadParams {
  readonly thread_id: Reference;
  /**
   * The latest so many messages; 200 where absent.
   */
  readonly max_messages?: number;
}
/**
 * The summary.
 */
export interface SummarizeThreadAnswer {
  readonly summary: string;
  readonly open_items: readonly OpenItem[];
  readonly last_status: ThreadStatus;
}
/**
 * Wakes a participant that has unread messages.
 */
export interface TriggerParticipantParams {
  readonly thread_id: Reference;
  /**
   * A participant of the thread.
   */
  readonly target_agent_id: Identifier;
  /**
   * Why, for the audit.
   */
  readonly reason: Line;
  /**
   * What the participant is told.
   */
  readonly trigger_prompt: string;
  /**
   * Deliver although a human is typing; operators only.
   */
  readonly force?: boolean;
  /**
   * Who decided to force it and why; needed with force.
   */
  readonly audit_metadata?: {
    readonly [k: string]: unknown;
  };
}
export interface TriggerParticipantOutputJson {
  readonly target_agent_id: Identifier;
  readonly action: WakeAction;
  readonly result: "delivered" | "deferred" | "not_needed";
  readonly defer_reason?: "human_input_busy";
  readonly deferred_until?: Time;
  /**
   * What would be tried next.
   */
  readonly fallback_action?: "trigger_runtime" | "resume_session" | "spawn_session" | "none";
  /**
   * The command of the action or of its fallback, as a person would type it.
   */
  readonly runtime_command?: string;
  readonly triggered_at: Time;
}
/**
 * Asks for another status of a thread.
 */
export interface UpdateThreadStatusParams {
  readonly thread_id: Reference;
  /**
   * Must be the agent of the claims where it is given.
   */
  readonly agent_id?: Identifier;
  readonly status: ThreadStatus;
  /**
   * Why, for the audit.
   */
  readonly reason: Line;
  readonly metadata?: Metadata;
}
/**
 * The status that holds now.
 */
export interface UpdateThreadStatusAnswer {
  readonly thread_id: Reference;
  readonly status: ThreadStatus;
  readonly updated_at: Time;
}
