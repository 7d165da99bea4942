import { Refused } from "./command-line/refused.js";

/** A server cannot start with what it was given. The message is one line: what is wrong, where, what to do. */
export class StartError extends Refused {
  override readonly name = "StartError";

  constructor(message: string, options?: ErrorOptions) {
    super(2, message, options);
  }
}
