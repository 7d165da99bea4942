export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The schema of a contract's operation in a form in which a protocol can list it to any client: without a dialect,
 * which validators may not know by its name, and with every reference replaced by what it names, which many of them do
 * not follow. Schemas that contain themselves cannot be written so.
 *
 * @param file the name of the schema
 * @param read gives a schema by its name: that one, and those that it refers to
 * @throws Error for a reference to what is not there
 *
 * @example
 * import { standaloneSchema } from "nexus-core";
 *
 * const schemas = {
 *   "read.input.json": { $id: "read.input.json", properties: { id: { $ref: "common.json#/$defs/id" } } },
 *   "common.json": { $defs: { id: { type: "integer" } } },
 * };
 * standaloneSchema("read.input.json", (file) => schemas[file]);
 * // => { type: "object", properties: { id: { type: "integer" } } }
 */
export function standaloneSchema(file: string, read: (file: string) => JsonSchema | undefined): JsonSchema {
  const { $schema: _, $id: __, $defs: ___, ...schema } = documentOf(file, file, read);
  return { type: "object", ...(resolved(schema, file, read) as JsonSchema) };
}

function documentOf(file: string, reference: string, read: (file: string) => JsonSchema | undefined): JsonSchema {
  const document = read(file);
  if (document === undefined) throw new Error(`there is no schema ${reference}`);
  return document;
}

function resolved(value: unknown, file: string, read: (file: string) => JsonSchema | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, file, read));
  if (typeof value !== "object" || value === null) return value;
  const { $ref, ...rest } = value as JsonSchema;
  const own = Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, resolved(item, file, read)]));
  return typeof $ref === "string" ? { ...(referred($ref, file, read) as JsonSchema), ...own } : own;
}

function referred(reference: string, from: string, read: (file: string) => JsonSchema | undefined): unknown {
  const [target, pointer = ""] = reference.split("#");
  const file = target || from;
  const named = pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((value, key) => (value as JsonSchema | undefined)?.[key], documentOf(file, reference, read));
  if (named === undefined) throw new Error(`${from} refers to ${reference}, which is not there`);
  return resolved(named, file, read);
}
