import { compactionSnapshot, decideIssueFor, detectTags, readyTasks } from "nexus-core/toolkit";
import { manifest } from "./manifest.mjs";

export function user_message({ plan, tasks }, { message }) {
  const { activations: found, unknown } = detectTags(message, manifest.vocabulary.tags);
  const pending = plan?.issues.filter(({ status }) => status === "pending") ?? [];
  const warnings = unknown.map(({ text, known }) => `${text} asks for nothing: its variants are ${known.join(", ")}.`);
  const activations = found.map((activation) => {
    if (activation.tag !== "d") return activation;
    try {
      return { ...activation, ...decideIssueFor(activation.argument, pending) };
    } catch (error) {
      warnings.push(error.message);
      return activation;
    }
  });
  const lines = [...activations.filter(({ skill }) => skill).map(skillLine), ...planLine(plan), ...taskLine(tasks)];
  return { answer: { context: lines.join("\n"), warnings, activations } };
}

/** What the agent has lost, from the files as they are now. */
export function context_compact({ plan, taskList, tracker, knowledge }, { active_skill: activeSkill }) {
  const lost = { activeSkill, plan: plan ?? undefined, tasks: taskList ?? undefined };
  return { answer: { context: compactionSnapshot({ ...lost, knowledge: knowledge(), agents: tracker }) } };
}

function skillLine({ skill, mode }) {
  return `The user asks for the skill ${skill}${mode ? ` in the mode ${mode}` : ""}.`;
}

function planLine(plan) {
  if (plan === null) return [];
  const decided = plan.issues.filter(({ status }) => status === "decided").length;
  return [`The plan "${plan.topic}" has ${decided} of ${plan.issues.length} issues decided.`];
}

function taskLine(tasks) {
  if (tasks.length === 0) return [];
  const completed = tasks.filter(({ status }) => status === "completed").length;
  const ready = readyTasks(tasks).map(({ id }) => id);
  return [`${completed} of ${tasks.length} tasks are completed. Ready: ${ready.join(", ") || "none"}.`];
}
