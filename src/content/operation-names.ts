/**
 * The eleven operations of the core contract by their abstract names, with the parameters that they take. A test holds
 * this table to the tool schemas of the contract.
 */
export const OPERATION_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  plan_start: ["topic", "issues", "research_summary"],
  plan_status: [],
  plan_update: ["action", "issue_id", "title"],
  plan_decide: ["issue_id", "decision", "how_agents", "how_summary", "how_agent_ids"],
  task_add: [
    "title",
    "context",
    "deps",
    "approach",
    "acceptance",
    "risk",
    "plan_issue",
    "goal",
    "decisions",
    "owner",
    "owner_agent_id",
    "owner_reuse_policy",
    "target_files",
  ],
  task_update: ["id", "status"],
  task_list: [],
  task_close: [],
  history_search: ["query", "last_n"],
  context: [],
  artifact_write: ["filename", "content"],
};

/** All but `context`, which is a plain word as well. */
const OPERATIONS = Object.keys(OPERATION_PARAMETERS).filter((name) => name !== "context");

/**
 * A name in which a harness's prefix stands before an operation. `context`, the eleventh, is a plain word and only
 * recognised behind a prefix that is known to be one. `no_` is no prefix of a harness: it makes a capability.
 */
export const PREFIXED_OPERATION = new RegExp(
  `\\b(?:nx_[a-z_]+|mcp__\\w+|(?!no_)\\w*[a-z0-9]_(?:${OPERATIONS.join("|")}))\\b`,
  "gi",
);
