/** The form of a row of the error table. */

/** 1: findings. 2: wrong invocation, configuration or input. 3: the adapter or the kit itself failed. */
export type ExitCode = 0 | 1 | 2 | 3;

export interface ErrorEntry {
  readonly exit: ExitCode;
  readonly message: string;
  readonly remedy: string;
}
