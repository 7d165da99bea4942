/** The content of a folder as a target needs it: every agent and skill with its compiled body. */

import { join } from "node:path";
import { NexusError } from "../../base/errors.js";
import { hashBody } from "../../base/hash-text.js";
import { readText } from "../../base/read-text.js";
import { type ComposeOptions, compose } from "../../content/compose/compose.js";
import { invocationsIn } from "../../content/compose/plain-invocations.js";
import type { Manifest } from "../../generated/manifest.js";
import { type HarnessMap, isVariant, type Known } from "./harness-map.js";

export interface Definition {
  readonly kind: "agent" | "skill";
  readonly id: string;
  readonly description: string;
  /** The compiled body in the words of the harness. Read and composed on each access: thousands would fill the memory. */
  readonly text: string;
  readonly modelTier?: string | undefined;
  readonly capabilities: readonly string[];
  /** Whether only the user may start the skill. */
  readonly isManual: boolean;
}

export interface Source {
  readonly version: string;
  readonly contentHash: string;
  readonly agents: readonly Definition[];
  readonly skills: readonly Definition[];
}

/**
 * The definitions. Asking for the text of one throws NexusError NXC_FILE_NOT_FOUND for a body that the manifest names and
 * the folder lacks, NXC_RENDER_STALE for one that has changed since, and what `expandMacros` throws.
 */
export function loadSource(folder: string, manifest: Manifest, map: HarnessMap): Source {
  const isWanted = ({ id }: { readonly id: string }) => map.without?.includes(id) !== true;
  const options: ComposeOptions = {
    invocationMap: invocationsIn({ ...map.invocations, operation: `\`${map.operations}\`` }),
    ...(map.ground_rules === undefined ? {} : { groundRules: map.ground_rules }),
    ...(map.report_form === undefined ? {} : { reportForm: map.report_form }),
  };
  // A variant is written for agents: skills are carried out by Lead, who answers to the user.
  const { groundRules, ...others } = options;
  const skillOptions = isVariant(groundRules) ? others : options;
  return {
    version: manifest.nexus_core_version,
    contentHash: manifest.content_hash,
    agents: manifest.agents.filter(isWanted).map((agent) => ({
      kind: "agent",
      id: agent.id,
      description: agent.description,
      get text() {
        return composed(folder, manifest, { kind: "agent", ...agent }, agent.body_hash, options);
      },
      modelTier: agent.model_tier,
      capabilities: agent.capabilities,
      isManual: false,
    })),
    skills: manifest.skills.filter(isWanted).map((skill) => ({
      kind: "skill",
      id: skill.id,
      description: skill.description,
      get text() {
        return composed(folder, manifest, { kind: "skill", id: skill.id }, skill.body_hash, skillOptions);
      },
      capabilities: [],
      isManual: skill.manual_only === true,
    })),
  };
}

type Reporter = Parameters<typeof compose>[1];

function composed(
  folder: string,
  { vocabulary }: Manifest,
  reporter: Reporter,
  bodyHash: string,
  options: ComposeOptions,
): string {
  const file = `${reporter.kind}s/${reporter.id}/body.md`;
  const body = readText(join(folder, file), "body", file);
  if (hashBody(body) !== bodyHash) throw NexusError.of("NXC_RENDER_STALE", {}, file);
  return compose(body, reporter, vocabulary, options, file).text;
}

/** What a map for this content may name. */
export function knownOf({ agents, skills, vocabulary }: Manifest): Known {
  const ids = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id);
  return {
    definitions: [...ids(agents), ...ids(skills)],
    capabilities: ids(vocabulary.capabilities),
    tiers: [...new Set(["high", "standard", ...agents.map(({ model_tier }) => model_tier)])],
    groundRules: ids(vocabulary.ground_rules),
    macros: new Map(
      vocabulary.invocations.map(({ id, semantic_params }) => [id, semantic_params.map(({ name }) => name)]),
    ),
  };
}
