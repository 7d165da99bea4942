import { randomBytes } from "node:crypto";
import type { ErrorEnvelope, ProtocolError } from "./generated/contract.js";

export type RefusalCode = ProtocolError["code"];

export interface RefusalOptions {
  /** After so many milliseconds the same call may succeed. */
  readonly retryAfterMs?: number;
  /** What else a program may want to know; members of the envelope's error. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** A method refused to do what it was asked. A person reads the message, a program reads the code. */
export class ThreadError extends Error {
  override readonly name = "ThreadError";
  readonly retryAfterMs: number | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Every refusal is one of one call, so it brings the name of that call along (`thread.errors.request-id`). */
  readonly requestId = `req_${randomBytes(9).toString("base64url")}`;

  /** @param message one line: what is wrong, and what to do */
  constructor(
    readonly code: RefusalCode,
    message: string,
    { retryAfterMs, details, cause }: RefusalOptions = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.retryAfterMs = retryAfterMs === undefined ? undefined : Math.max(1, Math.ceil(retryAfterMs));
    this.details = details;
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
}
