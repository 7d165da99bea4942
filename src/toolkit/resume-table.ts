/** The whole decision about resuming, as data: what {@link evaluateResume} looks up and the documentation prints. */

import type { Agent } from "../generated/manifest.js";
import type { ReusePolicy } from "../generated/tasks.js";

export type ResumeTier = Agent["resume_tier"];

/** The `owner_reuse_policy` of a task; `absent` leaves the decision to the tier of the agent. */
export type ResumePolicy = ReusePolicy | "absent";

/** What is known of the owner's last session. The first that applies counts. */
export type ResumeSituation =
  | "unavailable"
  | "edited"
  | "same files, unedited"
  | "same files, edits unknown"
  | "other files, unedited"
  | "other files, edits unknown"
  | "files unknown, unedited"
  | "files unknown, edits unknown";

export interface ResumeCell {
  readonly tier: ResumeTier;
  readonly policy: ResumePolicy;
  readonly situation: ResumeSituation;
  readonly decision: "fresh" | "resume";
  /** The session is told to open the target files anew before it acts. */
  readonly reread: boolean;
  readonly reason: string;
}

export const RESUME_TIERS: readonly ResumeTier[] = ["persistent", "bounded", "ephemeral"];

export const RESUME_POLICIES: readonly ResumePolicy[] = ["absent", "fresh", "resume_if_same_artifact", "resume"];

export const RESUME_SITUATIONS: readonly ResumeSituation[] = [
  "unavailable",
  "edited",
  "same files, unedited",
  "same files, edits unknown",
  "other files, unedited",
  "other files, edits unknown",
  "files unknown, unedited",
  "files unknown, edits unknown",
];

/** never: always fresh. same_files: on the same files, if no one else has edited them. whenever: no proven edit. */
type Rule = "never" | "same_files" | "whenever";

/** A policy of the task overrides the tier; without one the tier decides. */
const RULES: Readonly<Record<ResumePolicy, Readonly<Record<ResumeTier, Rule>>>> = {
  absent: { persistent: "whenever", bounded: "same_files", ephemeral: "never" },
  fresh: { persistent: "never", bounded: "never", ephemeral: "never" },
  resume_if_same_artifact: { persistent: "same_files", bounded: "same_files", ephemeral: "same_files" },
  resume: { persistent: "whenever", bounded: "whenever", ephemeral: "whenever" },
};

/** Why a rule calls for a fresh session in a situation; undefined where it resumes. */
function reasonForFresh(rule: Rule, situation: ResumeSituation): string | undefined {
  if (rule === "never") return "tier and policy ask for a fresh session";
  if (situation === "unavailable") return "there is no session to resume";
  if (situation === "edited") return "someone else has edited the files since";
  if (rule === "whenever" || situation === "same files, unedited") return undefined;
  if (situation.startsWith("files unknown")) return "it is not known which files the task or the session is about";
  if (situation.startsWith("other files")) return "the session was about other files";
  return "it is unknown whether someone else has edited the files";
}

function cell(tier: ResumeTier, policy: ResumePolicy, situation: ResumeSituation): ResumeCell {
  const rule = RULES[policy][tier];
  const fresh = reasonForFresh(rule, situation);
  if (fresh !== undefined) return { tier, policy, situation, decision: "fresh", reread: false, reason: fresh };
  // Only a session that may span tasks, and whose files are known to be untouched, may act on what it remembers.
  const trusted = rule === "whenever" && tier === "persistent" && situation.endsWith(", unedited");
  const reason = rule === "same_files" ? "the session was about the same files" : "tier or policy allows it";
  return { tier, policy, situation, decision: "resume", reread: !trusted, reason };
}

/** Every tier with every policy in every situation: 96 cells. */
export const RESUME_TABLE: readonly ResumeCell[] = RESUME_TIERS.flatMap((tier) =>
  RESUME_POLICIES.flatMap((policy) => RESUME_SITUATIONS.map((situation) => cell(tier, policy, situation))),
);
