/** The programs of @nexus-core/harness that a harness starts. */

import type { HarnessMap } from "../form/harness-map.js";

export const HARNESS_PACKAGE = "@nexus-core/harness";

/** The folder of the package below that of the project, with forward slashes. */
export function packageFolder({ harness_package: folder = `node_modules/${HARNESS_PACKAGE}` }: HarnessMap): string {
  return folder;
}

/** The path of a program below the folder of the project. */
export function programOf(name: "nexus-mcp" | "nexus-hook", map: HarnessMap): string {
  return `${packageFolder(map)}/bin/${name}.js`;
}

/** The words that start the MCP server in the folder of the project. */
export function serverWords(harnessId: string, map: HarnessMap): readonly [string, ...string[]] {
  return ["node", programOf("nexus-mcp", map), "--harness-id", harnessId];
}
