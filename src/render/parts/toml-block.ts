import { parse } from "smol-toml";
import { NexusError } from "../../base/errors.js";
import { reasonOf } from "../../base/reason-of.js";
import { markedBlock } from "./marked-block.js";
import type { Part } from "./part.js";

const block = markedBlock((word) => `# ${word}`);

/** Tables of ours in a TOML file of the user's. Everything else stays as it was written, comments included. */
export const tomlBlock: Part = {
  in: block.in,
  with: (text, part, path) => checked(block.with(text, part, path), path),
  without: block.without,
};

/** Our tables may name something that the file has already. */
function checked(text: string, path: string): string {
  try {
    parse(text);
    return text;
  } catch (thrown) {
    const [reason = ""] = reasonOf(thrown).split("\n", 1);
    throw NexusError.of("NXC_RENDER_SETTINGS", { reason }, path);
  }
}
