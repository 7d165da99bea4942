/** What `init` asks for where it cannot tell, and somebody sits at the terminal. */

import { type Detected, KINDS, type Kind } from "./detect.js";

type Ask = ((question: string) => Promise<string>) | undefined;

const SHOWN: Readonly<Record<Kind, string>> = {
  module: "a module of JavaScript or TypeScript",
  python: "a program in Python",
  mcp: "an MCP server",
};

export function shownKind(kind: Kind): string {
  return SHOWN[kind];
}

/** An answer that is none of the kinds is asked for again. */
export async function askKind({ kind }: Detected, ask: Ask): Promise<Kind> {
  if (ask === undefined) return kind;
  const choices = KINDS.map((each) => `${each} (${SHOWN[each]})`).join(", ");
  for (;;) {
    const answer = (await ask(`How is your harness reached? ${choices} [${kind}] `)).trim();
    if (answer === "") return kind;
    const chosen = KINDS.find((each) => each === answer);
    if (chosen !== undefined) return chosen;
  }
}

export interface Start {
  /** Empty where the kind has none. */
  readonly command: string;
  /** Whether the user has named it. */
  readonly isNamed: boolean;
}

const SOME_COMMAND = "node server.js";

/** @param given the value of `--command` */
export async function askCommand(
  kind: Kind,
  given: string | undefined,
  { command = SOME_COMMAND }: Detected,
  ask: Ask,
): Promise<Start> {
  if (kind !== "mcp") return { command: "", isNamed: false };
  if (given !== undefined) return { command: given, isNamed: true };
  if (ask === undefined) return { command, isNamed: false };
  const answer = (await ask(`Which command starts the server? [${command}] `)).trim();
  return { command: answer === "" ? command : answer, isNamed: true };
}
