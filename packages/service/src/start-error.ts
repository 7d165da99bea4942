/** A server cannot start with what it was given. The message is one line: what, where, what to do. */
export class StartError extends Error {
  override readonly name = "StartError";
}
