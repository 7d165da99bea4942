import { PARAMETER_REFUSALS, type ParamsProblem } from "@nexus-core/service/params/params-problem";
import { Refusal, type RefusalRow, type RefusalValues, refusalText } from "@nexus-core/service/refusal";

/** All refusals. The contract fixes every message without a full stop (`core.plan_decide.no-plan`). */
const REFUSALS = {
  ...PARAMETER_REFUSALS,
  UNKNOWN_TOOL: { message: 'There is no tool "{tool}".', remedy: "Call one of {known}." },
  UNKNOWN_EVENT: { message: 'There is no event "{event}".', remedy: "Send one of {known}." },
  DECISION_REFUSED: { message: "{decision} cannot decide this: {reason}." },
  NO_ACTIVE_PLAN: { message: "No active plan session" },
  ISSUE_NOT_FOUND: { message: "Issue {id} not found" },
  ISSUE_DECIDED: {
    message: "Issue {id} is decided already.",
    remedy: "Reopen it first with plan_update, then decide it again.",
  },
  UNKNOWN_ACTION: { message: "Unknown action" },
  ISSUE_ID_REQUIRED: { message: "issue_id is required for {action}" },
  ISSUE_ID_AND_TITLE_REQUIRED: { message: "issue_id and title are required for edit" },
  TITLE_REQUIRED: { message: "title is required for add" },
  NO_TASKS_FILE: { message: "tasks.json not found" },
  TASK_NOT_FOUND: { message: "Task id {id} not found" },
  UNKNOWN_DEPENDENCY: {
    message: "deps names {dep}, but the new task gets the id {id} and can only wait for a task with a lower one.",
  },
  ARTIFACT_NAME: {
    message: "{filename} cannot be the name of an artifact: {problem}.",
    remedy: "Choose another name.",
  },
  ARTIFACT_LEAVES: {
    message: "{filename} leads out of .nexus/state/artifacts over a symbolic link. Nothing was written.",
  },
  MEMORY_NAME: { message: "{name} cannot be the name of a memory file. {problems}" },
  MEMORY_LEAVES: { message: "{file} leads out of {folder} over a symbolic link. Nothing was changed." },
  MEMORY_NOT_TEXT: {
    message: "{file} is {what}. Nothing was changed.",
    remedy: "Move it away or choose another topic.",
  },
  RULE_TOPIC: {
    message: "{topic} gives no name for a file of rules: {problem}. Nothing was written.",
    remedy: "Choose another topic.",
  },
  NO_MEMORY: {
    message: "{path} is {problem}. Nothing was deleted.",
    remedy: "Name files as memory_gc shows them.",
  },
  NOT_RECOVERABLE: {
    message: "{path} could not be brought back, because {reason}. Nothing was deleted.",
    remedy: "Commit the file, then call again.",
  },
  NO_REPOSITORY: { message: "{reason}, and what is deleted must be in a commit. Nothing was deleted." },
  GIT_IN_PROGRESS: {
    message: "A {operation} is in progress. Nothing was deleted.",
    remedy: "Finish or abort it, then call again.",
  },
  COMMIT_REFUSED: { message: "git did not make the commit: {reason}. Nothing was deleted." },
  COMMIT_DIFFERS: {
    message: "The commit would have held more than the deletions, such as {change}. Nothing was deleted.",
  },
  COMMIT_LEFT: {
    message: "Commit {commit} deletes what was chosen, but {file} is still there: {reason}.",
    remedy: "Delete it by hand.",
  },
  STATE_NOT_JSON: {
    message: "{file} is not valid JSON: {reason}. Nothing was changed.",
    remedy: "Repair the file or move it away, then call again.",
  },
  STATE_INVALID: {
    message: "{file} breaks its schema at {place}: {problem}. Nothing was changed.",
    remedy: "Repair the file or move it away, then call again.",
  },
  STATE_UNREADABLE: {
    message: "{file} cannot be read: {reason}.",
    remedy: "Check its permissions and that it is a file.",
  },
  FOLDER_UNREADABLE: {
    message: "{file} cannot be read: {reason}.",
    remedy: "Check its permissions and that it is a folder.",
  },
  UNSAFE_FILE: {
    message: "{file} {problem}. It was left as it is.",
    remedy: "Put a plain file or folder in its place, then call again.",
  },
  LOCK_BUSY: {
    message: "{who} has held the lock of .nexus/state for more than {seconds} s. Nothing was changed.",
    remedy: "Call again.",
  },
  LOCK_UNWRITABLE: {
    message: "{folder} cannot be written: {reason}.",
    remedy: "Check that the folder and its permissions allow it.",
  },
  STATE_UNWRITABLE: {
    message: "{file} cannot be written: {reason}.",
    remedy: "Check permissions and space, then call again.",
  },
} as const satisfies Readonly<Record<string, RefusalRow>>;

export type RefusalCode = keyof typeof REFUSALS;

/** A tool refused to do what it was asked. A person reads the message, a program reads the code. */
export class ToolError extends Refusal<RefusalCode> {
  override readonly name = "ToolError";

  static of<Code extends RefusalCode>(
    code: Code,
    values: RefusalValues<(typeof REFUSALS)[Code]>,
    cause?: unknown,
  ): ToolError {
    return new ToolError(code, refusalText(REFUSALS[code], values), cause);
  }

  /** The refusal of parameters that do not fit their schema. */
  static ofParameters({ row, values }: ParamsProblem): ToolError {
    return new ToolError(row, refusalText(REFUSALS[row], values));
  }
}

/** Whether a file was left alone because using it could harm files outside the project. */
export function isUnsafe(thrown: unknown): thrown is ToolError {
  return thrown instanceof ToolError && thrown.code === "UNSAFE_FILE";
}
