/** 0 done, 1 findings, 2 words or settings that cannot be used, 3 something failed while it ran. */
export type ExitCode = 0 | 1 | 2 | 3;

/** A command that cannot go on, with what to tell the person: one line, what, where and what to do. */
export class Refused extends Error {
  constructor(
    readonly exitCode: ExitCode,
    message: string,
  ) {
    super(message);
  }
}
