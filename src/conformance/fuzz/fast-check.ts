/** The library that makes and shrinks random sequences: an optional peer of this package, loaded by `fuzz` alone. */

import { NexusError } from "../../errors.js";

/** @throws NexusError NXC_FUZZ_MISSING */
export async function loadFastCheck() {
  try {
    return await import("fast-check");
  } catch (thrown) {
    const { code } = Object(thrown) as { readonly code?: unknown };
    if (code !== "ERR_MODULE_NOT_FOUND") throw thrown;
    throw NexusError.of("NXC_FUZZ_MISSING", {}, undefined, thrown);
  }
}

export type FastCheck = Awaited<ReturnType<typeof loadFastCheck>>;
