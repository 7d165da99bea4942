import type { MemoryPolicy } from "nexus-core";
import { manifest } from "../events/manifest.js";

/** The memory policy of the package's manifest. */
export function memoryPolicy(): MemoryPolicy {
  const { memory_policy: policy } = manifest.vocabulary;
  if (policy === null) throw new Error("the manifest of nexus-core has no memory policy");
  return policy;
}
