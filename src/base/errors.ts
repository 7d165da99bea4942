/** The error class, over the table of codes. */

import type { ExitCode } from "./errors/error-entry.js";
import { ERRORS } from "./errors/error-table.js";
import type { Place } from "./place.js";
import { reasonOf } from "./reason-of.js";
import { sentence } from "./sentence.js";
import { visibleLine } from "./visible-text.js";

export type { ExitCode } from "./errors/error-entry.js";
export { ERRORS } from "./errors/error-table.js";

export type ErrorCode = keyof typeof ERRORS;

type Placeholders<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** One remedy writes out a form of file paths; it is no parameter. */
type Literal = "HOME";

export type ErrorParams<Code extends ErrorCode> = Record<
  Exclude<Placeholders<(typeof ERRORS)[Code]["message"] | (typeof ERRORS)[Code]["remedy"]>, Literal>,
  string | number
>;

/** Message and remedy of a code with its parameters filled in. */
export function describeError<Code extends ErrorCode>(
  code: Code,
  params: ErrorParams<Code>,
): { readonly message: string; readonly remedy: string } {
  const values = params as Readonly<Record<string, string | number>>;
  const fill = (template: string) =>
    template.replace(/\{([a-z]+)\}/g, (slot, name: string) => (name in values ? String(values[name]) : slot));
  return { message: fill(ERRORS[code].message), remedy: fill(ERRORS[code].remedy) };
}

/**
 * An error that a user can act on. `where` names the place (file, line, JSON pointer, flag), `message` what is wrong,
 * `remedy` what to do.
 */
export class NexusError extends Error {
  override readonly name = "NexusError";
  readonly remedy: string;

  private constructor(
    readonly code: ErrorCode,
    text: { readonly message: string; readonly remedy: string },
    readonly where: string | undefined,
    cause: unknown,
  ) {
    super(text.message, cause === undefined ? undefined : { cause });
    this.remedy = text.remedy;
  }

  static of<Code extends ErrorCode>(code: Code, params: ErrorParams<Code>, where?: Place, cause?: unknown): NexusError {
    return new NexusError(code, describeError(code, params), where?.toString(), cause);
  }

  /** Any thrown value as a NexusError. An error that is not ours is a failure of the kit. */
  static from(thrown: unknown): NexusError {
    return thrown instanceof NexusError
      ? thrown
      : NexusError.of("NXC_INTERNAL", { reason: reasonOf(thrown) }, undefined, thrown);
  }

  get exitCode(): ExitCode {
    return ERRORS[this.code].exit;
  }

  /** One line that is safe to print: code, place, what is wrong, what to do. */
  get line(): string {
    const place = this.where === undefined ? "" : `${this.where}: `;
    return visibleLine(`${this.code}  ${place}${sentence(this.message)} ${this.remedy}`);
  }
}
