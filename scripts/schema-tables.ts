/** JSON Schemas as tables of fields: one row for each field, nested fields included. */

import { cell, tableOfMarkup } from "./markdown-table.js";

export interface Schema {
  readonly $id?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  /** `false` marks a field that must be absent. */
  readonly properties?: Readonly<Record<string, Schema | false>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly allOf?: readonly Schema[];
}

const HEAD = ["field", "value", "required", "meaning"];

export interface Schemas {
  /** Resolves a `$ref`: in the schema that contains it, or in another schema by its `$id`. */
  readonly find: (ref: string, from: Schema) => Schema;
  /** The page with the definitions of the schema of this `$id`, each below a heading with its title. */
  readonly pageOf: (id: string) => string | undefined;
}

export function schemasAmong(all: readonly Schema[], pageOf: Schemas["pageOf"] = () => undefined): Schemas {
  const find: Schemas["find"] = (ref, from) => {
    const [id = "", pointer = ""] = ref.split("#");
    const root = id === "" ? from : all.find(({ $id }) => $id === id);
    const [, name] = /^\/\$defs\/(\w+)$/.exec(pointer) ?? [];
    const found = name === undefined ? root : root?.$defs?.[name];
    if (found === undefined) throw new Error(`${from.$id}: ${ref} names no schema`);
    return found;
  };
  return { find, pageOf };
}

/** The fields of an object, with one table for each form that it may have; `None.` when it has no fields. */
export function fieldsOf(schema: Schema, schemas: Schemas, root: Schema = schema): string {
  const forms = formsOf(schema);
  if (forms.length > 0) {
    return forms
      .map((form) => (form.$ref === undefined ? form : schemas.find(form.$ref, root)))
      .map((form) => `${form.title === undefined ? "" : `*${words(form.title)}:*\n\n`}${fieldsOf(form, schemas, root)}`)
      .join("\n\n");
  }
  if (schema.type === "array" && schema.items !== undefined) {
    return `A list. Each item:\n\n${fieldsOf(schema.items, schemas, root)}`;
  }
  if (schema.$ref !== undefined) return `See ${typeOf(schema, schemas, root)}.`;
  const rows = rowsOf(schema, "", schemas, root);
  const own = rows.length === 0 ? "None." : tableOfMarkup(HEAD, rows);
  return [own, ...(schema.allOf ?? []).flatMap((part) => whenFields(part, schemas, root))].join("\n\n");
}

/** The forms that a value may have: its alternatives, or the branches of its conditions. */
function formsOf(schema: Schema): readonly Schema[] {
  const alternatives = schema.oneOf ?? schema.anyOf ?? [];
  if (alternatives.some(({ $ref, properties }) => ($ref ?? properties) !== undefined)) return alternatives;
  if (schema.then?.title === undefined) return [];
  const rest = schema.else === undefined || schema.else.title !== undefined ? [schema.else] : formsOf(schema.else);
  return [schema.then, ...rest.flatMap((form) => (form === undefined ? [] : [form]))];
}

/** The fields that an object has only when another field has a certain value. */
function whenFields({ if: condition, then: fields }: Schema, schemas: Schemas, root: Schema): readonly string[] {
  if (condition === undefined || fields === undefined) return [];
  const values = Object.entries(condition.properties ?? {}).flatMap(([name, field]) =>
    field === false ? [] : `\`${name}\` is ${typeOf(field, schemas, root)}`,
  );
  return [`When ${values.join(" and ")}, also:\n\n${tableOfMarkup(HEAD, rowsOf(fields, "", schemas, root))}`];
}

function rowsOf(schema: Schema, prefix: string, schemas: Schemas, root: Schema): readonly (readonly string[])[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    if (field === false) return [];
    const path = `${prefix}${name}`;
    const target = field.$ref === undefined ? field : schemas.find(field.$ref, root);
    // The description of a shared type says nothing about this field.
    const isShared = isObject(target) || (target.type === "string" && target.enum === undefined);
    const meaning = field.description ?? (isShared ? undefined : target.description) ?? "";
    const row = [`\`${path}\``, typeOf(field, schemas, root), requiredness(schema, name, field), cell(meaning)];
    const inner = field.type === "array" && field.items?.properties !== undefined ? field.items : field;
    const innerPrefix = inner === field ? `${path}.` : `${path}[].`;
    return [row, ...rowsOf(inner, innerPrefix, schemas, root)];
  });
}

function requiredness({ required = [] }: Schema, name: string, field: Schema): string {
  if (required.includes(name)) return "yes";
  return field.default === undefined ? "no" : `no; default \`${JSON.stringify(field.default)}\``;
}

/** The schema to which a `$ref` points. */
function idOf(ref: string, root: Schema): string {
  const [id = ""] = ref.split("#");
  return id === "" ? (root.$id ?? "") : id;
}

function typeOf(schema: Schema, schemas: Schemas, root: Schema): string {
  if (schema.$ref !== undefined) {
    const target = schemas.find(schema.$ref, root);
    if (!isObject(target)) return typeOf(target, schemas, root);
    const { title = "object" } = target;
    const page = schemas.pageOf(idOf(schema.$ref, root));
    return page === undefined ? title : `[${title}](${page}#${title.toLowerCase()})`;
  }
  if (schema.then?.$ref !== undefined) {
    return `${typeOf({ $ref: schema.then.$ref }, schemas, root)}${schema.type?.includes("null") === true ? " or `null`" : ""}`;
  }
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  if (Array.isArray(schema.type)) {
    return schema.type.map((type: string) => typeOf({ ...schema, type }, schemas, root)).join(" or ");
  }
  switch (schema.type) {
    case "string":
      if (schema.format === "date-time") return "ISO 8601 time";
      if (schema.pattern !== undefined) return `text like \`${schema.pattern.replaceAll("|", "\\|")}\``;
      return (schema.minLength ?? 0) > 0 ? "text, not empty" : "text";
    case "integer":
    case "number":
      return `${schema.type}${schema.minimum === undefined ? "" : `, at least ${schema.minimum}`}`;
    case "boolean":
      return "`true` or `false`";
    case "null":
      return "`null`";
    case "array":
      return listOf(schema.items, schemas, root);
    case "object":
      return typeof schema.additionalProperties === "object"
        ? `object of ${typeOf(schema.additionalProperties, schemas, root)}`
        : "object";
    default:
      return "any";
  }
}

function listOf(items: Schema | undefined, schemas: Schemas, root: Schema): string {
  if (items === undefined || items.properties !== undefined) return "list";
  const item = typeOf(items, schemas, root);
  // "list of text, not empty" would leave open what is not empty.
  return `list of ${items.enum === undefined ? item.replace(", ", ", each ") : item}`;
}

function isObject({ type, properties, oneOf }: Schema): boolean {
  return type === "object" || properties !== undefined || oneOf !== undefined;
}

/** `NoActivePlan` as words. */
function words(title: string): string {
  const spaced = title.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  return `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`;
}
