/** The shortest bodies that keep every rule, for the examples of rules and for tests. */

/** @param extra more of the body */
export function agentBody(extra = ""): string {
  return bodyOf("You help.", extra);
}

/** @param extra more of the body */
export function skillBody(extra = ""): string {
  return bodyOf("You, Lead, greet the user.", extra);
}

function bodyOf(role: string, extra: string): string {
  return `${["## Role", role, ...(extra === "" ? [] : [extra.trimEnd()])].join("\n\n")}\n`;
}
