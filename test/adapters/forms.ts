/** The forms of adapter for the reference harness, and a sample of cases that shows whether a form works. */

import { join } from "node:path";
import { packageRoot } from "../../src/base/package-root.js";
import type { Mapping } from "../../src/generated/config.js";
import { server } from "./http-server.js";

export const MODULE = `module:${join(packageRoot, "packages/harness/dist/adapter.js")}`;
/** The command that users start. */
export const MCP = `mcp-stdio:node "${join(packageRoot, "packages/harness/bin/nexus-mcp.js")}"`;
/** A server that takes the workspace as a parameter, so that one process serves all cases. */
export const POOLED = `mcp-stdio:node "${server("mcp-stdio.mjs")}"`;
/** A server over HTTP that the kit starts and ends itself. */
export const LAUNCHED = "mcp-http:http://127.0.0.1:{PORT}/mcp";
export const launching = (words = "{PORT}"): Mapping => ({
  ...PARAM,
  prefix: "nx_",
  launch: `node "${server("mcp-http.mjs")}" ${words}`,
});
export const LINES = `lines:node "${server("lines.mjs")}"`;
/** The mapping for servers that take the workspace as a parameter. */
export const PARAM: Mapping = { workspace: { param: "project" }, pool: true, namespace: "nexus-harness" };

const scenarios = (file: string) => `core/scenarios/${file}/**`;

/** Cases on every tool with answers and refusals, and cases that call several tools. */
export const SAMPLE = {
  profile: "tools",
  run: ["core/tools/task-add/**", ...["all-tools", "plan-cycle", "other-writers"].map(scenarios)],
};
