import { type CapabilityMap, type CapabilityVocabulary, unmappedClasses } from "./tool-denials.js";

/**
 * The semantic classes of the vocabulary for which a harness's map has no entry. In the CI of a harness the list must
 * be empty: a new class then shows on the day of the update, and not when an agent does what it must not do.
 *
 * @example
 * import { loadManifest, uncoveredClasses } from "nexus-core";
 *
 * const { capabilities } = loadManifest().vocabulary;
 * const shell = capabilities.filter(({ id }) => id === "no_shell_exec");
 * uncoveredClasses({ capabilities: shell }, { shell_command_exec: ["terminal"], subprocess_spawn: [] });
 * // => ["interactive_shell_session"]
 */
export function uncoveredClasses(vocabulary: CapabilityVocabulary, capabilityMap: CapabilityMap): readonly string[] {
  return unmappedClasses(vocabulary.capabilities, capabilityMap);
}
