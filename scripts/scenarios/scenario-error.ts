/** Why the runner cannot go on: what is wrong, where, and what to do. */

import type { ExitCode } from "../../src/errors.js";
import { sentence } from "../../src/sentence.js";

export class ScenarioError extends Error {
  constructor(
    /** File, line and pointer, a flag, or an address. */
    readonly where: string,
    problem: string,
    readonly remedy: string,
    /** 2: wrong invocation or data. 3: the model or the runner failed. */
    readonly exitCode: ExitCode = 2,
  ) {
    super(problem);
  }

  /** One line for a terminal. */
  get line(): string {
    return `${this.where}: ${sentence(this.message)} ${this.remedy}`;
  }
}
