/* Generated from the schemas of the core contract by `npm run generate`. */

/**
 * Whether the owner's earlier session may be resumed for this task.
 */
export type ReusePolicy = "fresh" | "resume_if_same_artifact" | "resume";
export type PlanStatusAnswer = NoActivePlan | ActivePlan;
export type PlanUpdateAnswer = IssueAdded | IssueRemoved | IssueEdited | IssueReopened;
export type TaskListAnswer = NoTasks | OpenTasks;

/**
 * The closed cycles of a project, oldest first, in .nexus/history.json.
 */
export interface History {
  /**
   * Version of the contract that the file was written for.
   */
  readonly schema_version?: string;
  readonly cycles: readonly Cycle[];
}
export interface Cycle {
  /**
   * Every cycle is written with it; older cycles may lack it.
   */
  readonly schema_version?: string;
  readonly completed_at: string;
  /**
   * Git branch, short commit on a detached head, or unknown.
   */
  readonly branch: string;
  readonly plan: Plan | null;
  readonly tasks: readonly Task[];
  /**
   * The goal of the tasks. Older cycles lack it.
   */
  readonly goal?: string;
  /**
   * The decisions of the tasks. Older cycles lack them.
   */
  readonly decisions?: readonly string[];
}
/**
 * The active plan, in .nexus/state/plan.json. The same form stands in a cycle of history.
 */
export interface Plan {
  /**
   * Version of the contract that the file was written for.
   */
  readonly schema_version?: string;
  /**
   * Rises over the life of a project.
   */
  readonly id: number;
  readonly topic: string;
  /**
   * The agenda, in its order.
   */
  readonly issues: readonly Issue[];
  /**
   * What was found out before planning.
   */
  readonly research_summary?: string;
  readonly created_at: string;
}
export interface Issue {
  readonly id: number;
  readonly title: string;
  readonly status: "pending" | "decided";
  /**
   * Present once the issue is decided.
   */
  readonly decision?: string;
  /**
   * Agents that took part in the analysis.
   */
  readonly how_agents?: readonly string[];
  /**
   * Agent to its conclusion.
   */
  readonly how_summary?: {
    readonly [k: string]: string;
  };
  /**
   * Agent to the id under which it can be resumed.
   */
  readonly how_agent_ids?: {
    readonly [k: string]: string;
  };
}
export interface Task {
  readonly id: number;
  readonly title: string;
  readonly context: string;
  readonly approach?: string;
  readonly acceptance?: string;
  readonly risk?: string;
  readonly status: "pending" | "in_progress" | "completed";
  /**
   * Ids of the tasks that come first.
   */
  readonly deps: readonly number[];
  /**
   * The issue of the plan from which the task follows.
   */
  readonly plan_issue?: number;
  readonly owner?: string;
  readonly owner_agent_id?: string;
  readonly owner_reuse_policy?: ReusePolicy;
  /**
   * Files that the task is to change, from the project root. Absent: not known.
   */
  readonly target_files?: readonly string[];
  readonly created_at?: string;
}
/**
 * One line of a harness's memory-access.jsonl: how often and by whom one file of .nexus/memory/ was read. A file has one line.
 */
export interface MemoryAccess {
  readonly schema_version?: string;
  /**
   * The file that was read, from the root of the project, with forward slashes.
   */
  readonly path: string;
  /**
   * Time of the last read.
   */
  readonly last_accessed_ts: string;
  /**
   * Reads so far; the first makes it 1.
   */
  readonly access_count: number;
  /**
   * Who read it last.
   */
  readonly last_agent: string;
}
/**
 * The tasks of the open cycle, in .nexus/state/tasks.json.
 */
export interface TaskList {
  /**
   * Version of the contract that the file was written for.
   */
  readonly schema_version?: string;
  /**
   * Empty until a task_add sets it.
   */
  readonly goal: string;
  readonly decisions: readonly string[];
  readonly tasks: readonly Task[];
}
/**
 * Writes a file into .nexus/state/artifacts/, and overwrites one of the same name.
 */
export interface ArtifactWriteParams {
  /**
   * A relative path that stays inside the folder of artifacts.
   */
  readonly filename: string;
  readonly content: string;
}
export interface ArtifactWriteAnswer {
  readonly success: true;
  /**
   * Absolute path of the file.
   */
  readonly path: string;
}
/**
 * Shows where the work stands: branch, mode, progress and decisions.
 */
export type ContextParams = Readonly<Record<string, never>>;
export interface ContextAnswer {
  readonly branch: string;
  /**
   * team while there are tasks.
   */
  readonly activeMode: "team" | null;
  readonly goal?: string;
  readonly tasksSummary?: TaskProgress;
  readonly decisions: readonly string[];
}
export interface TaskProgress {
  readonly total: number;
  readonly completed: number;
  readonly pending: number;
}
/**
 * Searches the archived cycles.
 */
export interface HistorySearchParams {
  /**
   * A text that the cycles hold, in whatever case; every cycle where absent or empty.
   */
  readonly query?: string;
  /**
   * How many of the latest matches to return.
   */
  readonly last_n?: number;
}
export interface HistorySearchAnswer {
  /**
   * Matches in all of history.
   */
  readonly total: number;
  /**
   * Matches that are returned.
   */
  readonly showing: number;
  /**
   * Oldest first.
   */
  readonly cycles: readonly CycleSummary[];
}
export interface CycleSummary {
  readonly completed_at: string;
  readonly branch: string;
  readonly topic?: string;
  readonly decisions?: readonly DecisionSummary[];
  readonly task_count?: number;
}
export interface DecisionSummary {
  readonly title: string;
  readonly decision: string;
}
/**
 * Records the decision on one issue of the plan.
 */
export interface PlanDecideParams {
  readonly issue_id: number;
  readonly decision: string;
  /**
   * Agents that took part in the analysis.
   */
  readonly how_agents?: readonly string[];
  /**
   * Agent to its conclusion.
   */
  readonly how_summary?: {
    readonly [k: string]: string;
  };
  /**
   * Agent to the id under which it can be resumed.
   */
  readonly how_agent_ids?: {
    readonly [k: string]: string;
  };
}
export interface PlanDecideAnswer {
  readonly decided: true;
  /**
   * Title of the issue.
   */
  readonly issue: string;
  readonly allComplete: boolean;
  /**
   * Only when every issue is decided.
   */
  readonly message?: string;
  /**
   * The pending issues; only while there are any.
   *
   * @minItems 1
   */
  readonly remaining?: readonly RemainingIssue[];
}
export interface RemainingIssue {
  readonly id: number;
  readonly title: string;
  readonly status: "pending";
}
/**
 * Starts a plan, and archives the one it replaces.
 */
export interface PlanStartParams {
  /**
   * What the plan is about.
   */
  readonly topic: string;
  /**
   * Titles of the agenda, in order.
   */
  readonly issues: readonly string[];
  /**
   * What was found out before planning. May be empty.
   */
  readonly research_summary: string;
}
export interface PlanStartAnswer {
  readonly created: true;
  readonly plan_id: number;
  readonly topic: string;
  readonly issueCount: number;
  /**
   * Whether this call moved a plan into history.
   */
  readonly previousArchived: boolean;
}
/**
 * Shows the active plan and how far its issues are.
 */
export type PlanStatusParams = Readonly<Record<string, never>>;
export interface NoActivePlan {
  readonly active: false;
}
export interface ActivePlan {
  readonly active: true;
  readonly plan_id: number;
  readonly topic: string;
  readonly issues: readonly Issue[];
  /**
   * Only where the plan has one.
   */
  readonly research_summary?: string;
  readonly summary: PlanSummary;
}
export interface PlanSummary {
  readonly total: number;
  readonly pending: number;
  readonly decided: number;
}
/**
 * Changes the agenda of the active plan: adds, removes, edits or reopens an issue.
 */
export interface PlanUpdateParams {
  readonly action: "add" | "remove" | "edit" | "reopen";
  /**
   * The issue to remove, edit or reopen.
   */
  readonly issue_id?: number;
  /**
   * The title of the issue to add, or the new title of the one to edit.
   */
  readonly title?: string;
}
export interface IssueAdded {
  readonly added: true;
  readonly issue: Issue;
}
export interface IssueRemoved {
  readonly removed: true;
  readonly issue: RemovedIssue;
}
export interface RemovedIssue {
  readonly id: number;
  readonly title?: string;
}
export interface IssueEdited {
  readonly edited: true;
  readonly issue: EditedIssue;
}
export interface EditedIssue {
  readonly id: number;
  readonly title: string;
  readonly status?: "pending" | "decided";
}
export interface IssueReopened {
  readonly reopened: true;
  readonly issue: ReopenedIssue;
}
export interface ReopenedIssue {
  readonly id: number;
  readonly title: string;
  readonly status: "pending";
}
/**
 * Adds a task to the open cycle.
 */
export interface TaskAddParams {
  readonly title: string;
  /**
   * What somebody who starts on the task has to know.
   */
  readonly context: string;
  /**
   * Ids of the tasks that come first.
   */
  readonly deps?: readonly number[];
  readonly approach?: string;
  readonly acceptance?: string;
  readonly risk?: string;
  /**
   * The issue of the plan from which the task follows.
   */
  readonly plan_issue?: number;
  /**
   * Replaces the goal of the cycle.
   */
  readonly goal?: string;
  /**
   * Added to the decisions of the cycle.
   */
  readonly decisions?: readonly string[];
  readonly owner?: string;
  readonly owner_agent_id?: string;
  readonly owner_reuse_policy?: ReusePolicy;
  /**
   * Paths, from the root of the project, of the files that the task may change.
   */
  readonly target_files?: readonly string[];
}
export interface TaskAddAnswer {
  readonly task: Task;
}
/**
 * Archives the plan and the tasks of the open cycle, and clears them away.
 */
export type TaskCloseParams = Readonly<Record<string, never>>;
export interface TaskCloseAnswer {
  readonly closed: true;
  /**
   * completed_at of the archived cycle.
   */
  readonly cycle: string;
  readonly branch: string;
  readonly archived: Archived;
  /**
   * Names of the deleted files.
   */
  readonly deleted: readonly ("plan.json" | "tasks.json")[];
  readonly total_cycles: number;
  readonly memoryHint: MemoryHint;
}
export interface Archived {
  readonly plan: boolean;
  /**
   * Decided issues of the plan.
   */
  readonly decisions: number;
  readonly tasks: number;
}
export interface MemoryHint {
  readonly taskCount: number;
  readonly decisionCount: number;
  readonly cycleTopics: readonly string[];
}
/**
 * Lists the tasks of the open cycle, and which of them can be started.
 */
export type TaskListParams = Readonly<Record<string, never>>;
export interface NoTasks {
  readonly exists: false;
}
export interface OpenTasks {
  readonly exists?: true;
  readonly goal: string;
  readonly tasks: readonly Task[];
  readonly summary: TaskSummary;
}
export interface TaskSummary {
  readonly total: number;
  readonly completed: number;
  readonly pending: number;
  /**
   * How many are in progress. The name is historical: no task is ever blocked.
   */
  readonly blocked: number;
  /**
   * Ids of the pending tasks whose deps are all completed.
   */
  readonly ready: readonly number[];
}
/**
 * Sets the status of a task. Any status may follow any other.
 */
export interface TaskUpdateParams {
  readonly id: number;
  readonly status: "pending" | "in_progress" | "completed";
}
export interface TaskUpdateAnswer {
  readonly task: Task;
}
