import type { McpAdapter } from "../../conformance/adapters/mcp-adapter.js";

/** Starts an MCP server once. Returns its own names of its tools; undefined where it does not start. */
export async function offeredBy(
  command: string,
  contract: string,
  cwd: string,
): Promise<readonly string[] | undefined> {
  const { closeAdapter, planRun } = await import("../common/engine.js");
  const plan = await planRun(`mcp-stdio:${command}`, { contract, cwd, jobs: 1 });
  await closeAdapter(plan);
  return (plan.adapter as McpAdapter).offered;
}
