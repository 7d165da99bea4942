/** 0 done, 1 findings, 2 words or settings that cannot be used, 3 something failed while it ran. */
export type ExitCode = 0 | 1 | 2 | 3;

/** Ends a command with one line for the person who runs it: what is wrong, where, and what to do. */
export class Refused extends Error {
  constructor(
    readonly exitCode: ExitCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
