import { createRequire } from "node:module";

export const manifest = createRequire(import.meta.url)("nexus-core/manifest.json");

/** The role of this name; undefined where the manifest has none. */
export function agentOf(name) {
  return manifest.agents.find(({ id }) => id === name);
}
