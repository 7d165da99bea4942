/**
 * The fields of a JSON Schema as a tree. Coverage counts them, and looks up in the tree what cases assert and mappings name. Follows references to
 * other schemas of the contract, and all branches.
 */

import {
  isSchema,
  type Located,
  referencesOf,
  type SchemaReferences,
  type SchemaSource,
  within,
} from "./schema-references.js";
import type { SchemaDocument } from "./schemas.js";

/** A field without fields in it. */
export interface Leaf {
  /** For people, such as `issues[].status`. Items of a list at the top have no prefix. */
  readonly path: string;
  /** All schemas that apply to the field. */
  readonly schemas: readonly SchemaDocument[];
}

export interface SchemaNode {
  readonly path: string;
  readonly members: ReadonlyMap<string, SchemaNode>;
  /** Members with any other name. */
  readonly additional: SchemaNode | undefined;
  /** Whether a schema refuses members that none of them names. */
  readonly isClosed: boolean;
  readonly items: SchemaNode | undefined;
  readonly leaf: Leaf | undefined;
  /** The values that the schema lists: those of an enum, both booleans, and null if it is allowed instead of an object. */
  readonly values: readonly unknown[];
}

/** @param path path of the schema, relative to contract.yml @param isLines whether it describes a line of a `.jsonl` file */
export function schemaTree(path: string, contract: SchemaSource, isLines = false): SchemaNode {
  const references = referencesOf(contract);
  const tree = nodeOf([references.document(path)], "", references, new Set());
  if (!isLines) return tree;
  return {
    path: "",
    members: new Map(),
    additional: undefined,
    isClosed: false,
    items: tree,
    leaf: undefined,
    values: [],
  };
}

function nodeOf(
  found: readonly Located[],
  path: string,
  references: SchemaReferences,
  outer: ReadonlySet<object>,
): SchemaNode {
  const facets = facetsOf(found, references);
  // A recursive schema applies again, but its fields are followed only once.
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
  const additional = below("additionalProperties");
  const isContainer = named.size + items.length + additional.length > 0;
  const schemas = facets.map(({ schema }) => schema);
  const isClosed =
    schemas.some((each) => each["additionalProperties"] === false || each["unevaluatedProperties"] === false) &&
    schemas.every(
      (each) => each["patternProperties"] === undefined && Object.values(each["properties"] ?? {}).every(isSchema),
    );
  const isOpen =
    path === "" && !schemas.some((each) => ["string", "number", "integer", "boolean"].includes(String(each["type"])));
  const step = (name: string) => (path === "" ? name : `${path}.${name}`);
  return {
    path,
    members: new Map([...named].map(([name, schemas]) => [name, child(step(name), schemas)])),
    additional: additional.length === 0 ? undefined : child(step("*"), additional),
    isClosed,
    items: items.length === 0 ? undefined : child(path === "" ? "" : `${path}[]`, items),
    leaf: isContainer || isOpen ? undefined : { path, schemas },
    values: valuesOf(schemas, isContainer),
  };
}

/** All schemas that may apply to one value: the given ones, their references and their branches, each once. */
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

/** Leaves out a single constant, because it is asserted together with its field. */
function valuesOf(schemas: readonly SchemaDocument[], isContainer: boolean): readonly unknown[] {
  const values = schemas.flatMap((schema) => {
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

/** All nodes of a tree, from the top. */
export function nodesOf(node: SchemaNode): readonly SchemaNode[] {
  const below = [...node.members.values(), ...[node.additional, node.items].filter((each) => each !== undefined)];
  return [node, ...below.flatMap(nodesOf)];
}

/** The node of a member or an item. */
export function childOf(node: SchemaNode | undefined, segment: string | number): SchemaNode | undefined {
  return typeof segment === "number" ? node?.items : (node?.members.get(segment) ?? node?.additional);
}
