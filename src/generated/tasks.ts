/* Generated from conformance/state-schemas/tasks.schema.json by `npm run generate`. */

/**
 * Whether the owner's earlier session may be resumed for this task.
 */
export type ReusePolicy = "fresh" | "resume_if_same_artifact" | "resume";

/**
 * The tasks of the open cycle, in .nexus/state/tasks.json.
 */
export interface TaskList {
  /**
   * Version of the contract that the file was written for.
   */
  schema_version?: string;
  /**
   * Empty until a task_add sets it.
   */
  goal: string;
  decisions: string[];
  tasks: Task[];
}
export interface Task {
  id: number;
  title: string;
  context: string;
  approach?: string;
  acceptance?: string;
  risk?: string;
  status: "pending" | "in_progress" | "completed";
  /**
   * Ids of the tasks that come first.
   */
  deps: number[];
  /**
   * The issue of the plan from which the task follows.
   */
  plan_issue?: number;
  owner?: string;
  owner_agent_id?: string;
  owner_reuse_policy?: ReusePolicy;
  /**
   * Files that the task is to change, from the project root. Absent: not known.
   */
  target_files?: string[];
  created_at?: string;
}
