import type { MemoryPolicy } from "nexus-core";
import { manifest } from "../events/manifest.js";

/** The policy of memory, which the manifest of the package has. */
export function memoryPolicy(): MemoryPolicy {
  const { memory_policy: policy } = manifest.vocabulary;
  if (policy === null) throw new Error("the manifest of nexus-core has no policy of memory");
  return policy;
}
