import { NexusError } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";
import type { ReadOnly } from "../content/read/read-only.js";
import type { Capability, ManifestVocabulary } from "../generated/manifest.js";

/**
 * A harness's own tools by semantic class, or in the form of the first guides: by capability, with the classes that the
 * tools are for. An empty list says that the harness has no tool of the class; a class that is not there has not been
 * thought of, and is an error.
 */
export type CapabilityMap = Readonly<Record<string, readonly string[] | CapabilityTools>>;

/** The tools that a capability denies, and the semantic classes that they cover. */
export interface CapabilityTools {
  readonly disallowed_tools: readonly string[];
  readonly mapped_classes: readonly string[];
}

/** Tools that denials do not reach, by the names that the harness gives them. */
export interface ToolExemptions {
  /** Tools that change nothing. No capability blocks them, whatever the capability map says. */
  readonly readOnly?: readonly string[];
  /** The harness's name for artifact_write. It writes session state, so a denial of workspace writes leaves it alone. */
  readonly artifactWrite?: readonly string[];
}

/** The capabilities of a manifest's vocabulary. */
export type CapabilityVocabulary = ReadOnly<Pick<ManifestVocabulary, "capabilities">>;

/** Why a tool is denied. */
export interface ToolDenial {
  readonly capability: ReadOnly<Capability>;
  readonly semanticClass: string;
}

/** The intent of the capability that keeps an agent from changing the workspace. */
export const WORKSPACE_WRITE = "workspace_write_denial";

/**
 * Every tool that the capabilities deny, with the first reason for it.
 * @throws NexusError NXC_CAPABILITY_UNKNOWN, NXC_CAPABILITY_UNMAPPED
 */
export function toolDenials(
  capabilities: Iterable<string>,
  vocabulary: CapabilityVocabulary,
  capabilityMap: CapabilityMap,
  { readOnly = [], artifactWrite = [] }: ToolExemptions = {},
): ReadonlyMap<string, ToolDenial> {
  const held = [...capabilities].map((id) => capabilityOf(id, vocabulary));
  const unmapped = unmappedClasses(held, capabilityMap);
  if (unmapped.length > 0) throw NexusError.of("NXC_CAPABILITY_UNMAPPED", { classes: unmapped.join(", ") });
  const tools = toolsByClass(capabilityMap);
  const denials = new Map<string, ToolDenial>();
  for (const capability of held) {
    const exempt = capability.intent === WORKSPACE_WRITE ? [...readOnly, ...artifactWrite] : readOnly;
    for (const semanticClass of capability.blocks_semantic_classes) {
      for (const tool of tools.get(semanticClass) ?? []) {
        if (!denials.has(tool) && !exempt.includes(tool)) denials.set(tool, { capability, semanticClass });
      }
    }
  }
  return denials;
}

/** The classes that these capabilities block and that the map does not have, in the order of the vocabulary. */
export function unmappedClasses(
  capabilities: readonly ReadOnly<Capability>[],
  capabilityMap: CapabilityMap,
): readonly string[] {
  const classes = new Set(capabilities.flatMap(({ blocks_semantic_classes: blocked }) => blocked));
  const tools = toolsByClass(capabilityMap);
  return [...classes].filter((semanticClass) => !tools.has(semanticClass));
}

function toolsByClass(capabilityMap: CapabilityMap): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const [name, entry] of Object.entries(capabilityMap)) {
    const [classes, tools] =
      "mapped_classes" in entry ? [entry.mapped_classes, entry.disallowed_tools] : [[name], entry];
    for (const semanticClass of classes) found.set(semanticClass, [...(found.get(semanticClass) ?? []), ...tools]);
  }
  return found;
}

function capabilityOf(id: string, { capabilities }: CapabilityVocabulary): ReadOnly<Capability> {
  const found = capabilities.find((capability) => capability.id === id);
  if (found !== undefined) return found;
  const known = capabilities.map((capability) => capability.id);
  throw NexusError.of("NXC_CAPABILITY_UNKNOWN", {
    capability: id,
    hint: didYouMean(id, known),
    known: known.join(", "),
  });
}
