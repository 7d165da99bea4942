/** The eleven operations of the core contract by their abstract names. A test compares them with the contract. */
export const OPERATIONS: readonly string[] = [
  "plan_start",
  "plan_status",
  "plan_update",
  "plan_decide",
  "task_add",
  "task_update",
  "task_list",
  "task_close",
  "history_search",
  "context",
  "artifact_write",
];

/** `context` is a plain word as well. */
const TELLING = OPERATIONS.filter((name) => name !== "context");

/**
 * A name in which a harness's prefix stands before an operation. `context`, the eleventh, is a plain word and only
 * recognised behind a prefix that is known to be one. `no_` is no prefix of a harness: it makes a capability.
 */
export const PREFIXED_OPERATION = new RegExp(
  `\\b(?:nx_[a-z_]+|mcp__\\w+|(?!no_)\\w*[a-z0-9]_(?:${TELLING.join("|")}))\\b`,
  "gi",
);
