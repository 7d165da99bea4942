import type { CapabilityMap } from "nexus-core";
import { manifest } from "./manifest.js";

/** The capability map of a harness whose only tool has these classes. */
export function capabilityMapOf(tool: string, classes: readonly string[]): CapabilityMap {
  const known = manifest.vocabulary.capabilities.flatMap(({ blocks_semantic_classes: blocked }) => blocked);
  return Object.fromEntries(known.map((each) => [each, classes.includes(each) ? [tool] : []]));
}
