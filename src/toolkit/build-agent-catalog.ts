import { NexusError } from "../base/errors.js";
import type { ReadOnly } from "../content/read/read-only.js";
import type { Agent, Manifest } from "../generated/manifest.js";
import { effectiveCapabilities } from "./effective-capabilities.js";
import { resolveDisallowedTools } from "./resolve-disallowed-tools.js";
import type { CapabilityMap, ToolExemptions } from "./tool-denials.js";

export interface AgentCatalogOptions {
  readonly capabilityMap: CapabilityMap;
  /** The harness's model for each model tier. */
  readonly models: Readonly<Record<string, string>>;
  /** Capabilities that the harness adds, by agent id. */
  readonly additions?: Readonly<Record<string, readonly string[]>>;
  readonly exemptions?: ToolExemptions;
}

/** What a harness needs to register one agent. */
export interface CatalogAgent {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly category: Agent["category"];
  /** Effective: the canonical ones and the additions. */
  readonly capabilities: readonly string[];
  /** The harness's tools that the agent must not have, sorted. */
  readonly disallowedTools: readonly string[];
  /** The harness's model for the agent's model tier. */
  readonly model: string;
  readonly resumeTier: Agent["resume_tier"];
  /** See {@link verifyBody}. */
  readonly bodyHash: string;
}

/**
 * Every agent of the manifest in the terms of a harness, in the order of the manifest. All or none: where a map has a
 * gap, one error lists every agent and tier that it leaves open.
 *
 * @throws NexusError NXC_CATALOG_UNMAPPED
 * @example
 * import { buildAgentCatalog, loadManifest } from "nexus-core";
 *
 * const edits = ["file_creation", "file_modification", "file_deletion", "partial_file_edit", "structured_document_edit"];
 * const capabilityMap = {
 *   ...Object.fromEntries(edits.map((semanticClass) => [semanticClass, ["edit_file"]])),
 *   nexus_task_creation: ["nx_task_add"],
 *   nexus_task_state_transition: ["nx_task_update"],
 *   nexus_task_metadata_modification: ["nx_task_update"],
 * };
 * const models = { high: "large-model", standard: "small-model" };
 * const [architect] = buildAgentCatalog(loadManifest(), { capabilityMap, models });
 * [architect.id, architect.model, architect.resumeTier, architect.disallowedTools];
 * // => ["architect", "large-model", "persistent", ["edit_file", "nx_task_add", "nx_task_update"]]
 */
export function buildAgentCatalog(
  manifest: ReadOnly<Pick<Manifest, "agents" | "vocabulary">>,
  { capabilityMap, models, additions = {}, exemptions }: AgentCatalogOptions,
): readonly CatalogAgent[] {
  const problems = Object.keys(additions)
    .filter((id) => !manifest.agents.some((agent) => agent.id === id))
    .map((id) => `additions name "${id}", which is no agent`);
  const catalog = manifest.agents.flatMap((agent): readonly CatalogAgent[] => {
    const added = Object.hasOwn(additions, agent.id) ? additions[agent.id] : [];
    const capabilities = [...effectiveCapabilities(agent, added)];
    const model = Object.hasOwn(models, agent.model_tier) ? models[agent.model_tier] : undefined;
    if (model === undefined) problems.push(`${agent.id} has no model for the tier ${agent.model_tier}`);
    try {
      const disallowedTools = resolveDisallowedTools(capabilities, manifest.vocabulary, capabilityMap, exemptions);
      const { id, name, description, category, resume_tier: resumeTier, body_hash: bodyHash } = agent;
      return model === undefined
        ? []
        : [{ id, name, description, category, capabilities, disallowedTools, model, resumeTier, bodyHash }];
    } catch (thrown) {
      problems.push(`${agent.id}: ${NexusError.from(thrown).message}`);
      return [];
    }
  });
  if (problems.length > 0) throw NexusError.of("NXC_CATALOG_UNMAPPED", { problems: problems.join("; ") });
  return catalog;
}
