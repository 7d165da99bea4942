/**
 * The tools of a harness as an MCP server, for any transport of the Model Context Protocol's own library.
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
  /** Put before the name of every tool, such as `nx_`; names have no prefix by default. */
  readonly prefix?: string;
  /** Whether the pure decisions are served as tools too, for a harness that is not written in TypeScript. */
  readonly decisions?: boolean;
  /** Gets what went wrong inside the server, in one line; standard error by default. */
  readonly note?: (text: string) => void;
}

/** What a server calls; without `decide` it serves no decisions. */
export type Served = Pick<Harness, "call"> & Partial<Pick<Harness, "decide">>;

const INSTRUCTIONS =
  "Plans, decisions and tasks of one project, kept in its folder .nexus/. Call context first: it tells what is open. " +
  "plan_start opens a plan with its issues, plan_decide settles one, task_add and task_update carry the work, and " +
  "task_close archives plan and tasks once the work is done. history_search finds what earlier cycles have decided.";

/**
 * An MCP server over a harness. Connect it to a transport; it holds no state, so a harness may have several.
 * A refusal is a result with `isError` and the text of the refusal; a tool that does not exist is an error of the
 * protocol. Answers come as text that holds JSON and as structured content.
 */
export function createMcpServer(harness: Served, options: McpServerOptions = {}): Server {
  return createServer(serverOptions(harness, options));
}

/** What every server of a harness is made of, whatever it is connected to. */
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
