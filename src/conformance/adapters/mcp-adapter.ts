/** The common part of MCP adapters: connects once to learn what the server offers, then provides connections for cases. */

import { NexusError } from "../../base/errors.js";
import type { Adapter } from "./adapter.js";
import { checkClock } from "./check-mapping.js";
import { ConnectionPool, type Surroundings, unreachable } from "./connection-pool.js";
import type { LaunchContext, LoadContext } from "./launch.js";
import { toolName } from "./mapping.js";
import type { McpConnection } from "./mcp-connection.js";

export interface McpForm {
  /** Used if the server does not report its name. */
  readonly name: string;
  readonly surfaces: readonly string[];
  /** Whether a case cannot set its environment. */
  readonly withoutEnvironment?: boolean;
  /** Without a workspace, the connection is only used to learn what the server offers. */
  connect(context: LaunchContext): Promise<McpConnection>;
  mayReuse(context: Surroundings): boolean;
}

/** An adapter, and the server's own names of all its tools; none where it cannot be reached. */
export type McpAdapter = Adapter & { readonly offered?: readonly string[] };

/**
 * If the server cannot be reached, returns an adapter on which every case fails.
 * @throws NexusError NXC_ADAPTER_MAPPING
 */
export async function mcpAdapter(
  form: McpForm,
  { contract, mapping, guardedFolders }: LoadContext,
): Promise<McpAdapter> {
  try {
    const { server, offered } = await guardedFolders.lend(async (user) => {
      const connection = await form.connect({ environment: contract.environment, user });
      return { server: connection.server, offered: await connection.tools().finally(() => connection.end()) };
    });
    checkClock(mapping, offered);
    const pool = new ConnectionPool(
      (context) => form.connect(context),
      (context) => mapping.pool === true && form.mayReuse(context),
    );
    const { name = form.name, version = "" } = server ?? {};
    return {
      name,
      version,
      offered: [...offered],
      tools: [...contract.tools.keys()].filter((tool) => offered.has(toolName(mapping, tool))),
      events: [],
      // MCP has no place for the acting agent. A credential identifies it, or the mapping may name a parameter.
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
    if (thrown instanceof NexusError && thrown.code === "NXC_ADAPTER_MAPPING") throw thrown;
    return unreachable(form.name, thrown);
  }
}
