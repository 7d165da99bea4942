import { describeError, type ErrorCode, type ErrorParams } from "../../base/errors.js";
import { isOutside } from "../notation/file-path.js";

/** One reason for which a case did not pass. */
export interface Failure {
  readonly code: ErrorCode;
  /** What is wrong, in one line. */
  readonly message: string;
  /** Index of the step from 0. */
  readonly step: number;
  /** Workspace file that the reason is about. */
  readonly file?: string;
  /** Path into the answer or the file. */
  readonly path?: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** The requirement that an oracle's finding violates, besides those that the case verifies, see `standsAlone`. */
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

/**
 * Whether it speaks of one requirement only, and not of those that the case verifies: what a call does around its
 * workspace says nothing of its answer and its files.
 */
export function standsAlone({ code, file, requirement }: Failure): boolean {
  return code === "NXC_ORACLE_TREE" && requirement !== undefined && file !== undefined && isOutside(file);
}
