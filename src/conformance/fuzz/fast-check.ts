/** The library that makes and shrinks random sequences: an optional peer of this package, loaded by `fuzz` alone. */

import { loadPeer } from "../../load-peer.js";

/** @throws NexusError NXC_FUZZ_MISSING */
export function loadFastCheck() {
  return loadPeer(() => import("fast-check"), "NXC_FUZZ_MISSING");
}

export type FastCheck = Awaited<ReturnType<typeof loadFastCheck>>;
