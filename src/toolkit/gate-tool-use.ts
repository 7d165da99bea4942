import {
  type CapabilityMap,
  type CapabilityVocabulary,
  type ToolExemptions,
  toolDenials,
  WORKSPACE_WRITE,
} from "./tool-denials.js";

/** A tool that is about to run. */
export interface ToolUse {
  /** The harness's own name for it. */
  readonly tool: string;
  /** Effective capabilities of the agent, see {@link effectiveCapabilities}; Lead has none. */
  readonly capabilities: Iterable<string>;
  /**
   * Whether tasks.json exists. Where this is given and false, workspace writes wait until there is a task (SHOULD).
   * Absent: the harness does not hold edits to that.
   */
  readonly hasTasks?: boolean;
  /** Id of the active skill or handler: those of {@link EDITS_WITHOUT_TASKS} write before there are tasks. */
  readonly activity?: string;
}

export type GateDecision =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      /** Capability that denies it; absent where it is only the task that is missing. */
      readonly capability?: string;
      readonly semanticClass?: string;
      /** For the agent: what was refused, why, and what to do instead. */
      readonly reason: string;
    };

/** Skills and handlers that change files outside the run of tasks: first knowledge, settings, memory and rules. */
export const EDITS_WITHOUT_TASKS: readonly string[] = [
  "nx-init",
  "nx-setup",
  "nx-sync",
  "memory_store",
  "memory_gc",
  "rule_store",
];

/** What an agent does instead, by the intent of the denial. */
const INSTEAD: Readonly<Record<string, string>> = {
  [WORKSPACE_WRITE]: "Describe the change in your report; long material goes through artifact_write.",
  task_pipeline_append_denial: "Name the missing work in your report; Lead decides on new tasks.",
  task_pipeline_mutate_denial: "Report the outcome; Lead turns it into a state.",
  shell_execution_denial: "Say in your report which command is needed, and what for.",
};

/**
 * Whether a tool may run. Tools that only read always may, and artifact_write is no workspace write; name both in
 * `exemptions`. Call it from whatever the harness has: a hook, a framework gate, a permission callback. When it throws,
 * the maps of the harness are incomplete, and the tool must not run either.
 *
 * @throws NexusError NXC_CAPABILITY_UNKNOWN, NXC_CAPABILITY_UNMAPPED
 * @example
 * import { gateToolUse, loadManifest } from "nexus-core";
 *
 * const { vocabulary } = loadManifest();
 * const capabilityMap = { nexus_task_creation: ["nx_task_add"] };
 * gateToolUse({ tool: "nx_task_add", capabilities: ["no_task_create"] }, vocabulary, capabilityMap);
 * // => {
 * //   allowed: false,
 * //   capability: "no_task_create",
 * //   semanticClass: "nexus_task_creation",
 * //   reason: '"nx_task_add" is denied to you by no_task_create. Do not look for a way around it. Name the missing work in your report; Lead decides on new tasks.',
 * // }
 */
export function gateToolUse(
  { tool, capabilities, hasTasks, activity }: ToolUse,
  vocabulary: CapabilityVocabulary,
  capabilityMap: CapabilityMap,
  exemptions?: ToolExemptions,
): GateDecision {
  const denial = toolDenials(capabilities, vocabulary, capabilityMap, exemptions).get(tool);
  if (denial !== undefined) {
    const { id, intent } = denial.capability;
    const instead = INSTEAD[intent] ?? "Say in your report what is needed, and why.";
    const reason = `"${tool}" is denied to you by ${id}. Do not look for a way around it. ${instead}`;
    return { allowed: false, capability: id, semanticClass: denial.semanticClass, reason };
  }
  const isFree = activity !== undefined && EDITS_WITHOUT_TASKS.includes(activity);
  if (hasTasks === false && !isFree && isWorkspaceWrite(tool, vocabulary, capabilityMap, exemptions)) {
    const reason = `"${tool}" changes the workspace, and there is no task yet. Add the task with task_add first ([plan] and [run] lead there), then call "${tool}" again.`;
    return { allowed: false, reason };
  }
  return { allowed: true };
}

function isWorkspaceWrite(
  tool: string,
  vocabulary: CapabilityVocabulary,
  capabilityMap: CapabilityMap,
  exemptions: ToolExemptions | undefined,
): boolean {
  const writing = vocabulary.capabilities.filter(({ intent }) => intent === WORKSPACE_WRITE).map(({ id }) => id);
  return toolDenials(writing, vocabulary, capabilityMap, exemptions).has(tool);
}
