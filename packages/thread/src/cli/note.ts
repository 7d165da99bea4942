import { visibleLine } from "nexus-core/visible-text";

/** Says something to the person who runs the command, in one line on standard error. */
export function note(text: string): void {
  process.stderr.write(`nexus-thread: ${visibleLine(text)}\n`);
}
