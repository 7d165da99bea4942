/**
 * The fields that a JSON Schema defines, as a tree: what coverage counts, and what an assertion is looked up in.
 * References into other schemas of the contract and all branches of a schema are followed.
 */

import type { SchemaDocument } from "../contract/schemas.js";
import {
  isSchema,
  type Located,
  referencesOf,
  type SchemaReferences,
  type SchemaSource,
  within,
} from "./schema-references.js";

/** A field at which the schema goes no deeper, with everything that the schema says of it. */
export interface Leaf {
  /** As people write it: `issues[].status`; the items of a list at the top have no prefix. */
  readonly path: string;
  readonly says: readonly SchemaDocument[];
}

export interface SchemaNode {
  readonly path: string;
  readonly members: ReadonlyMap<string, SchemaNode>;
  /** Members by any other name. */
  readonly others: SchemaNode | undefined;
  readonly items: SchemaNode | undefined;
  readonly leaf: Leaf | undefined;
  /** What the schema lists by name: values of an enum, both of a boolean, null where it may stand for an object. */
  readonly values: readonly unknown[];
}

/** The tree of a schema, which is read by its path beside contract.yml. */
export function schemaTree(path: string, contract: SchemaSource, isLines = false): SchemaNode {
  const references = referencesOf(contract);
  const tree = nodeOf([references.document(path)], "", references, new Set());
  if (!isLines) return tree;
  return { path: "", members: new Map(), others: undefined, items: tree, leaf: undefined, values: [] };
}

function nodeOf(
  found: readonly Located[],
  path: string,
  references: SchemaReferences,
  outer: ReadonlySet<object>,
): SchemaNode {
  const facets = facetsOf(found, references);
  // A schema that holds itself says what it says again, and its fields are followed once.
  const fresh = facets.filter(({ schema }) => !outer.has(schema));
  const inner = new Set([...outer, ...fresh.map(({ schema }) => schema)]);
  const child = (at: string, schemas: readonly Located[]) => nodeOf(schemas, at, references, inner);
  const named = new Map<string, Located[]>();
  for (const each of fresh) {
    const properties = (each.schema["properties"] ?? {}) as Readonly<Record<string, unknown>>;
    for (const [name, member] of Object.entries(properties)) {
      if (isSchema(member)) named.set(name, [...(named.get(name) ?? []), within(member, each)]);
    }
  }
  const below = (keyword: string) =>
    fresh.flatMap((each) => {
      const sub = each.schema[keyword];
      return isSchema(sub) ? [within(sub, each)] : [];
    });
  const items = below("items");
  const others = below("additionalProperties");
  const isContainer = named.size + items.length + others.length > 0;
  const says = facets.map(({ schema }) => schema);
  const isOpen =
    path === "" && !says.some((each) => ["string", "number", "integer", "boolean"].includes(String(each["type"])));
  const step = (name: string) => (path === "" ? name : `${path}.${name}`);
  return {
    path,
    members: new Map([...named].map(([name, schemas]) => [name, child(step(name), schemas)])),
    others: others.length === 0 ? undefined : child(step("*"), others),
    items: items.length === 0 ? undefined : child(path === "" ? "" : `${path}[]`, items),
    leaf: isContainer || isOpen ? undefined : { path, says },
    values: valuesOf(says, isContainer),
  };
}

/** Everything that may be said of one value: the schemas, what they refer to, and their branches; each once. */
function facetsOf(found: readonly Located[], references: SchemaReferences): readonly Located[] {
  const facets = new Map<SchemaDocument, Located>();
  const add = (located: Located) => {
    const { schema } = located;
    if (facets.has(schema)) return;
    facets.set(schema, located);
    const reference = schema["$ref"];
    const target = typeof reference === "string" ? references.resolve(reference, located) : undefined;
    if (target !== undefined) add(target);
    const branches = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => (schema[keyword] ?? []) as readonly unknown[]);
    const parts = [...branches, schema["then"], schema["else"]].filter(isSchema);
    for (const part of parts) add(within(part, located));
  };
  for (const each of found) add(each);
  return [...facets.values()];
}

/** A single constant is no choice: it is asserted together with its field. */
function valuesOf(says: readonly SchemaDocument[], isContainer: boolean): readonly unknown[] {
  const values = says.flatMap((schema) => {
    const types = [schema["type"]].flat();
    return [
      ...((schema["enum"] ?? []) as readonly unknown[]),
      ...(Object.hasOwn(schema, "const") ? [schema["const"]] : []),
      ...(types.includes("boolean") && schema["const"] === undefined ? [true, false] : []),
      ...(types.includes("null") && types.length > 1 && isContainer ? [null] : []),
    ];
  });
  const each = [...new Set(values)];
  return each.length > 1 || (isContainer && each.length === 1) ? each : [];
}

/** Every node of a tree, from the top. */
export function nodesOf(node: SchemaNode): readonly SchemaNode[] {
  const below = [...node.members.values(), ...[node.others, node.items].filter((each) => each !== undefined)];
  return [node, ...below.flatMap(nodesOf)];
}

/** The node of a member or an item. */
export function childOf(node: SchemaNode | undefined, segment: string | number): SchemaNode | undefined {
  return typeof segment === "number" ? node?.items : (node?.members.get(segment) ?? node?.others);
}
