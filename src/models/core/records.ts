import type { Arbitrary, Generators } from "../../conformance/fuzz/model.js";

/** Makes objects, of whose members only those that are named as required are always there. */
export function recordsOf(fc: Generators) {
  return (members: Readonly<Record<string, Arbitrary<unknown>>>, ...requiredKeys: readonly string[]) =>
    fc.record(members, { requiredKeys, noNullPrototype: true });
}
