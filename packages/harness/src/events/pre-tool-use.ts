import { effectiveCapabilities, type GateDecision, gateToolUse, NexusError } from "nexus-core/toolkit";
import type { PreToolUseParams } from "../generated/contract.js";
import { capabilityMapOf } from "./capability-map.js";
import type { EventOf, EventState } from "./event.js";
import { agentOf, manifest } from "./manifest.js";
import { classesOf } from "./semantic-classes.js";
import { agentIn } from "./tracked-agents.js";

export const preToolUse: EventOf<"pre_tool_use"> = {
  writes: false,

  run(state, params) {
    const name = params.agent_name ?? agentIn(state.tracker, params.agent_id)?.agent_name;
    const isAgent = name !== undefined || params.agent_id !== undefined;
    const isUnknown = isAgent && agentOf(name) === undefined;
    const warning = `${name ?? params.agent_id} is no agent of the manifest, so nothing is denied to it but what the harness adds.`;
    const gate = decide(state, params, name);
    return {
      changes: {},
      answer: {
        context: "",
        warnings: isUnknown ? [warning] : [],
        ...(gate.allowed
          ? { decision: "allow" as const }
          : {
              decision: "block" as const,
              reason: gate.reason,
              ...(gate.capability === undefined ? {} : { capability: gate.capability }),
            }),
      },
    };
  },
};

/**
 * If no decision is possible, block the tool: it would otherwise run despite a denial that could not be interpreted.
 */
function decide({ hasTasks }: EventState, params: PreToolUseParams, name: string | undefined): GateDecision {
  const { tool, activity, additions } = params;
  const capabilities = effectiveCapabilities(agentOf(name) ?? { capabilities: [] }, additions);
  const capabilityMap = capabilityMapOf(tool, classesOf(tool, params.semantic_classes));
  const use = { tool, capabilities, hasTasks, ...(activity === undefined ? {} : { activity }) };
  try {
    return gateToolUse(use, manifest.vocabulary, capabilityMap, { artifactWrite: ["artifact_write"] });
  } catch (thrown) {
    if (thrown instanceof NexusError) return { allowed: false, reason: thrown.message };
    throw thrown;
  }
}
