// The tools of nexus-mcp for many projects at once. A call may name its `project`; the default is `root`.
import { createHarness } from "../../../packages/harness/dist/index.js";
import { createMcpServer } from "../../../packages/harness/dist/mcp.js";
import { lying } from "./lying.mjs";

export function harnessServer({ prefix = "", root }) {
  const call = (tool, { project = root, ...params }) =>
    lying(project, (folder) => createHarness({ root: folder })).call(tool, params);
  return createMcpServer({ call }, { prefix });
}
