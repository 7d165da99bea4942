import { NexusError } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";
import { packageRoot } from "../base/package-root.js";
import type { ReadOnly } from "../content/read/read-only.js";
import type { Manifest } from "../generated/manifest.js";
import { type ComposeBodyOptions, composedIn } from "./compose-body.js";

export interface ActivationOptions extends ComposeBodyOptions {
  /** A body that is compiled already, such as that of a rendered file; the other options of a body do not count then. */
  readonly body?: string;
  /** The variant of the tag that asked for the skill, `auto` in `[plan:auto]`. */
  readonly mode?: string;
  /** By topic of docs/harness-topics.md, what the harness says on it. Only the topics that the body refers to are added. */
  readonly topics?: Readonly<Record<string, string>>;
}

export interface AgentActivationOptions extends ComposeBodyOptions {
  /** What this agent is to do, such as a prompt of {@link renderTaskPrompt}. */
  readonly delegation?: string;
}

type Source = ReadOnly<Pick<Manifest, "agents" | "skills" | "vocabulary">>;

/**
 * What a harness puts before Lead when the user asks for a skill: a sentence that names skill and mode, the compiled
 * body, and the harness's text on each topic that the skill refers to. It counts until the session ends or another skill
 * takes its place.
 *
 * @returns Markdown without a line end at its end
 * @throws NexusError NXC_COMPOSE_UNKNOWN for an id that is no skill of the manifest, and what `expandMacros` throws
 * @example
 * import { activateSkill, loadManifest } from "nexus-core";
 *
 * const text = activateSkill(loadManifest(), "nx-plan", {
 *   mode: "auto",
 *   operations: { plan_start: "mcp__nexus__plan_start" },
 *   topics: { resume_invocation: "Pass the id of the first spawn as `session`." },
 * });
 * text.split("\n")[0]; // => "The user has started the skill nx-plan in mode auto. Follow it from here on."
 */
export function activateSkill(manifest: Source, id: string, options: ActivationOptions = {}): string {
  const { mode, topics = {}, body, folder = packageRoot, ...composition } = options;
  const skill = definitionOf(manifest.skills, id);
  const text = body ?? composedIn(folder, manifest, id, composition).text;
  const references = (skill.harness_docs_refs ?? []).flatMap((topic) => {
    const told = Object.hasOwn(topics, topic) ? topics[topic] : undefined;
    return told === undefined ? [] : [`## About ${topic}`, told.trim()];
  });
  const start = `The user has started the skill ${id}${mode === undefined ? "" : ` in mode ${mode}`}. Follow it from here on.`;
  return [start, text.trim(), ...references].join("\n\n");
}

/**
 * What a harness gives an agent that it spawns in a role, where it does not register its agents beforehand: the compiled
 * body and the delegation.
 *
 * @returns Markdown without a line end at its end
 * @throws NexusError NXC_COMPOSE_UNKNOWN for an id that is no agent of the manifest, and what `expandMacros` throws
 * @example
 * import { activateAgent, loadManifest, renderTaskPrompt } from "nexus-core";
 *
 * const delegation = renderTaskPrompt({ id: 3, title: "Limit retries", acceptance: "Gives up after 3." });
 * const text = activateAgent(loadManifest(), "engineer", { delegation });
 * text.endsWith(delegation); // => true
 */
export function activateAgent(manifest: Source, id: string, options: AgentActivationOptions = {}): string {
  const { delegation = "", folder = packageRoot, ...composition } = options;
  definitionOf(manifest.agents, id);
  const parts = [composedIn(folder, manifest, id, composition).text, delegation].map((part) => part.trim());
  return parts.filter((part) => part !== "").join("\n\n");
}

function definitionOf<Entry extends { readonly id: string }>(entries: readonly Entry[], id: string): Entry {
  const found = entries.find((entry) => entry.id === id);
  if (found !== undefined) return found;
  const known = entries.map((entry) => entry.id);
  throw NexusError.of("NXC_COMPOSE_UNKNOWN", { id, hint: didYouMean(id, known) });
}
