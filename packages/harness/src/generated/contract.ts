/* Generated from the schemas of the core contract by `npm run generate`. */

/**
 * The agents of a harness's session, in {STATE_ROOT}/{HARNESS_ID}/agent-tracker.json, in the order in which they were first seen.
 */
export type AgentTracker = readonly TrackedAgent[];
/**
 * Whether the owner's earlier session may be resumed for this task.
 */
export type ReusePolicy = "fresh" | "resume_if_same_artifact" | "resume";
export type MemoryGcAnswer = MemoriesShown | MemoriesDeleted;
export type PlanStatusAnswer = NoActivePlan | ActivePlan;
export type PlanUpdateAnswer = IssueAdded | IssueRemoved | IssueEdited | IssueReopened;
export type TaskListAnswer = NoTasks | OpenTasks;

export interface TrackedAgent {
  readonly harness_id: string;
  /**
   * Role, by the id of an agent.
   */
  readonly agent_name?: string;
  /**
   * Id of the session, opaque.
   */
  readonly agent_id?: string;
  /**
   * When it was first seen; never changes.
   */
  readonly started_at: string;
  /**
   * When it last went on.
   */
  readonly last_resumed_at?: string;
  /**
   * How often it went on.
   */
  readonly resume_count?: number;
  readonly status?: "running" | "completed";
  /**
   * When it came back; absent while it runs.
   */
  readonly stopped_at?: string;
  readonly last_message?: string;
  /**
   * Files that it changed, each once; from the root of the project where they are in it.
   */
  readonly files_touched?: readonly string[];
}
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
 * An agent has come back.
 */
export interface AgentCompleteParams {
  /**
   * The harness in whose namespace the event takes place; the one that takes the event where absent.
   */
  readonly harness_id?: string;
  /**
   * Role of the agent, the id of an agent of the manifest. Absent: not known, or Lead.
   */
  readonly agent_name?: string;
  /**
   * Id that the harness gives the agent's session, opaque to everybody else.
   */
  readonly agent_id: string;
  /**
   * What it said last.
   */
  readonly last_message?: string;
  /**
   * Files that it changed, as far as whoever sends the event knows.
   */
  readonly files_touched?: readonly string[];
  readonly [k: string]: unknown;
}
export interface AgentCompleteAnswer {
  /**
   * Text for the agent; empty where there is nothing to say.
   */
  readonly context: string;
  /**
   * What was found out of order, a sentence each.
   */
  readonly warnings: readonly string[];
}
/**
 * An agent that was started before goes on.
 */
export interface AgentResumeParams {
  /**
   * The harness in whose namespace the event takes place; the one that takes the event where absent.
   */
  readonly harness_id?: string;
  /**
   * Role of the agent, the id of an agent of the manifest. Absent: not known, or Lead.
   */
  readonly agent_name?: string;
  /**
   * Id that the harness gives the agent's session, opaque to everybody else.
   */
  readonly agent_id: string;
  readonly [k: string]: unknown;
}
export interface AgentResumeAnswer {
  /**
   * Text for the agent; empty where there is nothing to say.
   */
  readonly context: string;
  /**
   * What was found out of order, a sentence each.
   */
  readonly warnings: readonly string[];
}
/**
 * An agent is about to start.
 */
export interface AgentSpawnParams {
  /**
   * The harness in whose namespace the event takes place; the one that takes the event where absent.
   */
  readonly harness_id?: string;
  /**
   * Role of the agent, the id of an agent of the manifest. Absent: not known, or Lead.
   */
  readonly agent_name: string;
  /**
   * Id that the harness gives the agent's session, opaque to everybody else.
   */
  readonly agent_id: string;
  /**
   * The task that it is to work on.
   */
  readonly task_id?: number;
  /**
   * Capabilities that the harness adds for this agent.
   */
  readonly additions?: readonly string[];
  readonly [k: string]: unknown;
}
export interface AgentSpawnAnswer {
  /**
   * Text for the agent; empty where there is nothing to say.
   */
  readonly context: string;
  /**
   * What was found out of order, a sentence each.
   */
  readonly warnings: readonly string[];
  /**
   * What the agent is denied: its own capabilities and those that the harness adds. Absent for an agent that the manifest does not have.
   */
  readonly capabilities?: readonly string[];
  readonly resume?: SpawnResume;
}
/**
 * Whether the task may go to the last session of the same role instead; only where task_id was given.
 */
export interface SpawnResume {
  readonly decision: "fresh" | "resume";
  /**
   * The session to resume.
   */
  readonly agent_id?: string;
  /**
   * The session has to open its files anew before it acts.
   */
  readonly reread: boolean;
  /**
   * Why.
   */
  readonly reason: string;
}
/**
 * The context of a session is about to be shortened, or just was.
 */
export interface ContextCompactParams {
  /**
   * The harness in whose namespace the event takes place; the one that takes the event where absent.
   */
  readonly harness_id?: string;
  readonly active_skill?: ActiveSkill;
  readonly [k: string]: unknown;
}
export interface ActiveSkill {
  /**
   * Id of the skill.
   */
  readonly id: string;
  /**
   * Variant under which it is active.
   */
  readonly mode?: string;
  readonly [k: string]: unknown;
}
export interface ContextCompactAnswer {
  /**
   * Text for the agent; empty where there is nothing to say.
   */
  readonly context: string;
  /**
   * What was found out of order, a sentence each.
   */
  readonly warnings: readonly string[];
}
/**
 * A tool has run.
 */
export interface PostToolUseParams {
  /**
   * The harness in whose namespace the event takes place; the one that takes the event where absent.
   */
  readonly harness_id?: string;
  /**
   * The harness's own name of the tool.
   */
  readonly tool: string;
  /**
   * Semantic classes that the harness gives the tool, as in the vocabulary of capabilities; file_read for one that hands out the content of a file.
   */
  readonly semantic_classes?: readonly string[];
  /**
   * Role of the agent, the id of an agent of the manifest. Absent: not known, or Lead.
   */
  readonly agent_name?: string;
  /**
   * Id that the harness gives the agent's session, opaque to everybody else.
   */
  readonly agent_id?: string;
  /**
   * The file that it is about, from the root of the project or absolute.
   */
  readonly file_path?: string;
  /**
   * How it ended; ok where absent.
   */
  readonly status?: "ok" | "error";
  /**
   * What went wrong.
   */
  readonly error?: string;
  readonly [k: string]: unknown;
}
export interface PostToolUseAnswer {
  /**
   * Text for the agent; empty where there is nothing to say.
   */
  readonly context: string;
  /**
   * What was found out of order, a sentence each.
   */
  readonly warnings: readonly string[];
}
/**
 * A tool is about to run.
 */
export interface PreToolUseParams {
  /**
   * The harness in whose namespace the event takes place; the one that takes the event where absent.
   */
  readonly harness_id?: string;
  /**
   * The harness's own name of the tool.
   */
  readonly tool: string;
  /**
   * Semantic classes that the harness gives the tool, as in the vocabulary of capabilities; file_read for one that hands out the content of a file.
   */
  readonly semantic_classes?: readonly string[];
  /**
   * Role of the agent, the id of an agent of the manifest. Absent: not known, or Lead.
   */
  readonly agent_name?: string;
  /**
   * Id that the harness gives the agent's session, opaque to everybody else.
   */
  readonly agent_id?: string;
  /**
   * The file that it is about, from the root of the project or absolute.
   */
  readonly file_path?: string;
  /**
   * Id of the skill or handler that is active.
   */
  readonly activity?: string;
  /**
   * Capabilities that the harness adds for this agent.
   */
  readonly additions?: readonly string[];
  readonly [k: string]: unknown;
}
export interface PreToolUseAnswer {
  /**
   * Text for the agent; empty where there is nothing to say.
   */
  readonly context: string;
  /**
   * What was found out of order, a sentence each.
   */
  readonly warnings: readonly string[];
  readonly decision: "allow" | "block";
  /**
   * For the agent: what is refused, why, and what to do instead. Absent where the tool may run.
   */
  readonly reason?: string;
  /**
   * The capability that denies the tool, where one does.
   */
  readonly capability?: string;
}
/**
 * A session of the harness ends.
 */
export interface SessionEndParams {
  /**
   * The harness in whose namespace the event takes place; the one that takes the event where absent.
   */
  readonly harness_id?: string;
  readonly [k: string]: unknown;
}
export interface SessionEndAnswer {
  /**
   * Text for the agent; empty where there is nothing to say.
   */
  readonly context: string;
  /**
   * What was found out of order, a sentence each.
   */
  readonly warnings: readonly string[];
}
/**
 * A session of the harness begins.
 */
export interface SessionStartParams {
  /**
   * The harness in whose namespace the event takes place; the one that takes the event where absent.
   */
  readonly harness_id?: string;
  /**
   * Why: resume and compact say that an earlier session goes on. Any other word, or none, is a new session.
   */
  readonly source?: string;
  readonly [k: string]: unknown;
}
export interface SessionStartAnswer {
  /**
   * Text for the agent; empty where there is nothing to say.
   */
  readonly context: string;
  /**
   * What was found out of order, a sentence each.
   */
  readonly warnings: readonly string[];
}
/**
 * The user has sent a message, and nobody has seen it yet.
 */
export interface UserMessageParams {
  /**
   * The harness in whose namespace the event takes place; the one that takes the event where absent.
   */
  readonly harness_id?: string;
  readonly message: string;
  readonly [k: string]: unknown;
}
export interface UserMessageAnswer {
  /**
   * Text for the agent; empty where there is nothing to say.
   */
  readonly context: string;
  /**
   * What was found out of order, a sentence each.
   */
  readonly warnings: readonly string[];
  /**
   * What the tags of the message ask for, in the order in which they act.
   */
  readonly activations: readonly Activation[];
}
export interface Activation {
  /**
   * Id of the tag.
   */
  readonly tag: string;
  readonly type: "skill" | "inline_action";
  /**
   * Id of the skill that a skill tag asks for.
   */
  readonly skill?: string;
  /**
   * Variant of a skill tag, such as auto.
   */
  readonly mode?: string;
  /**
   * Abstract name of the operation that an inline action asks for.
   */
  readonly handler?: string;
  /**
   * Variant of an inline action.
   */
  readonly variant?: string;
  /**
   * The text from this tag to the next, trimmed.
   */
  readonly argument: string;
  /**
   * The issue that [d] decides.
   */
  readonly issue_id?: number;
  /**
   * What [d] decides.
   */
  readonly decision?: string;
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
 * What the last message of an agent reports, and which invariants of the report form it breaks.
 */
export interface CheckReportParams {
  /**
   * Prose and one block with the info word nexus-report, or the JSON object alone.
   */
  readonly message: string;
  /**
   * The role that was spawned; lead for a skill.
   */
  readonly role?: string;
  /**
   * The task that was delegated; null for none.
   */
  readonly task_id?: number | null;
  /**
   * The lines of acceptance; empty where none were given.
   */
  readonly acceptance?: readonly string[];
  /**
   * What differs in the workspace, as paths from its root.
   */
  readonly changed_files?: readonly string[];
}
export interface CheckReportAnswer {
  /**
   * The report as it stands in the message; null where I1 is broken.
   */
  readonly report: {
    readonly [k: string]: unknown;
  } | null;
  /**
   * The invariants that it breaks, each once, by number.
   */
  readonly broken: readonly string[];
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
 * What the bracket tags of a message ask for.
 */
export interface DetectTagsParams {
  readonly message: string;
}
export interface DetectTagsAnswer {
  /**
   * In the order in which they act.
   */
  readonly activations: readonly TagActivation[];
  /**
   * Brackets with a variant that their tag does not have.
   */
  readonly unknown: readonly UnknownVariant[];
}
export interface TagActivation {
  /**
   * Id of the tag.
   */
  readonly tag: string;
  readonly type: "skill" | "inline_action";
  readonly skill?: string;
  readonly mode?: string;
  readonly handler?: string;
  readonly variant?: string;
  readonly argument: string;
}
export interface UnknownVariant {
  readonly text: string;
  readonly tag: string;
  readonly known: readonly string[];
}
/**
 * What an agent is denied.
 */
export interface EffectiveCapabilitiesParams {
  /**
   * Id of an agent of the manifest.
   */
  readonly agent: string;
  /**
   * Capabilities that the harness adds.
   */
  readonly additions?: readonly string[];
}
export interface EffectiveCapabilitiesAnswer {
  readonly capabilities: readonly string[];
}
/**
 * Whether a task goes to the last session of its owner.
 */
export interface EvaluateResumeParams {
  /**
   * Absent counts as ephemeral.
   */
  readonly tier?: "persistent" | "bounded" | "ephemeral";
  /**
   * owner_reuse_policy of the task.
   */
  readonly policy?: "fresh" | "resume_if_same_artifact" | "resume";
  /**
   * Of the task; not known where absent or empty.
   */
  readonly target_files?: readonly string[];
  readonly previous?: PreviousSession;
  readonly can_resume: boolean;
}
export interface PreviousSession {
  readonly agent_id?: string;
  /**
   * What it worked on; not known where absent or empty.
   */
  readonly files?: readonly string[];
  /**
   * Files that anybody else has changed since it ended; not known where absent.
   */
  readonly edited_by_others?: readonly string[];
}
export interface EvaluateResumeAnswer {
  readonly decision: "fresh" | "resume";
  readonly agent_id?: string;
  readonly reread: boolean;
  readonly reason: string;
}
/**
 * The memory files that may be forgotten.
 */
export interface ForgettingCandidatesParams {
  readonly records: {
    readonly path: string;
    readonly last_accessed_ts: string;
    readonly access_count: number;
    readonly last_agent: string;
    readonly [k: string]: unknown;
  }[];
  readonly files: readonly MemoryFile[];
  /**
   * Absent: forgetting is off. Names of signals to their limits; at least three.
   */
  readonly thresholds?: {
    readonly [k: string]: number;
  };
  readonly now: string;
  readonly cycles?: readonly CompletedCycle[];
}
export interface MemoryFile {
  readonly path: string;
  readonly changed_at?: string;
}
export interface CompletedCycle {
  readonly completed_at: string;
}
export interface ForgettingCandidatesAnswer {
  readonly candidates: readonly ForgettingCandidate[];
}
export interface ForgettingCandidate {
  readonly path: string;
  readonly signals: readonly ForgettingSignal[];
}
export interface ForgettingSignal {
  readonly signal: string;
  readonly value: number;
  readonly limit: number;
}
/**
 * Whether a tool may run.
 */
export interface GateToolUseParams {
  /**
   * The harness's own name of the tool.
   */
  readonly tool: string;
  /**
   * Semantic classes of the tool.
   */
  readonly semantic_classes?: readonly string[];
  /**
   * Id of an agent of the manifest; Lead where absent.
   */
  readonly agent?: string;
  /**
   * Capabilities that the harness adds.
   */
  readonly additions?: readonly string[];
  /**
   * Whether there are tasks; where absent, edits are not held to that.
   */
  readonly has_tasks?: boolean;
  /**
   * Id of the skill or handler that is active.
   */
  readonly activity?: string;
}
export interface GateToolUseAnswer {
  readonly allowed: boolean;
  readonly capability?: string;
  readonly reason?: string;
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
 * The index of the project's knowledge for a prompt.
 */
export interface KnowledgeIndexParams {
  readonly files: readonly KnowledgeFile[];
}
export interface KnowledgeFile {
  readonly path: string;
  readonly text: string;
}
export interface KnowledgeIndexAnswer {
  readonly index: string;
}
/**
 * Shows the memory files with what speaks for forgetting each, or deletes those that were chosen in a commit from which they can be brought back.
 */
export interface MemoryGcParams {
  /**
   * The files that the user has chosen, from the root of the project. Where absent nothing is deleted.
   *
   * @minItems 1
   */
  readonly delete?: readonly string[];
  /**
   * true: deletes every file against which all thresholds speak, without being shown first. Only where the user has switched this on.
   */
  readonly automatic?: boolean;
  /**
   * Names of signals to their limits, at least three: minDaysSinceRead, minCyclesSinceRead, maxReads, minDaysSinceChange. Only files against which all of them speak are shown or deleted.
   */
  readonly thresholds?: {
    readonly [k: string]: number;
  };
}
export interface MemoriesShown {
  /**
   * Nothing was deleted; these are the files, in the order of their paths.
   */
  readonly candidates: readonly MemoryCandidate[];
  /**
   * Lines of access logs that could not be used; absent where there are none.
   *
   * @minItems 1
   */
  readonly warnings?: readonly string[];
}
/**
 * A memory file with what is known of it. What is not known is absent.
 */
export interface MemoryCandidate {
  /**
   * From the root of the project.
   */
  readonly path: string;
  /**
   * How often it was read, over all harnesses.
   */
  readonly reads?: number;
  /**
   * Since the last read.
   */
  readonly days_since_read?: number;
  /**
   * Cycles that were completed since the last read.
   */
  readonly cycles_since_read?: number;
  /**
   * Since the commit that changed it last, or since it was written where no commit holds it as it is.
   */
  readonly days_since_change?: number;
}
export interface MemoriesDeleted {
  /**
   * The files that are gone, in the order of their paths.
   */
  readonly deleted: readonly string[];
  /**
   * Id of the commit that deleted them; absent where nothing was deleted.
   */
  readonly commit?: string;
  /**
   * The command that brings them back, from the root of the project.
   */
  readonly recover?: string;
}
/**
 * Keeps a piece of knowledge for later sessions in a memory file: a new one, or the one on the same topic.
 */
export interface MemoryStoreParams {
  /**
   * What is to be remembered, as Markdown. Its first line may hold tags.
   */
  readonly text: string;
  /**
   * Two to four words in lower case, joined by hyphens: the name of the file without prefix and .md.
   */
  readonly topic: string;
  /**
   * Category of the memory policy, whose prefix leads the name; none where absent.
   */
  readonly category?: string;
  /**
   * Tags for the first line of the file, beside those that it has.
   */
  readonly tags?: readonly string[];
}
export interface MemoryStoreAnswer {
  /**
   * The file that holds the text, from the root of the project with forward slashes.
   */
  readonly path: string;
  /**
   * Whether this call made the file.
   */
  readonly created: boolean;
  /**
   * Whether the text was added; false where the file held it already.
   */
  readonly added: boolean;
}
/**
 * The access logs of several harnesses as one.
 */
export interface MergeAccessLogsParams {
  readonly logs: readonly AccessLog[];
}
export interface AccessLog {
  readonly source: string;
  readonly text: string;
}
export interface MergeAccessLogsAnswer {
  readonly records: readonly AccessRecord[];
  readonly problems: readonly AccessLogProblem[];
}
export interface AccessRecord {
  readonly path: string;
  readonly last_accessed_ts: string;
  readonly access_count: number;
  readonly last_agent: string;
  readonly [k: string]: unknown;
}
export interface AccessLogProblem {
  readonly source: string;
  readonly line: number;
  readonly message: string;
}
/**
 * What the name of a memory file says.
 */
export interface ParseMemoryNameParams {
  /**
   * Name of a file of memory, without its folder.
   */
  readonly name: string;
}
export interface ParseMemoryNameAnswer {
  readonly category?: string;
  readonly topic: string;
  readonly problems: readonly string[];
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
 * The prompt that hands a task to an agent.
 */
export interface RenderTaskPromptParams {
  readonly task: PromptTask;
  readonly constraints?: readonly string[];
  readonly reread?: boolean;
  readonly knowledge_index?: string;
  /**
   * Abstract names of operations to the harness's own.
   */
  readonly tool_names?: {
    readonly [k: string]: string;
  };
}
export interface PromptTask {
  readonly id: number;
  readonly title: string;
  readonly context: string;
  readonly approach?: string;
  readonly acceptance?: string;
  readonly risk?: string;
  readonly target_files?: readonly string[];
  readonly [k: string]: unknown;
}
export interface RenderTaskPromptAnswer {
  readonly prompt: string;
}
/**
 * The skills that a model may enter by itself.
 */
export type SkillCandidatesParams = Readonly<Record<string, never>>;
export interface SkillCandidatesAnswer {
  /**
   * Ids, in the order of the manifest.
   */
  readonly skills: readonly string[];
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
