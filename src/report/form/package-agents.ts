import { join } from "node:path";
import { packageRoot } from "../../base/package-root.js";
import { readText } from "../../base/read-text.js";
import type { ReportAgent } from "./roles.js";

let agents: readonly ReportAgent[] | undefined;

/**
 * The agents of this package. Its manifest is read as it ships: who loads the toolkit in a hook does not wait for the
 * schemas and the YAML reader of `loadManifest`.
 */
export function agentsOfPackage(): readonly ReportAgent[] {
  if (agents === undefined) {
    const manifest = JSON.parse(readText(join(packageRoot, "manifest.json"), "manifest")) as {
      readonly agents: readonly ReportAgent[];
    };
    agents = manifest.agents;
  }
  return agents;
}
