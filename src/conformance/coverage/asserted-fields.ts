/** Finds the fields of a schema that an assertion covers, and whether it says more about them than the schema. */

import { childOf, type SchemaNode } from "../contract/schema-tree.js";
import type { CheckedValue } from "../judge/recorded.js";
import { goesBeyondSchema, onlyValue } from "./beyond-schema.js";

export interface FieldAssertion {
  readonly node: SchemaNode;
  /** `asserted`: rules out values that the schema allows. `form`: only repeats the schema. */
  readonly strength: "asserted" | "form";
  /** The value, if the assertion allows only one. */
  readonly value?: unknown;
}

/** The fields that an assertion covers. Empty for an absent value. */
export function fieldAssertionsOf(
  { path, expected, actual, root }: CheckedValue,
  tree: SchemaNode,
): readonly FieldAssertion[] {
  if (!actual.found || isAbsent(expected)) return [];
  const node = nodeAt(path.segments, root, tree);
  if (node === undefined) return [];
  const only = onlyValue(expected);
  if (only !== undefined) return fieldsIn(node, actual.value, "asserted");
  const { contains } = expected as { readonly contains?: unknown };
  if (Array.isArray(actual.value) && contains !== undefined && node.items !== undefined) {
    return fieldsIn(node.items, contains, "asserted");
  }
  if (node.leaf === undefined) return fieldsIn(node, actual.value, "form");
  return [{ node, strength: goesBeyondSchema(expected, node.leaf.schemas) ? "asserted" : "form" }];
}

/** All fields in a value, each with its own value. */
export function fieldsIn(
  node: SchemaNode,
  value: unknown,
  strength: FieldAssertion["strength"],
): readonly FieldAssertion[] {
  if (node.leaf !== undefined || value === null) return [{ node, strength, value }];
  const members: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : Object.entries(Object(value) as Readonly<Record<string, unknown>>);
  return members.flatMap(([segment, inner]) => {
    const child = childOf(node, segment);
    return child === undefined ? [] : fieldsIn(child, inner, strength);
  });
}

/** The node at a path. Undefined for the length of a list, which is not a field. */
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
