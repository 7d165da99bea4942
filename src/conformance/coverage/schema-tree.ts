/**
 * The fields that a JSON Schema defines, as a tree: what coverage counts, and what an assertion is looked up in.
 * References into other schemas of the contract and all branches of a schema are followed.
 */

import type { Contract, SchemaDocument } from "../contract.js";

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

/** A schema, and the document that its local references point into. */
interface Located {
  readonly schema: SchemaDocument;
  readonly root: SchemaDocument;
}

type Read = Contract["schemas"];

/** The tree of a schema, which is read by its path beside contract.yml. */
export function schemaTree(path: string, schemas: Read, isLines = false): SchemaNode {
  const documents = new Map(
    schemas.paths.map((each) => {
      const document = schemas.read(each);
      return [String(document.$id), document] as const;
    }),
  );
  const root = schemas.read(path);
  const tree = nodeOf([{ schema: root, root }], "", documents, new Set());
  if (!isLines) return tree;
  return { path: "", members: new Map(), others: undefined, items: tree, leaf: undefined, values: [] };
}

type Documents = ReadonlyMap<string, SchemaDocument>;

function nodeOf(found: readonly Located[], path: string, documents: Documents, outer: ReadonlySet<object>): SchemaNode {
  const facets = found.flatMap((each) => facetsOf(each, documents, outer));
  const inner = new Set([...outer, ...facets.map(({ schema }) => schema)]);
  const child = (at: string, schemas: readonly Located[]) => nodeOf(schemas, at, documents, inner);
  const named = new Map<string, Located[]>();
  for (const { schema, root } of facets) {
    for (const [name, member] of Object.entries((schema["properties"] ?? {}) as Readonly<Record<string, unknown>>)) {
      if (isSchema(member)) named.set(name, [...(named.get(name) ?? []), { schema: member, root }]);
    }
  }
  const below = (keyword: string) =>
    facets.flatMap(({ schema, root }) => {
      const sub = schema[keyword];
      return isSchema(sub) ? [{ schema: sub, root }] : [];
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

/** Everything that may be said of one value: the schema, what it refers to, and its branches. */
function facetsOf({ schema, root }: Located, documents: Documents, outer: ReadonlySet<object>): readonly Located[] {
  // A schema that holds itself is followed once.
  if (outer.has(schema)) return [];
  const branches = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => (schema[keyword] ?? []) as readonly unknown[]);
  const inner = [...branches, schema["then"], schema["else"]].filter(isSchema).map((each) => ({ schema: each, root }));
  const reference = schema["$ref"];
  const target = typeof reference === "string" ? resolve(reference, root, documents) : undefined;
  const seen = new Set([...outer, schema]);
  return [
    { schema, root },
    ...[...(target === undefined ? [] : [target]), ...inner].flatMap((each) => facetsOf(each, documents, seen)),
  ];
}

function resolve(reference: string, root: SchemaDocument, documents: Documents): Located | undefined {
  const [id = "", pointer = ""] = reference.split("#", 2);
  const document = id === "" ? root : documents.get(id);
  let schema: unknown = document;
  for (const part of pointer.split("/").slice(1)) {
    schema = (Object(schema) as Readonly<Record<string, unknown>>)[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return document !== undefined && isSchema(schema) ? { schema, root: document } : undefined;
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

function isSchema(value: unknown): value is SchemaDocument {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
