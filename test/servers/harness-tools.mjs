// The tools of nexus-mcp for many projects at once. Files are in `root`, unless a call names a `project`.
import { createHarness } from "../../packages/harness/dist/index.js";
import { createMcpServer } from "../../packages/harness/dist/mcp.js";

export function harnessServer({ prefix = "", root }) {
  const call = (tool, { project, ...params }) => createHarness({ root: project ?? root }).call(tool, params);
  return createMcpServer({ call }, { prefix });
}
