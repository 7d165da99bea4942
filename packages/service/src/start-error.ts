/** A service cannot start with its settings. The message is one line: what is wrong, where, and what to do. */
export class StartError extends Error {
  override readonly name = "StartError";
}
