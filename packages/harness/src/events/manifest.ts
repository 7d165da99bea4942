import { createRequire } from "node:module";
import type { Agent, Manifest } from "nexus-core";

/** The manifest of the installed package, which was checked before it was published. */
export const manifest = createRequire(import.meta.url)("nexus-core/manifest.json") as Manifest;

/** The agent of the manifest with this name. */
export function agentOf(name: string | undefined): Agent | undefined {
  return manifest.agents.find(({ id }) => id === name);
}
