import { OPERATIONS } from "../../generated/operation-names.js";

/** The others, such as `context`, are plain words as well. */
const COMPOUND = OPERATIONS.filter((name) => name.includes("_"));

/** The first words of operations, each with its underscore. */
export const OPERATION_BEGINNINGS = [...new Set(COMPOUND.map((name) => name.slice(0, name.indexOf("_") + 1)))];

/**
 * An operation with the prefix of a harness before it. An operation that is a plain word is recognised only after a known
 * prefix. `no_` makes the name of a capability and is not a prefix.
 */
export const PREFIXED_OPERATION = new RegExp(
  `\\b(?:nx_[a-z_]+|mcp__\\w+|(?!no_)\\w*[a-z0-9]_(?:${COMPOUND.join("|")}))\\b`,
  "gi",
);
