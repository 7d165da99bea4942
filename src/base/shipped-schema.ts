import { join } from "node:path";
import { compileSchemas, type SchemaCheck } from "./json-schema.js";
import { parseJson } from "./located-document.js";
import { packageRoot } from "./package-root.js";
import { readText } from "./read-text.js";

const compiled = new Map<string, (id: string) => SchemaCheck>();

/**
 * The check by a schema of `conformance/schema/`, compiled when it is first asked for.
 * @param file its name, such as `report.schema.json`
 * @param definition one of its `$defs`; the whole schema where absent
 */
export function shippedSchema(file: string, definition?: string): SchemaCheck {
  let family = compiled.get(file);
  if (family === undefined) {
    const path = join(packageRoot, "conformance/schema", file);
    family = compileSchemas([parseJson(readText(path, "schema"), path).value as object], { areShipped: true });
    compiled.set(file, family);
  }
  return family(definition === undefined ? file : `${file}#/$defs/${definition}`);
}

/**
 * Checks a value against its schema before it is written.
 * @throws Error that names the place in it
 */
export function assertKeeps(value: unknown, file: string, what: string): void {
  const [issue] = shippedSchema(file)(value);
  if (issue !== undefined) throw new Error(`${what} breaks its schema at ${issue.pointer || "/"}: ${issue.message}`);
}
