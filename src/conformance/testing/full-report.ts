/** Makes a report with every field of its schema, so that a test of reporters forgets none. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../base/package-root.js";
import type { Report } from "../run/report.js";

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

const ROOT = JSON.parse(readFileSync(join(packageRoot, "conformance/schema/report.schema.json"), "utf8")) as Schema;

/**
 * A report with all optional fields, one case for each status and one requirement for each status.
 * @param text returns the text of a field by its name; called once for each field with free text
 */
export function fullReport(text: (field: string) => string): Report {
  const build = (schema: Schema, field: string): unknown => {
    const { $ref, type, enum: choices, properties, items } = schema;
    if ($ref !== undefined) return build(ROOT.$defs?.[$ref.replace("#/$defs/", "")] as Schema, field);
    if (schema.const !== undefined) return schema.const;
    if (choices !== undefined) return choices[0];
    if (schema.pattern !== undefined) return "NXC_CASE_STATE";
    if (items !== undefined) return itemsOf(items, field);
    if (properties !== undefined) return objectOf(properties);
    if (type === "integer" || type === "number") return 2;
    if (type === "boolean") return true;
    if (type === "string" || Array.isArray(type)) return text(field);
    // A field of any type, or the mapping, in which `supply` has parameters by name of a tool.
    const value = { [text("key")]: [text("value")] };
    return field === "mapping" ? { supply: { [text("tool")]: value } } : value;
  };
  const objectOf = (properties: Readonly<Record<string, Schema>>) =>
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, build(schema, name)]));
  const itemsOf = (schema: Schema, field: string): unknown[] => {
    const target = schema.$ref === undefined ? schema : ROOT.$defs?.[schema.$ref.replace("#/$defs/", "")];
    const statuses = target?.properties?.["status"]?.enum;
    if (statuses === undefined) return [build(schema, field), build(schema, field)];
    return statuses.map((status) => ({ ...(build(schema, field) as object), status }));
  };
  return { ...(build(ROOT, "") as Report), verdict: "does-not-conform" };
}
