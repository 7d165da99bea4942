import { parse } from "smol-toml";
import { NexusError } from "../../base/errors.js";
import { reasonOf } from "../../base/reason-of.js";
import { markedBlock } from "./marked-block.js";
import type { Part } from "./part.js";

const block = markedBlock((word) => `# ${word}`);

/** Tables of ours in a TOML file of the user's. Everything else stays as it was written, comments included. */
export const tomlBlock: Part = {
  in: block.in,
  with(text, part, path) {
    const problem = problemIn(text);
    if (problem !== undefined) throw NexusError.of("NXC_RENDER_SETTINGS", { reason: problem }, path);
    const whole = block.with(text, part, path);
    if (problemIn(whole) === undefined) return whole;
    const reason = `it already has [${Object.keys(tablesIn(part)).join("], [")}], or defines it in a form that cannot be extended`;
    throw NexusError.of("NXC_RENDER_SETTINGS", { reason }, path);
  },
  without: block.without,
};

function problemIn(text: string): string | undefined {
  try {
    parse(text);
    return undefined;
  } catch (thrown) {
    return reasonOf(thrown).split("\n", 1)[0];
  }
}

/** The tables by their names in brackets. */
function tablesIn(part: string): Readonly<Record<string, unknown>> {
  const entries = Object.entries(parse(part)).flatMap(([outer, inner]) =>
    Object.entries(inner as object).map(([name, value]) => [`${outer}.${name}`, value] as const),
  );
  return Object.fromEntries(entries);
}
