import { randomBytes } from "node:crypto";
import { PARAMETER_REFUSALS, type ParamsProblem } from "@nexus-core/service/params/params-problem";
import { Refusal, type RefusalRow, type RefusalValues, refusalText } from "@nexus-core/service/refusal";
import type { ErrorEnvelope, ProtocolError } from "../generated/contract.js";

export type RefusalCode = ProtocolError["code"];

/** All refusals. A row without a code is a VALIDATION_ERROR. */
const REFUSALS = {
  ...PARAMETER_REFUSALS,
  UNKNOWN_METHOD: { message: "There is no such method.", remedy: "Call one of {known}." },
  CONTROL_CHARACTER: {
    message: '{tool} cannot use the parameter "{parameter}": it holds a control character.',
    remedy: "Take it out. Only texts of several lines may hold tabs and line breaks.",
  },
  HALF_CHARACTER: {
    message: '{tool} cannot use the parameter "{parameter}": it holds half of a surrogate pair.',
    remedy: "Send whole Unicode characters.",
  },
  NESTED_TOO_DEEPLY: {
    message: '{tool} cannot use the parameter "{parameter}": it is nested deeper than {levels} levels.',
    remedy: "Flatten it.",
  },
  TOO_MUCH_METADATA: {
    message: '{tool} cannot use the parameter "{parameter}": it has {bytes} bytes as JSON, and {most} are the limit.',
    remedy: "Put long content into a file and name the file.",
  },
  FORCE_WITHOUT_AUDIT: {
    message: 'trigger_participant needs the parameter "audit_metadata" beside force.',
    remedy: "Say in it who decided to force the wake-up, and why.",
  },
  NO_TOKEN: {
    code: "UNAUTHORIZED",
    message: "The call brings no token.",
    remedy: "Send a signed token of the platform with it.",
  },
  UNFIT_TOKEN: {
    code: "UNAUTHORIZED",
    message: "{problem}",
    remedy: "Ask the platform for a new one.",
  },
  JTI_IN_USE: {
    code: "UNAUTHORIZED",
    message: "Another token of its issuer has used the jti of this one.",
    remedy: "Ask the platform for a new token.",
  },
  CLAIM_DIFFERS: {
    code: "CLAIM_MISMATCH",
    message: "{field} differs from what the token says.",
    remedy: "Leave it out.",
  },
  THREAD_FOR_OTHER_WORKSPACE: {
    code: "OUT_OF_SCOPE_WORKSPACE",
    message: "workspace_id is another workspace than that of the token.",
    remedy: "Leave it out, or use a token of that workspace.",
  },
  SERVICE_OF_OTHER_WORKSPACE: {
    code: "OUT_OF_SCOPE_WORKSPACE",
    message: "This service serves another workspace than that of the token.",
    remedy: "Call the service of your own workspace.",
  },
  THREAD_IN_OTHER_WORKSPACE: {
    code: "OUT_OF_SCOPE_WORKSPACE",
    message: "The thread belongs to another workspace than that of the token.",
    remedy: "Use a token of its workspace.",
  },
  UNKNOWN_THREAD: {
    code: "NOT_FOUND",
    message: "There is no thread of this thread_id.",
    remedy: "Take the id that create_thread gave.",
  },
  UNKNOWN_TARGET: {
    code: "NOT_FOUND",
    message: "The target_agent_id does not take part in this thread.",
    remedy: "get_thread lists its participants.",
  },
  UNKNOWN_REPLY: {
    code: "NOT_FOUND",
    message: "in_reply_to names no message of this thread.",
    remedy: "Take a message_id that was read in it.",
  },
  NO_PARTICIPANT: {
    code: "FORBIDDEN",
    message: "The agent of the token does not take part in this thread.",
    remedy: "Ask its creator, an orchestrator or an operator.",
  },
  PARTICIPANTS_FOR_OVERSEERS: {
    code: "FORBIDDEN",
    message: "Whoever has opened the thread, an operator or an orchestrator changes who takes part.",
    remedy: "Ask one of them. You may remove yourself.",
  },
  TOO_MANY_PARTICIPANTS: { message: "A thread has {most} participants at most.", remedy: "Open another thread." },
  NO_PARTICIPANT_LEFT: { message: "One participant must stay.", remedy: "Close the thread instead." },
  SYSTEM_MESSAGE: {
    code: "FORBIDDEN",
    message: "Messages of kind system are for operators and orchestrators.",
    remedy: "Post a chat or event.",
  },
  SESSION_OF_OTHER_AGENT: {
    code: "FORBIDDEN",
    message: "The session of the token belongs to another agent.",
    remedy: "Open a session of your own.",
  },
  FORCE_FOR_OPERATORS: {
    code: "INSUFFICIENT_AUTHORITY",
    message: "Only an operator may force a wake-up.",
    remedy: "Leave force out, and the prompt waits until the human stops typing.",
  },
  STATUS_FOR_OVERSEERS: {
    code: "INSUFFICIENT_AUTHORITY",
    message: "Changing {from} to {to} is for operators and orchestrators.",
    remedy: "Ask one of them, or settle what is open first.",
  },
  BLOCKED_BY_OTHER_AGENT: {
    code: "INSUFFICIENT_AUTHORITY",
    message: "Another agent has blocked the thread, so it is not yours to make it {to}.",
    remedy: "Ask that agent, an operator or an orchestrator.",
  },
  FINDING_OF_OTHER_AGENT: {
    code: "INSUFFICIENT_AUTHORITY",
    message: "Another agent has reported this finding, so its verdict is not yours.",
    remedy:
      "Post fix_pushed or re_review_requested, and wait for the verdict of that agent, an operator or an orchestrator.",
  },
  ESCALATION_OF_OTHER_AGENT: {
    code: "INSUFFICIENT_AUTHORITY",
    message: "Another agent has escalated this thread, so it is not yours to resolve that.",
    remedy: "Ask that agent, an operator or an orchestrator.",
  },
  DISPUTED_STATUS_FOR_OVERSEERS: {
    code: "INSUFFICIENT_AUTHORITY",
    message: "While a finding or an escalation is open, changing {from} to {to} is for operators and orchestrators.",
    remedy: "Ask one of them, or settle what is open first.",
  },
  NO_TRANSITION: {
    code: "CONFLICT",
    message: "A thread that is {from} cannot become {to}.",
    remedy: "Make it active first.",
  },
  CLOSED_THREAD: {
    code: "CONFLICT",
    message: "The thread is closed and takes no messages.",
    remedy: "Ask an operator to reopen it.",
  },
  KEY_OF_OTHER_PAYLOAD: {
    code: "IDEMPOTENCY_CONFLICT",
    message: "The idempotency_key was used for another payload.",
    remedy: "Take a new key for a new message.",
  },
  QUOTA_USED_UP: {
    code: "RATE_LIMITED",
    message: "The agent has used up its quota of posts.",
    remedy: "Try again after {wait} ms.",
  },
  TRIGGERS_USED_UP: {
    code: "RATE_LIMITED",
    message: "The agent has used up its quota of wake-ups.",
    remedy: "Try again after {wait} ms.",
  },
  STARTS_USED_UP: {
    code: "RATE_LIMITED",
    message: "The workspace has used up its quota of new sessions.",
    remedy: "Try again after {wait} ms.",
  },
  HUMAN_IS_TYPING: {
    code: "HUMAN_INPUT_COLLISION",
    message: "A human has been typing in the target's session for longer than a prompt waits.",
    remedy: "Try again when the keyboard is quiet.",
  },
  STILL_DELIVERING: {
    code: "UNAVAILABLE",
    message: "Another prompt is still on its way to the target.",
    remedy: "Try again after {wait} ms.",
  },
  UNMANAGED_SESSION: {
    code: "UNMANAGED_RUNTIME",
    message: "The target's session is not managed, and nothing is configured to resume it or to start a new one.",
    remedy: "Tell its human, or configure the runtime.",
  },
  NO_WAY_TO_WAKE: {
    code: "WAKE_FAILED",
    message: "Nothing is configured that could wake the target.",
    remedy: "Tell its human, or configure the runtime.",
  },
  EVERY_WAY_FAILED: {
    code: "WAKE_FAILED",
    message: "Every way to wake the target has failed.",
    remedy: "Tell its human, or look at the commands of the runtime.",
  },
  STORE_TROUBLE: { code: "UNAVAILABLE", message: "{trouble}" },
  FAULT: {
    code: "UNAVAILABLE",
    message: "The service failed on this call.",
    remedy:
      "Try again, a post under the same idempotency_key. If it fails again, look for the request_id in the log of the service.",
  },
} as const satisfies Readonly<Record<string, RefusalRow & { readonly code?: RefusalCode }>>;

type RowName = keyof typeof REFUSALS;

export interface RefusalOptions {
  /** Milliseconds after which the same call may succeed. */
  readonly retryAfterMs?: number;
  /** More facts for programs, as members of the envelope's error. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** The refusal of a call. A person reads the message, a program reads the code. */
export class ThreadError extends Refusal<RefusalCode> {
  override readonly name = "ThreadError";
  readonly retryAfterMs: number | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Identifies the refused call in the answer and in the log (`thread.errors.request-id`). */
  readonly requestId = `req_${randomBytes(9).toString("base64url")}`;

  private constructor(code: RefusalCode, message: string, { retryAfterMs, details, cause }: RefusalOptions = {}) {
    super(code, message, cause);
    this.retryAfterMs = retryAfterMs === undefined ? undefined : Math.max(1, Math.ceil(retryAfterMs));
    this.details = details;
  }

  static of<Row extends RowName>(
    row: Row,
    values: RefusalValues<(typeof REFUSALS)[Row]>,
    options?: RefusalOptions,
  ): ThreadError {
    return ThreadError.from(row, values, options);
  }

  /** The refusal of parameters that do not fit their schema. */
  static ofParameters({ row, values, pointer, keyword }: ParamsProblem): ThreadError {
    return ThreadError.from(row, values, { details: { parameter: pointer, keyword } });
  }

  private static from(
    name: RowName,
    values: Readonly<Record<string, string | number>>,
    options?: RefusalOptions,
  ): ThreadError {
    const row: RefusalRow & { readonly code?: RefusalCode } = REFUSALS[name];
    return new ThreadError(row.code ?? "VALIDATION_ERROR", refusalText(row, values), options);
  }

  /** The form in which every refusal is answered (`thread.errors.envelope`). */
  toEnvelope(): ErrorEnvelope {
    return {
      error: {
        ...this.details,
        code: this.code,
        message: this.message,
        request_id: this.requestId,
        ...(this.retryAfterMs === undefined ? {} : { retry_after_ms: this.retryAfterMs }),
      },
    };
  }

  override toText(): string {
    return JSON.stringify(this.toEnvelope());
  }
}
