import { describeError, type ErrorCode, type ErrorParams } from "../../base/errors.js";

/** One reason why a case did not pass. */
export interface Failure {
  readonly code: ErrorCode;
  /** The problem in one line. */
  readonly message: string;
  /** Index of the step from 0. */
  readonly step: number;
  /** The file concerned, relative to the workspace. */
  readonly file?: string;
  /** Path into the answer or the file. */
  readonly path?: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** Whether the value is a member that its schema does not know. */
  readonly isExtra?: boolean;
  /** Whether the schema that the value breaks allows other values of the same type. */
  readonly allowsType?: boolean;
  /** What refusals said: those among concurrent calls, or that whose details are wrong. */
  readonly refusals?: readonly string[];
  /** The requirement that is violated. If absent, the one that the case is about. */
  readonly requirement?: string;
}

export type FailureDetails = Omit<Failure, "code" | "message">;

export function failure<Code extends ErrorCode>(
  code: Code,
  params: ErrorParams<Code>,
  details: FailureDetails,
): Failure {
  return { code, message: describeError(code, params).message, ...details };
}

/** Whether an oracle found it, which looks at every step, whatever its case is about. */
export function isOfOracle({ code }: Failure): boolean {
  return code.startsWith("NXC_ORACLE_") || code === "NXC_CASE_WAITED";
}
