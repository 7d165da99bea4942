/**
 * The one table of refusals. `{name}` in a text is a parameter; its type follows from the text. Texts without
 * a full stop are fixed by the contract (such as `core.plan_decide.no-plan`); the others say what is wrong and what to do.
 */
const REFUSALS = {
  UNKNOWN_TOOL: 'There is no tool "{tool}". Call one of {known}.',
  UNKNOWN_EVENT: 'There is no event "{event}". Send one of {known}.',
  UNKNOWN_PARAMETER: '{tool} has no parameter "{parameter}". {known}.',
  MISSING_PARAMETER: '{tool} needs the parameter "{parameter}". Call again with it.',
  INVALID_PARAMETER: '{tool} cannot use the parameter "{parameter}": {problem}.',
  DECISION_REFUSED: "{decision} cannot decide this: {reason}.",
  NO_ACTIVE_PLAN: "No active plan session",
  ISSUE_NOT_FOUND: "Issue {id} not found",
  ISSUE_DECIDED: "Issue {id} is decided already. Reopen it first with plan_update, then decide it again.",
  UNKNOWN_ACTION: "Unknown action",
  ISSUE_ID_REQUIRED: "issue_id is required for {action}",
  ISSUE_ID_AND_TITLE_REQUIRED: "issue_id and title are required for edit",
  TITLE_REQUIRED: "title is required for add",
  NO_TASKS_FILE: "tasks.json not found",
  TASK_NOT_FOUND: "Task id {id} not found",
  ARTIFACT_NAME: "{filename} cannot be the name of an artifact: {problem}. Choose another name.",
  ARTIFACT_LEAVES: "{filename} leads out of .nexus/state/artifacts over a symbolic link. Nothing was written.",
  MEMORY_NAME: "{name} cannot be the name of a memory file. {problems}",
  MEMORY_LEAVES: "{file} leads out of .nexus/memory over a symbolic link. Nothing was changed.",
  MEMORY_NOT_TEXT: "{file} is {what}. Nothing was changed; move it away or choose another topic.",
  NO_MEMORY: "{path} is {problem}. Nothing was deleted; name files as memory_gc shows them.",
  NOT_RECOVERABLE:
    "{path} could not be brought back, because {reason}. Nothing was deleted; commit the file, then call again.",
  NO_REPOSITORY: "{reason}, and what is deleted must be in a commit. Nothing was deleted.",
  GIT_IN_PROGRESS: "A {operation} is in progress. Nothing was deleted; finish or abort it, then call again.",
  COMMIT_REFUSED: "git did not make the commit: {reason}. Nothing was deleted.",
  COMMIT_DIFFERS: "The commit would have held more than the deletions, such as {change}. Nothing was deleted.",
  COMMIT_LEFT: "Commit {commit} deletes what was chosen, but {file} is still there: {reason}. Delete it by hand.",
  UNKNOWN_DEPENDENCY:
    "deps names {dep}, but the new task gets the id {id} and can only wait for a task with a lower one.",
  STATE_NOT_JSON:
    "{file} is not valid JSON: {reason}. Nothing was changed; repair the file or move it away, then call again.",
  STATE_INVALID:
    "{file} breaks its schema at {place}: {problem}. Nothing was changed; repair the file or move it away, then call again.",
  STATE_UNREADABLE: "{file} cannot be read: {reason}. Check its permissions and that it is a file.",
  FOLDER_UNREADABLE: "{file} cannot be read: {reason}. Check its permissions and that it is a folder.",
  UNSAFE_FILE: "{file} {problem}. It was left as it is. Put a plain file or folder in its place, then call again.",
  LOCK_BUSY: "{who} has held the lock of .nexus/state for more than {seconds} s. Nothing was changed; call again.",
  LOCK_UNWRITABLE: "{folder} cannot be written: {reason}. Check that the folder and its permissions allow it.",
  STATE_UNWRITABLE: "{file} cannot be written: {reason}. Check permissions and space, then call again.",
} as const;

export type RefusalCode = keyof typeof REFUSALS;

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

export type RefusalParams<Code extends RefusalCode> = Readonly<
  Record<Placeholders<(typeof REFUSALS)[Code]>, string | number>
>;

/** A tool refused to do what it was asked. A person reads the message, a program reads the code. */
export class ToolError extends Error {
  override readonly name = "ToolError";

  private constructor(
    readonly code: RefusalCode,
    message: string,
    cause: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }

  static of<Code extends RefusalCode>(code: Code, params: RefusalParams<Code>, cause?: unknown): ToolError {
    const values: Readonly<Record<string, string | number>> = params;
    const message = REFUSALS[code].replace(/\{([a-z]+)\}/gu, (slot, name: string) => String(values[name] ?? slot));
    return new ToolError(code, message, cause);
  }
}

/** Whether something was left as it is because touching it could harm what is outside of the project. */
export function isUnsafe(thrown: unknown): thrown is ToolError {
  return thrown instanceof ToolError && thrown.code === "UNSAFE_FILE";
}
