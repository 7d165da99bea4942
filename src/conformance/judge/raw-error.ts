/** Tells an error of a language or a system, which the implementation did not mean, from a refusal. */

import { constants } from "node:os";

/** How errors begin that a program did not make itself. */
const BEGINNINGS: readonly RegExp[] = [
  // Python
  /^(?:\w+Error: )?(?:\[Errno -?\d+\] |'\w+' object (?:is not|has no|does not|cannot) |unhashable type: )/u,
  /^(?:\w+Error: )?(?:Expecting |Extra data|Unterminated string |Invalid control ).*: line \d+ column \d+ /u,
  /^(?:\w+Error: )?(?:\w+ indices must be |\w+ index out of range|'.+' not supported between instances of )/u,
  /^(?:\w+Error: )?(?:unsupported operand type|can only concatenate |invalid literal for \w+\(\)|name '\w+' is not defined)/u,
  // Node
  /^(?:\w+Error: )?(?:Cannot (?:read|set) propert(?:y|ies) of (?:undefined|null)|Cannot destructure property )/u,
  /^(?:\w+Error: )?\S+ is not (?:a function|iterable|defined)\b/u,
  /^(?:\w+Error: )?(?:Unexpected (?:token|end of JSON input|non-whitespace character)|Maximum call stack size)/u,
  /^(?:\w+Error: )?(?:Expected|Bad) .+ in JSON at position \d/u,
  /^Traceback \(most recent call last\)/u,
  /^thread '[^']*' (?:\(\d+\) )?panicked at /u,
  /^panic: /u,
];

/** As Node writes an error of the system: "ENOENT: no such file or directory, open '…'". */
const OF_SYSTEM = /^(?:\w*Error: )?(E[A-Z0-9]+): /u;

/** As Rust writes one: "No such file or directory (os error 2)". */
const OF_RUST = /\(os error \d+\)$/u;

/** A line of a stack: of Node, and of Python. */
const STACK_LINE = /\n\s+(?:at .+:\d+:\d+\)?|File ".+", line \d+)/u;

/**
 * Whether a text is that of a raw error. An implementation may let such an error through for any reason, so it does not
 * show that the call was refused.
 */
export function isRawError(text: string): boolean {
  const [, code = ""] = OF_SYSTEM.exec(text) ?? [];
  return code in constants.errno || [...BEGINNINGS, OF_RUST, STACK_LINE].some((pattern) => pattern.test(text));
}
