import { ERRORS } from "../../base/errors.js";

/** What an error code means, its exit code and what to do: the lines of `explain`. Undefined for any other word. */
export function errorLines(code: string): readonly string[] | undefined {
  if (!Object.hasOwn(ERRORS, code)) return undefined;
  const { exit, message, remedy } = ERRORS[code as keyof typeof ERRORS];
  return [`${code}  error, exit code ${exit}`, `  message: ${general(message)}`, `  remedy: ${general(remedy)}`];
}

/** The text without what it says of one occasion: `{hint}` is a guess, and other members become words such as FILE. */
function general(text: string): string {
  return text.replaceAll("{hint}", "").replaceAll(/\{(\w+)\}/gu, (_, member: string) => member.toUpperCase());
}
