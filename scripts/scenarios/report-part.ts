/** The object of a report that a role or a skill has to itself, as the schema of the form has it. */

import { authoringSchemas, type JsonSchema } from "../../src/content/schemas.js";

/** Its fields in words: `claims [{claim, match: yes, no or unverifiable}], sample`. */
export function partInWords(key: string): string {
  return fieldsInWords(partOf(key));
}

/** The least that it may hold. */
export function blankPart(key: string): unknown {
  return blank(partOf(key));
}

function partOf(key: string): JsonSchema {
  return resolved(form().properties?.[key] ?? { $ref: `#/$defs/${key}` });
}

function form(): JsonSchema {
  return authoringSchemas().get("nexus-report.schema.json") ?? {};
}

function resolved(schema: JsonSchema): JsonSchema {
  const [, name] = /^#\/\$defs\/(.+)$/.exec(schema.$ref ?? "") ?? [];
  if (name === undefined) return schema;
  const found = (form()["$defs"] as Readonly<Record<string, JsonSchema>> | undefined)?.[name];
  if (found === undefined) throw new Error(`nexus-report.schema.json: ${schema.$ref} names no schema`);
  return resolved(found);
}

function fieldsInWords({ properties = {} }: JsonSchema): string {
  return Object.entries(properties)
    .map(([name, field]) => fieldInWords(name, resolved(field)))
    .join(", ");
}

function fieldInWords(name: string, field: JsonSchema): string {
  if (field["type"] === "array") return `${name} [${itemInWords(resolved(field.items ?? {}))}]`;
  const value = valueInWords(field);
  return value === "text" ? name : `${name}: ${value}`;
}

function itemInWords(item: JsonSchema): string {
  return item.properties === undefined ? valueInWords(item) : `{${fieldsInWords(item)}}`;
}

function valueInWords(schema: JsonSchema): string {
  if (Array.isArray(schema["enum"])) return orOf(schema["enum"].map(String));
  return orOf([schema["type"]].flat().map((type) => TYPES[String(type)] ?? String(type)));
}

const TYPES: Readonly<Record<string, string>> = { string: "text", integer: "number", boolean: "true or false" };

function orOf(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

function blank(schema: JsonSchema): unknown {
  if (schema.properties !== undefined) {
    return Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, blank(resolved(field))]));
  }
  const types = [schema["type"]].flat();
  const values = Array.isArray(schema["enum"]) ? (schema["enum"] as readonly unknown[]) : [];
  if (values.includes(null) || types.includes("null")) return null;
  if (values.length > 0) return values[0];
  if (types.includes("array")) return [];
  if (types.includes("boolean")) return false;
  return types.includes("integer") ? 1 : "none";
}
