import { compareText } from "../base/finding.js";
import { type CapabilityMap, type CapabilityVocabulary, type ToolExemptions, toolDenials } from "./tool-denials.js";

/**
 * The harness's own tools that these capabilities deny, sorted, each once: what goes into the static configuration of
 * an agent.
 *
 * @param capabilities the effective ones, see {@link effectiveCapabilities}
 * @throws NexusError NXC_CAPABILITY_UNKNOWN for a capability that the vocabulary lacks, NXC_CAPABILITY_UNMAPPED with
 * every class that the map lacks
 * @example
 * import { loadManifest, resolveDisallowedTools } from "nexus-core";
 *
 * const capabilityMap = {
 *   shell_command_exec: ["terminal"],
 *   subprocess_spawn: ["terminal", "run_in_background"],
 *   interactive_shell_session: [],
 * };
 * resolveDisallowedTools(["no_shell_exec"], loadManifest().vocabulary, capabilityMap);
 * // => ["run_in_background", "terminal"]
 */
export function resolveDisallowedTools(
  capabilities: Iterable<string>,
  vocabulary: CapabilityVocabulary,
  capabilityMap: CapabilityMap,
  exemptions?: ToolExemptions,
): readonly string[] {
  return [...toolDenials(capabilities, vocabulary, capabilityMap, exemptions).keys()].sort(compareText);
}
