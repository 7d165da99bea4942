/** A message with the full stop that it needs before something follows; a question keeps its mark. */
export function sentence(message: string): string {
  return /[.?!]$/u.test(message) ? message : `${message}.`;
}
