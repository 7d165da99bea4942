import { NexusError } from "../base/errors.js";
import type { ReadOnly } from "../content/read/read-only.js";
import type { Issue } from "../generated/plan.js";

/** The parameters of plan_decide. */
export interface IssueDecision {
  readonly issue_id: number;
  readonly decision: string;
}

/**
 * What `[d]` decides: the issue whose number and colon lead the text, otherwise the only pending one. A colon with a
 * digit right behind it belongs to the text, so `16:9 for all images` names no issue. Without an open plan do not ask:
 * plan_decide itself then has the right error.
 *
 * @param argument the text behind the tag, see {@link detectTags}
 * @param pendingIssues the issues of the open plan that wait for a decision
 * @throws NexusError NXC_DECISION_EMPTY, NXC_DECISION_NONE_PENDING, or NXC_DECISION_ISSUE when the text names an issue
 * that is not pending, or none while several are; its message lists those that are
 * @example
 * import { decideIssueFor } from "nexus-core";
 *
 * const pending = [{ id: 1, title: "Layout" }, { id: 2, title: "Cache" }];
 * decideIssueFor("2: keep it in memory", pending);
 * // => { issue_id: 2, decision: "keep it in memory" }
 */
export function decideIssueFor(
  argument: string,
  pendingIssues: readonly Pick<ReadOnly<Issue>, "id" | "title">[],
): IssueDecision {
  const [, number, named = ""] = /^(\d+)\s*:(?!\d)([\s\S]*)$/.exec(argument.trim()) ?? [];
  const decision = (number === undefined ? argument : named).trim();
  if (decision === "") throw NexusError.of("NXC_DECISION_EMPTY", {});
  const [first] = pendingIssues;
  if (first === undefined) throw NexusError.of("NXC_DECISION_NONE_PENDING", {});
  const issue =
    number === undefined
      ? pendingIssues.length === 1
        ? first
        : undefined
      : pendingIssues.find(({ id }) => id === Number(number));
  if (issue !== undefined) return { issue_id: issue.id, decision };
  throw NexusError.of("NXC_DECISION_ISSUE", {
    reason: number === undefined ? "[d] names no issue" : `issue ${number} is not pending`,
    pending: pendingIssues.map(({ id, title }) => `${id} "${title}"`).join(", "),
    example: first.id,
  });
}
