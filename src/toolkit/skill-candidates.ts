import type { ReadOnly } from "../content/read/read-only.js";
import type { Skill } from "../generated/manifest.js";

/**
 * The skills that a harness may offer to a model as ones to enter by itself. A skill that is manual only is never among
 * them: nothing but the user's own call starts it.
 *
 * @example
 * import { loadManifest, skillCandidates } from "nexus-core";
 *
 * skillCandidates(loadManifest()).map(({ id }) => id);
 * // => ["nx-plan", "nx-run", "nx-sync"]
 */
export function skillCandidates<Candidate extends ReadOnly<Pick<Skill, "manual_only">>>(manifest: {
  readonly skills: readonly Candidate[];
}): readonly Candidate[] {
  return manifest.skills.filter(({ manual_only: isManual }) => isManual !== true);
}
