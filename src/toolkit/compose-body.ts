import { join } from "node:path";
import { NexusError } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";
import { packageRoot } from "../base/package-root.js";
import { readText } from "../base/read-text.js";
import { type ComposedBody, type ComposeOptions, compose } from "../content/compose/compose.js";
import { loadManifest } from "../content/manifest/load-manifest.js";
import type { ReadOnly } from "../content/read/read-only.js";
import type { Manifest } from "../generated/manifest.js";

export interface ComposeBodyOptions extends ComposeOptions {
  /** A folder with a built manifest.json and its agents and skills; this package by default. */
  readonly folder?: string;
}

/**
 * The compiled body of an agent or skill, as a harness hands it to a model: the body with its macros in the harness's
 * own words, the ground rules and the report form.
 * @throws NexusError NXC_COMPOSE_UNKNOWN for an id that the manifest lacks, NXC_MANIFEST_MISSING or
 * NXC_MANIFEST_INVALID for the folder, and what `expandMacros` throws
 * @example
 * import { composeBody } from "nexus-core";
 *
 * const text = composeBody("engineer", { groundRules: "standalone", reportForm: "" });
 * text.startsWith("## Role"); // => true
 */
export function composeBody(id: string, options: ComposeBodyOptions = {}): string {
  return composeParts(id, options).text;
}

/**
 * The compiled body with the texts that it was put together from; otherwise like {@link composeBody}.
 * @example
 * import { composeParts } from "nexus-core";
 *
 * const { groundRules, text } = composeParts("tester");
 * text.includes(groundRules); // => true
 */
export function composeParts(id: string, { folder = packageRoot, ...options }: ComposeBodyOptions = {}): ComposedBody {
  return composedIn(folder, loadManifest(folder), id, options);
}

/** The compiled body of a folder whose manifest is loaded already. */
export function composedIn(
  folder: string,
  { agents, skills, vocabulary }: ReadOnly<Pick<Manifest, "agents" | "skills" | "vocabulary">>,
  id: string,
  options: ComposeOptions,
): ComposedBody {
  const agent = agents.find((each) => each.id === id);
  if (agent === undefined && !skills.some((each) => each.id === id)) {
    const hint = didYouMean(
      id,
      [...agents, ...skills].map((each) => each.id),
    );
    throw NexusError.of("NXC_COMPOSE_UNKNOWN", { id, hint });
  }
  const kind = agent === undefined ? "skill" : "agent";
  const file = `${kind}s/${id}/body.md`;
  const reporter = { kind, id, category: agent?.category, capabilities: agent?.capabilities } as const;
  return compose(readText(join(folder, file), "body", file), reporter, vocabulary, options, file);
}
