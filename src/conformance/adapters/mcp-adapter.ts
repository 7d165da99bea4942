/** What the forms of MCP adapters have in common: one look at what the server offers, then a connection for each case. */

import type { Adapter, OpenContext } from "./adapter.js";
import { ConnectionPool } from "./connection-pool.js";
import type { LaunchContext, LoadContext } from "./launch.js";
import { toolName } from "./mapping.js";
import type { McpConnection } from "./mcp-connection.js";
import { unreachable } from "./unreachable.js";

export interface McpForm {
  /** The name of a server that does not say its own. */
  readonly name: string;
  readonly surfaces: readonly string[];
  /** Whether it cannot be given the environment of a case. */
  readonly withoutEnvironment?: boolean;
  /** Without a workspace to learn what the server offers, with one to serve a case. */
  connect(context: LaunchContext): Promise<McpConnection>;
  mayReuse(context: OpenContext): boolean;
}

/** Connects once to learn what the server offers. One that cannot be reached is an adapter that cannot be opened. */
export async function mcpAdapter(form: McpForm, { contract, mapping, grounds }: LoadContext): Promise<Adapter> {
  try {
    const { server, offered } = await grounds.lend(async (user) => {
      const connection = await form.connect({ environment: contract.environment, user });
      return { server: connection.server, offered: await connection.tools().finally(() => connection.end()) };
    });
    const pool = new ConnectionPool(
      (context) => form.connect(context),
      (context) => mapping.pool === true && form.mayReuse(context),
    );
    const { name = form.name, version = "" } = server ?? {};
    return {
      name,
      version,
      tools: [...contract.tools.keys()].filter((tool) => offered.has(toolName(mapping, tool))),
      events: [],
      // The protocol has no place for an agent; the mapping may name a parameter. A credential says who acts.
      withoutAgent: contract.credentials === undefined ? [...contract.tools.keys()] : [],
      surfaces: form.surfaces,
      withoutEnvironment: form.withoutEnvironment === true,
      open: async (context) => {
        const taken = await pool.take(context);
        return taken.session(() => pool.give(taken, context));
      },
      close: () => pool.end(),
    };
  } catch (thrown) {
    return unreachable(form.name, thrown);
  }
}
