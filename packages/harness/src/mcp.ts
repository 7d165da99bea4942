/**
 * The tools of a harness as an MCP server for any transport of the MCP SDK.
 * @packageDocumentation
 */

import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  createMcpServer as createServer,
  type McpServerOptions as ServerOptions,
} from "@nexus-core/service/mcp/create-mcp-server";
import { noteOf } from "@nexus-core/service/process/note";
import type { Harness } from "./harness.js";
import { name, version } from "./package-info.js";
import { servedDecisions, servedTools } from "./served-tools.js";

export interface McpServerOptions {
  /** Prefix of every tool name, such as `nx_`; none by default. */
  readonly prefix?: string;
  /** Whether to serve the pure decisions as tools too, for clients that are not written in TypeScript. */
  readonly decisions?: boolean;
  /** Receives each internal error as one line; writes to standard error by default. */
  readonly note?: (text: string) => void;
}

/** The part of a harness that a server needs. Without `decide` it serves no decisions. */
export type Served = Pick<Harness, "call"> & Partial<Pick<Harness, "decide">>;

const INSTRUCTIONS =
  "Plans, decisions and tasks of one project, kept in its folder .nexus/. Call context first: it tells what is open. " +
  "plan_start opens a plan with its issues, plan_decide settles one, task_add and task_update carry the work, and " +
  "task_close archives plan and tasks once the work is done. history_search finds what earlier cycles have decided.";

/**
 * An MCP server for a harness. It has no state, so one harness may have several. A refusal is a result with `isError` and
 * its text; an unknown tool is a protocol error. Answers are structured content and the same JSON as text.
 */
export function createMcpServer(harness: Served, options: McpServerOptions = {}): Server {
  return createServer(serverOptions(harness, options));
}

/** The settings of a harness's MCP server, independent of its transport. */
export function serverOptions(
  harness: Served,
  { prefix = "", decisions = false, note = noteOf(name) }: McpServerOptions,
): ServerOptions {
  const { decide } = harness;
  const tools = [...servedTools(harness), ...(decisions && decide !== undefined ? servedDecisions({ decide }) : [])];
  return {
    name,
    version,
    instructions: prefix === "" ? INSTRUCTIONS : `${INSTRUCTIONS} The name of every tool begins with ${prefix}`,
    tools: tools.map((tool) => ({ ...tool, name: prefix + tool.name })),
    note,
  };
}
