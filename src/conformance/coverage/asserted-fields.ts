/** Which fields of a schema an assertion touched, and whether it said anything of them. */

import type { CheckedValue } from "../judge/recorded.js";
import { onlyValue, saysMore } from "./beyond-schema.js";
import { childOf, type SchemaNode } from "./schema-tree.js";

export interface Touch {
  readonly node: SchemaNode;
  /** `asserted`: it rules out values that the schema allows. `form`: it only repeats the schema. */
  readonly strength: "asserted" | "form";
  /** Where the assertion leaves one value only. */
  readonly value?: unknown;
}

/** What the assertion said of values that were really there; nothing of what was absent. */
export function touchedBy({ path, expected, actual, root }: CheckedValue, tree: SchemaNode): readonly Touch[] {
  if (!actual.found || isAbsent(expected)) return [];
  const node = nodeAt(path.segments, root, tree);
  if (node === undefined) return [];
  const only = onlyValue(expected);
  if (only !== undefined) return leavesUnder(node, actual.value, "asserted");
  const { contains } = expected as { readonly contains?: unknown };
  if (Array.isArray(actual.value) && contains !== undefined && node.items !== undefined) {
    return leavesUnder(node.items, contains, "asserted");
  }
  if (node.leaf === undefined) return leavesUnder(node, actual.value, "form");
  return [{ node, strength: saysMore(expected, node.leaf.says) ? "asserted" : "form" }];
}

/** Every field that a value has, with the value. */
export function leavesUnder(node: SchemaNode, value: unknown, strength: Touch["strength"]): readonly Touch[] {
  if (node.leaf !== undefined || value === null) return [{ node, strength, value }];
  const below: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : Object.entries(Object(value) as Readonly<Record<string, unknown>>);
  return below.flatMap(([segment, inner]) => {
    const child = childOf(node, segment);
    return child === undefined ? [] : leavesUnder(child, inner, strength);
  });
}

/** The node at a path; none for the length of a list, which is no field. */
function nodeAt(segments: readonly (string | number)[], root: unknown, tree: SchemaNode): SchemaNode | undefined {
  let node: SchemaNode | undefined = tree;
  let value = root;
  for (const segment of segments) {
    if (Array.isArray(value) && segment === "length") return undefined;
    node = childOf(node, segment);
    value = Array.isArray(value) && typeof segment === "number" ? value.at(segment) : Object(value)[segment];
  }
  return node;
}

function isAbsent(expected: unknown): boolean {
  return typeof expected === "object" && expected !== null && Object.hasOwn(expected, "absent");
}
