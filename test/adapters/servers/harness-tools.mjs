// The tools of nexus-mcp for many projects at once. Files are in `root`, unless a call names a `project`.
import { createHarness } from "../../../packages/harness/dist/index.js";
import { createMcpServer } from "../../../packages/harness/dist/mcp.js";
import { lying } from "./lying.mjs";

export function harnessServer({ prefix = "", root }) {
  const call = (tool, { project = root, ...params }) =>
    lying(project, (folder) => createHarness({ root: folder })).call(tool, params);
  return createMcpServer({ call }, { prefix });
}
