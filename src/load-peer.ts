import { NexusError } from "./errors.js";

/**
 * An optional peer of this package, loaded when it is needed and not before.
 * @param missing the error that names the package to install
 * @throws NexusError that one, where the package is not installed
 */
export async function loadPeer<Peer>(
  load: () => Promise<Peer>,
  missing: "NXC_MCP_MISSING" | "NXC_FUZZ_MISSING",
): Promise<Peer> {
  try {
    return await load();
  } catch (thrown) {
    const { code } = Object(thrown) as { readonly code?: unknown };
    if (code !== "ERR_MODULE_NOT_FOUND") throw thrown;
    throw NexusError.of(missing, {}, undefined, thrown);
  }
}
