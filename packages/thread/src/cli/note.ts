import { visibleLine } from "./visible.js";

/** Says something to the person who runs the command, in one line on standard error. */
export function note(text: string): void {
  process.stderr.write(`nexus-thread: ${visibleLine(text)}\n`);
}
