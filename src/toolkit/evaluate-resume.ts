import { PathSet, projectPath } from "./project-path.js";
import { RESUME_TABLE, type ResumePolicy, type ResumeSituation, type ResumeTier } from "./resume-table.js";

/** The last session that the task's owner had in this run, from the agent tracker. */
export interface PreviousSession {
  /** Id under which the harness can resume it. Absent: none was recorded. */
  readonly agentId?: string | undefined;
  /** What it worked on: `target_files` of its task, `files_touched` of its entry. Absent or empty: not known. */
  readonly files?: readonly string[] | undefined;
  /** Files that others have changed since it ended. Absent: unknown. */
  readonly editedByOthers?: readonly string[] | undefined;
}

export interface ResumeRequest {
  /** `resume_tier` of the agent. Absent counts as ephemeral. */
  readonly tier?: ResumeTier | undefined;
  /** `owner_reuse_policy` of the task. */
  readonly policy?: ResumePolicy | undefined;
  /** `target_files` of the task. Absent or empty: not known. */
  readonly targetFiles?: readonly string[] | undefined;
  /** Absent: the owner has had no session. */
  readonly previous?: PreviousSession | undefined;
  /** Whether the harness can resume a session at all. */
  readonly canResume: boolean;
}

export type ResumeDecision =
  | { readonly decision: "fresh"; readonly reread: false; readonly reason: string }
  | {
      readonly decision: "resume";
      readonly agentId: string;
      /** Tell the session to open the target files anew before it acts. */
      readonly reread: boolean;
      readonly reason: string;
    };

/**
 * Whether a task goes to the owner's last session or to a fresh one. The policy of the task overrides the tier of the
 * agent, except after an edit by someone else: that always means fresh, even against `resume`. A session under the
 * bounded rule must cover every target file of the task; if that is not known, it is not resumed. If nothing can be
 * resumed, the decision is fresh, and the user need not be told.
 *
 * A folder means everything in it. The edits that count are those to the target files of the task and to the
 * files of the session; where neither is known, neither is whether an edit matters. `RESUME_TABLE` holds every case.
 *
 * @example
 * import { evaluateResume } from "nexus-core";
 *
 * const task = { tier: "bounded", targetFiles: ["src/cache.ts"], canResume: true } as const;
 * const previous = { agentId: "a7", files: ["src/cache.ts"], editedByOthers: [] };
 * evaluateResume({ ...task, previous });
 * // => { decision: "resume", agentId: "a7", reread: true, reason: "the session was about the same files" }
 * evaluateResume({ ...task, policy: "resume", previous: { ...previous, editedByOthers: ["src/cache.ts"] } });
 * // => { decision: "fresh", reread: false, reason: "someone else has edited the files since" }
 */
export function evaluateResume({
  tier = "ephemeral",
  policy = "absent",
  targetFiles,
  previous,
  canResume,
}: ResumeRequest): ResumeDecision {
  const agentId = canResume ? previous?.agentId : undefined;
  const situation =
    agentId === undefined || previous === undefined ? "unavailable" : situationOf(previous, targetFiles);
  const cell = RESUME_TABLE.find(
    (entry) => entry.tier === tier && entry.policy === policy && entry.situation === situation,
  );
  // A tier or policy of a newer version is not in the table, so it is never resumed.
  if (cell === undefined) return { decision: "fresh", reread: false, reason: "this tier or policy is not known" };
  const { decision, reread, reason } = cell;
  return decision === "resume" && agentId !== undefined
    ? { decision, agentId, reread, reason }
    : { decision: "fresh", reread: false, reason };
}

function situationOf({ files, editedByOthers }: PreviousSession, targetFiles: readonly string[] = []): ResumeSituation {
  const targets = targetFiles.map(projectPath);
  const worked = (files ?? []).map(projectPath);
  const concerned = [...targets, ...worked];
  const paths = new PathSet(concerned);
  const edits = editedByOthers?.map(projectPath);
  if (edits?.some((edit) => paths.covers(edit) || paths.isReachedFrom(edit))) return "edited";
  const isUnedited = edits !== undefined && (edits.length === 0 || concerned.length > 0);
  const known = isUnedited ? "unedited" : "edits unknown";
  if (targets.length === 0 || worked.length === 0) return `files unknown, ${known}`;
  const session = new PathSet(worked);
  const isSame = targets.every((target) => session.covers(target));
  return isSame ? `same files, ${known}` : `other files, ${known}`;
}
