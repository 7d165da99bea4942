import { visibleLine } from "nexus-core/visible-text";

/** Tells something to the person who runs a program, in one line. */
export type Note = (text: string) => void;

/** Notes on standard error, each behind the name of the program. */
export function noteOf(program: string): Note {
  return (text) => void process.stderr.write(`${program}: ${visibleLine(text)}\n`);
}
