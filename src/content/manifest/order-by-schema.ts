import { authoringSchemas, type JsonSchema } from "../../base/authoring-schemas.js";

/**
 * A value with the members of each object in the order in which its schema names them, whatever order the author chose:
 * so the manifest's bytes follow from what is said and not from how it was typed. Members that the schema does not name
 * keep their order behind the others.
 * @param reference the schema, such as `agent.schema.json` or `vocabulary.schema.json#/$defs/tagEntry`
 */
export function orderBySchema(value: unknown, reference: string): unknown {
  const [file = "", pointer = ""] = reference.split("#");
  return order(value, at(file, pointer), file);
}

function order(value: unknown, schema: JsonSchema | undefined, file: string): unknown {
  if (typeof schema?.$ref === "string") {
    const [target = "", pointer = ""] = schema.$ref.split("#");
    return order(value, at(target || file, pointer), target || file);
  }
  if (Array.isArray(value)) return value.map((item) => order(item, schema?.items, file));
  if (typeof value !== "object" || value === null) return value;
  const members = value as Readonly<Record<string, unknown>>;
  const known = Object.keys(schema?.properties ?? {}).filter((name) => Object.hasOwn(members, name));
  const names = new Set([...known, ...Object.keys(members)]);
  return Object.fromEntries([...names].map((name) => [name, order(members[name], schema?.properties?.[name], file)]));
}

function at(file: string, pointer: string): JsonSchema | undefined {
  let schema: unknown = authoringSchemas().get(file);
  for (const token of pointer.split("/").slice(1))
    schema = (schema as Readonly<Record<string, unknown>> | undefined)?.[token];
  return schema as JsonSchema | undefined;
}
