import { decideIssueFor, detectTags, NexusError, readyTasks, type TagActivation } from "nexus-core/toolkit";
import type { Activation, Plan, TaskList } from "../generated/contract.js";
import type { EventOf } from "./event.js";
import { manifest } from "./manifest.js";

/** The tag that decides an issue of the plan. */
const DECIDE = "d";

export const userMessage: EventOf<"user_message"> = {
  writes: false,

  run({ plan, tasks }, { message }, { skillText }) {
    const { activations, unknown } = detectTags(message, manifest.vocabulary.tags);
    const decided = activations.map((activation) => withIssue(activation, plan));
    const skills = activations.flatMap((each) => (each.type === "skill" ? [skillText(each.skill, each.mode)] : []));
    return {
      changes: {},
      answer: {
        context: [...skills, [...planLines(plan), ...taskLines(tasks)].join("\n")]
          .filter((part) => part !== "")
          .join("\n\n"),
        warnings: [
          ...unknown.map(({ text, known }) => `${text} is plain text: the tag has ${variantsOf(known)}.`),
          ...decided.flatMap(({ warning }) => warning ?? []),
        ],
        activations: decided.map(({ activation }) => activation),
      },
    };
  },
};

interface Read {
  readonly activation: Activation;
  readonly warning?: string;
}

/** Adds the issue that `[d]` decides, or a warning if there is none (`core.user_message.decides-nothing`). */
function withIssue(activation: TagActivation, plan: Plan | null): Read {
  if (activation.tag !== DECIDE) return { activation };
  if (plan === null) return { activation, warning: "[d] decides an issue of the plan, and there is no plan." };
  try {
    const pending = plan.issues.filter(({ status }) => status !== "decided");
    return { activation: { ...activation, ...decideIssueFor(activation.argument, pending) } };
  } catch (thrown) {
    if (thrown instanceof NexusError) return { activation, warning: thrown.message };
    throw thrown;
  }
}

function variantsOf(known: readonly string[]): string {
  return known.length === 0 ? "no variants" : `only the variants ${known.join(", ")}`;
}

function planLines(plan: Plan | null): readonly string[] {
  if (plan === null) return [];
  const { id, topic, issues } = plan;
  const pending = issues.filter(({ status }) => status !== "decided").map((issue) => `${issue.id} "${issue.title}"`);
  const left = pending.length === 0 ? "" : ` Pending: ${pending.join(", ")}.`;
  return [
    `Plan ${id === undefined ? "" : `${id} `}"${topic}": ${issues.length - pending.length} of ${issues.length} issues are decided.${left}`,
  ];
}

function taskLines(list: TaskList | null): readonly string[] {
  if (list === null || list.tasks.length === 0) return [];
  const { tasks } = list;
  const count = (status: string) => tasks.filter((task) => task.status === status).length;
  const ready = readyTasks(tasks).map(({ id }) => id);
  const left = ready.length === 0 ? "none" : ready.join(", ");
  return [
    `Tasks: ${count("completed")} of ${tasks.length} are completed, ${count("in_progress")} in progress. Ready: ${left}.`,
  ];
}
