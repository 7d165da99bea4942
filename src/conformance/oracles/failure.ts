import { describeError, type ErrorCode, type ErrorParams } from "../../base/errors.js";
import { isOutside } from "../notation/file-path.js";

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
  /** The requirement that an oracle found violated, in addition to those that the case verifies. */
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
 * Whether a failure violates only its own requirement, and none that the case verifies: changes outside the workspace say
 * nothing about the answer or the files of a call.
 */
export function violatesOnlyItsRequirement({ code, file, requirement }: Failure): boolean {
  return code === "NXC_ORACLE_TREE" && requirement !== undefined && file !== undefined && isOutside(file);
}
